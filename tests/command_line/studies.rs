//! Studies in parts, and with any number of jobs.

use super::{file, pepsin, text};
use std::path::Path;

#[test]
fn a_study_in_parts_is_put_together_to_the_same_table() {
    let set = "sv-benchmarks-subset/mutexes.set";
    let whole = pepsin(&["study", set]);
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study-results");
    // It need not be there.
    let _ = std::fs::remove_dir_all(&folder);
    let results = folder.to_string_lossy().into_owned();
    let kept = || std::fs::read_dir(&folder).map_or(0, |entries| entries.count());
    // The second of three parts never runs: it is done when all is put together.
    for part in ["1/3", "3/3"] {
        let output = pepsin(&["study", set, "--results", &results, "--shard", part]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let tasks = pepsin::tasks::find_tasks(Path::new(set))
        .expect("the set can be read")
        .len();
    assert_eq!(kept(), tasks - (tasks + 1) / 3);
    let together = pepsin(&["study", set, "--results", &results]);
    assert_eq!(text(&together.stdout), text(&whole.stdout));
    assert_eq!(kept(), tasks);
    let again = pepsin(&["study", set, "--results", &results, "--format", "markdown"]);
    assert!(
        text(&again.stdout).starts_with("| configuration | proved | "),
        "{again:?}"
    );
    for wrong in [
        &["study", set, "--shard", "1/2"][..],
        &["study", set, "--results", &results, "--shard", "3/2"],
        &["study", set, "--against", set],
    ] {
        assert_eq!(pepsin(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_study_is_the_same_for_any_number_of_jobs() {
    let study = |jobs: &str| {
        let json = file(&format!("study{jobs}.json"), b"");
        let json = json.to_string_lossy();
        let set = "sv-benchmarks-subset/mutexes.set";
        let output = pepsin(&["study", "--jobs", jobs, "--json", &json, "--preset", "each", set]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (output.stdout, std::fs::read(&*json).expect("was written"))
    };
    assert_eq!(study("1"), study("3"));
}
