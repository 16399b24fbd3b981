//! What ThreadSanitizer reports of small tasks, executions show; where it does not work, this is skipped, and says so.

use std::path::Path;

use pepsin::tasks::{Expected, find_tasks};
use pepsin_oracle::sanitizer::{Agreements, Sanitizer};

/// One in so many of the tasks that race: compiling them takes the most time.
const SHARE: usize = 6;

#[test]
#[ignore = "long"]
#[allow(
    clippy::print_stderr,
    reason = "who runs the tests must see that this one says nothing"
)]
fn what_thread_sanitizer_reports_is_shown_by_an_execution() {
    let sanitizer = match Sanitizer::find(Path::new(env!("CARGO_TARGET_TMPDIR"))) {
        Ok(sanitizer) => sanitizer,
        Err(why) => return eprintln!("Skipped: ThreadSanitizer does not work here. {why}"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sv-benchmarks-subset");
    let tasks = find_tasks(&folder).expect("the tasks can be read");
    let racy = tasks.into_iter().filter(|task| task.expected == Expected::Race);
    let some: Vec<_> = racy.step_by(SHARE).collect();
    let compared = sanitizer.compare(&some, 2).expect("threads can be started");
    let agreements = Agreements(&compared);
    assert_eq!(agreements.missed_tasks().count(), 0, "{agreements}");
    assert!(
        compared
            .iter()
            .any(|agreement| agreement.reported.as_ref().is_ok_and(|lines| !lines.is_empty())),
        "{agreements}"
    );
}
