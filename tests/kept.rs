//! Results that are kept: the same bytes as fresh ones, never an answer for other input, and never believed when they are not ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

/// A project, and a folder beside it in which its results are kept.
struct Project {
    sources: PathBuf,
    kept: PathBuf,
}

const HEADER: &str = "#include <pthread.h>\nextern int shared;\nextern pthread_mutex_t m;\n#define GUARDED pthread_mutex_lock(&m); shared++; pthread_mutex_unlock(&m);\n";

/// A program whose two threads do what `GUARDED` of the header says, and whose main function does `then`, which may race.
fn program(then: &str) -> String {
    format!(
        "#include \"shared.h\"\nint shared;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         static void *work(void *p) {{ GUARDED return p; }}\n\
         int main(void) {{\n  pthread_t t;\n  if (pthread_create(&t, 0, work, 0)) return 1;\n  GUARDED\n  {then}\n  return 0;\n}}\n"
    )
}

fn set_time(path: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(path).expect("is there");
    file.set_modified(time).expect("is ours");
}

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept").join(name);
        let _ = fs::remove_dir_all(&folder);
        let project = Project {
            sources: folder.join("sources"),
            kept: folder.join("results"),
        };
        fs::create_dir_all(&project.sources).expect("the folder of tests can be written");
        project.write("shared.h", HEADER);
        files.iter().for_each(|(file, content)| project.write(file, content));
        project
    }

    /// Writes a file that seems to have changed just now whenever it is looked at, so that nothing is noted of what was read.
    fn write(&self, file: &str, content: &str) {
        let path = self.sources.join(file);
        fs::write(&path, content).expect("the folder of tests can be written");
        set_time(&path, SystemTime::now() + Duration::from_secs(100_000));
    }

    /// Lets the sources seem to be old, and waits until the system agrees.
    fn settle(&self) {
        for entry in fs::read_dir(&self.sources).expect("is there").flatten() {
            if entry.path().is_file() {
                set_time(&entry.path(), SystemTime::now() - Duration::from_secs(100_000));
            }
        }
        std::thread::sleep(Duration::from_millis(2500));
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pepsin"));
        command.arg("check").args(arguments).current_dir(&self.sources);
        command
            .env_remove("PEPSIN_NO_CACHE")
            .env("PEPSIN_CACHE_DIR", &self.kept);
        command
    }

    fn check(&self, arguments: &[&str]) -> Output {
        let output = self
            .command(arguments)
            .output()
            .expect("the program was built for this test");
        assert_ne!(output.status.code(), Some(4), "{output:?}");
        output
    }

    fn fresh(&self, arguments: &[&str]) -> Output {
        self.check(&[arguments, &["--no-cache"]].concat())
    }

    /// What is kept.
    fn entries(&self) -> Vec<PathBuf> {
        let listed = fs::read_dir(&self.kept).into_iter().flatten().flatten();
        let mut entries: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
        entries.sort();
        entries
    }

    /// Lets all entries look as if they had not been used for long.
    fn age(&self) {
        let time = SystemTime::now() - Duration::from_secs(100_000);
        for entry in self.entries() {
            let file = fs::File::open(entry).expect("is there");
            file.set_modified(time).expect("is ours");
        }
    }

    /// How many entries were used since they aged.
    fn used(&self) -> usize {
        let limit = SystemTime::now() - Duration::from_secs(50_000);
        let modified = |path: &PathBuf| fs::metadata(path).and_then(|about| about.modified()).expect("is there");
        self.entries().iter().filter(|entry| modified(entry) > limit).count()
    }
}

#[test]
fn a_result_that_is_kept_has_the_bytes_of_a_fresh_one() {
    let cases = [
        ("proved", ""),
        ("racy", "shared = 7;"),
        ("possible", "extern void other(int *); other(&shared);"),
    ];
    for (name, then) in cases {
        let project = Project::new(name, &[("a.c", program(then).as_str())]);
        let first = project.check(&["a.c"]);
        project.age();
        for arguments in [
            &["a.c"][..],
            &["a.c", "--verbose"],
            &["a.c", "--format", "json"],
            &["a.c", "--format", "sarif"],
            &["a.c", "--format", "html"],
        ] {
            let (kept, fresh) = (project.check(arguments), project.fresh(arguments));
            assert_eq!(kept, fresh, "{name} {arguments:?}");
        }
        assert_eq!(first, project.check(&["a.c"]));
        // The program, and the report on it.
        assert_eq!((project.entries().len(), project.used()), (2, 2), "{name}");
    }
}

#[test]
fn what_is_kept_is_no_answer_for_other_input() {
    let project = Project::new("other", &[("a.c", program("").as_str())]);
    let proved = project.check(&["a.c"]);
    assert_eq!(proved.status.code(), Some(0));
    // Another header, a flag, a setting, a model.
    project.write("shared.h", &HEADER.replace("pthread_mutex_lock(&m);", ""));
    assert_eq!(project.check(&["a.c"]), project.fresh(&["a.c"]));
    assert_eq!(project.check(&["a.c"]).status.code(), Some(1));
    project.write("shared.h", HEADER);
    assert_eq!(project.check(&["a.c"]), proved);
    let flagged = ["a.c", "-DGUARDED=shared++;", "-Wno-all"];
    project.write(
        "shared.h",
        &HEADER
            .replace("#define GUARDED", "#ifndef GUARDED\n#define GUARDED")
            .replace("(&m);\n", "(&m);\n#endif\n"),
    );
    assert_eq!(project.check(&flagged), project.fresh(&flagged));
    assert_eq!(project.check(&flagged).status.code(), Some(1));
    project.write("shared.h", HEADER);
    let set = ["a.c", "--predicates=none", "--exploration=off"];
    assert_eq!(project.check(&set), project.fresh(&set));
    assert_eq!(project.check(&set).status.code(), Some(1));
    project.write(
        "pepsin-models.toml",
        "pthread_mutex_lock = {}\npthread_mutex_unlock = {}\n",
    );
    assert_eq!(project.check(&["a.c"]), project.fresh(&["a.c"]));
    assert_eq!(project.check(&["a.c"]).status.code(), Some(1));
}

#[test]
fn what_users_say_of_findings_is_read_anew() {
    let project = Project::new("said", &[("a.c", program("shared = 7;").as_str())]);
    assert_eq!(project.check(&["a.c"]).status.code(), Some(1));
    project.write("a.c", &program("shared = 7; // pepsin: allow race -- set once"));
    project.age();
    let allowed = project.check(&["a.c"]);
    assert_eq!(allowed.status.code(), Some(0), "{allowed:?}");
    // The comment is no part of what is analysed.
    assert_eq!((project.entries().len(), project.used()), (2, 2));
}

#[test]
fn what_is_damaged_or_from_elsewhere_is_not_believed() {
    let project = Project::new(
        "damaged",
        &[("a.c", program("shared = 7;").as_str()), ("b.c", program("").as_str())],
    );
    let racy = project.check(&["a.c"]);
    let others = project.entries();
    assert_eq!(project.check(&["b.c"]).status.code(), Some(0));
    let proofs: Vec<PathBuf> = project
        .entries()
        .into_iter()
        .filter(|entry| !others.contains(entry))
        .collect();
    // The proof of another program stands under the names of this one.
    for proof in &proofs {
        others.iter().for_each(|entry| {
            fs::copy(proof, entry).expect("is writable");
        });
        assert_eq!(project.check(&["a.c"]), racy);
    }
    for damage in [&b""[..], b"pepsin kept result 1\n", b"{}", &[0xff; 4096]] {
        project
            .entries()
            .iter()
            .for_each(|entry| fs::write(entry, damage).expect("is writable"));
        assert_eq!(project.check(&["a.c"]), racy);
    }
    // What took their place is whole.
    project.age();
    assert_eq!(project.check(&["a.c"]), racy);
    assert_eq!(project.used(), 2);
}

#[test]
fn nothing_is_kept_where_that_is_not_wanted_or_a_limit_was_reached() {
    let project = Project::new("unwanted", &[("a.c", program("shared = 7;").as_str())]);
    project.fresh(&["a.c"]);
    let output = project.command(&["a.c"]).env("PEPSIN_NO_CACHE", "1").output();
    assert!(output.is_ok_and(|output| output.status.code() == Some(1)));
    assert_eq!(project.entries(), Vec::<PathBuf>::new());
    // Which units the program has is known, and nothing else.
    project.check(&["a.c", "--evaluations=8"]);
    assert_eq!(project.entries().len(), 1);
    // Where no folder can be made, nothing is kept and all is well.
    let output = project.command(&["a.c", "--cache-dir", "/dev/null/kept"]).output();
    assert!(output.is_ok_and(|output| output.status.code() == Some(1)));
}

#[test]
fn an_untrusted_project_has_no_say_in_what_is_kept() {
    let project = Project::new("untrusted", &[("a.c", program("").as_str())]);
    let inside = project.sources.join("results");
    let at = |arguments: &[&str]| {
        let output = project.command(arguments).env("PEPSIN_CACHE_DIR", &inside).output();
        output.expect("the program was built for this test").status.code()
    };
    assert_eq!(at(&["a.c", "--trust-project", "no"]), Some(0));
    assert!(!inside.exists());
    // A link out of the project leads there as well.
    std::os::unix::fs::symlink(&inside, project.kept.with_extension("link")).expect("the folder can be written");
    let link = project.kept.with_extension("link").display().to_string();
    fs::create_dir(&inside).expect("the folder can be written");
    assert_eq!(at(&["a.c", "--trust-project", "no", "--cache-dir", &link]), Some(0));
    assert_eq!(fs::read_dir(&inside).expect("is there").count(), 0);
    assert_eq!(at(&["a.c"]), Some(0));
    assert_eq!(fs::read_dir(&inside).expect("is there").count(), 2);
}

#[test]
fn of_several_programs_only_what_changed_is_analysed() {
    let files = [("a.c", program("shared = 7;")), ("b.c", program(""))];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, content)| (*name, content.as_str())).collect();
    let project = Project::new("several", &files);
    let both = ["a.c", "b.c", "--format", "json"];
    assert_eq!(project.check(&both), project.fresh(&both));
    // Which programs there are, and a report on each.
    assert_eq!(project.entries().len(), 3);
    project.age();
    assert_eq!(project.check(&both), project.fresh(&both));
    assert_eq!(project.used(), 3);
    project.age();
    project.write("b.c", &program("shared = 8;"));
    assert_eq!(project.check(&both), project.fresh(&both));
    // The report on the first program was used; new are which programs there are, and the other report.
    assert_eq!((project.entries().len(), project.used()), (5, 3));
}

/// A compiler that counts how often it runs, beside the results that are kept.
#[cfg(unix)]
fn counting_compiler(project: &Project) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let folder = project.sources.parent().expect("it lies in a folder").to_owned();
    let (compiler, count) = (folder.join("counting-cc"), folder.join("count"));
    // The preprocessor may write no file (`ulimit -f 0`), so each run makes a folder.
    let script = format!(
        "#!/bin/sh\nmkdir -p \"{0}\"; mkdir \"{0}/$$\"; exec cc \"$@\"\n",
        count.display()
    );
    fs::write(&compiler, script).expect("the folder of tests can be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("is ours");
    (compiler, count)
}

/// How often a compiler ran.
#[cfg(unix)]
fn runs(count: &Path) -> usize {
    fs::read_dir(count).map_or(0, |listed| listed.count())
}

#[test]
#[cfg(unix)]
fn nothing_is_preprocessed_where_nothing_changed_and_everything_where_a_header_came_before_another() {
    let project = Project::new("unchanged", &[("a.c", program("").as_str())]);
    let (compiler, count) = counting_compiler(&project);
    let compiler = format!("--compiler={}", compiler.display());
    let early = project.sources.join("early");
    fs::create_dir_all(&early).expect("the folder of tests can be written");
    let later = project.sources.join("later");
    fs::create_dir_all(&later).expect("the folder of tests can be written");
    fs::rename(project.sources.join("shared.h"), later.join("shared.h")).expect("was written");
    let arguments = ["-Iearly", "-Ilater", compiler.as_str(), "a.c"];
    set_time(
        &later.join("shared.h"),
        SystemTime::now() - Duration::from_secs(100_000),
    );
    project.settle();
    let first = project.check(&arguments);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let before = runs(&count);
    assert!(before > 0);
    let again = project.check(&arguments);
    assert_eq!((again.stdout, again.status.code()), (first.stdout.clone(), Some(0)));
    assert_eq!(runs(&count), before, "a compiler ran");
    // A file that nobody looks for changes nothing.
    project.write("other.txt", "x");
    project.check(&arguments);
    assert_eq!(runs(&count), before, "a compiler ran");
    // A header of the same name that is found before.
    let racy = HEADER.replace(
        "pthread_mutex_lock(&m); shared++; pthread_mutex_unlock(&m);",
        "shared++;",
    );
    fs::write(early.join("shared.h"), racy).expect("the folder of tests can be written");
    assert_eq!(project.check(&arguments).status.code(), Some(1));
    fs::remove_file(early.join("shared.h")).expect("was written");
    assert_eq!(project.check(&arguments).status.code(), Some(0));
    // The same length at the same time.
    project.settle();
    project.check(&arguments);
    let header = later.join("shared.h");
    let time = fs::metadata(&header)
        .and_then(|about| about.modified())
        .expect("is there");
    let changed = HEADER
        .replace("pthread_mutex_lock(&m);", "pthread_mutex_init(&m,0);")
        .replace("init(&m,0);", "init(&m,0)");
    let changed = format!("{changed}{}", " ".repeat(HEADER.len().saturating_sub(changed.len())));
    fs::write(&header, changed).expect("the folder of tests can be written");
    set_time(&header, time);
    assert_ne!(project.check(&arguments).status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn a_text_that_tells_the_time_is_preprocessed_each_time() {
    let source = program("").replace("int shared;", "int shared; const char *made = __TIME__;");
    let project = Project::new("timed", &[("a.c", source.as_str())]);
    let (compiler, count) = counting_compiler(&project);
    let compiler = format!("--compiler={}", compiler.display());
    project.settle();
    project.check(&[&compiler, "a.c"]);
    let before = runs(&count);
    project.check(&[&compiler, "a.c"]);
    assert!(runs(&count) > before);
}
