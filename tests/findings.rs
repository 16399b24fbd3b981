//! Findings: what causes the races of whole programs, in which order, and by which names.

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Detail, FORMATS, FindingReport, Report, Sources, Status, Suspicion, VerdictReport};
use std::path::{Path, PathBuf};

/// Stack of an analysis, in bytes.
const STACK: usize = 256 << 20;

/// The report on a file with macros defined.
fn report(file: &Path, defines: &[&str]) -> Report {
    let input = Input {
        arguments: defines.iter().map(|define| format!("-D{define}")).collect(),
        ..Input::new(file)
    };
    let settings = Settings {
        steps: 20_000_000,
        ..Settings::new(Convention::Check)
    };
    let analysis = std::thread::Builder::new().stack_size(STACK);
    let analysis = analysis.spawn(move || pipeline::check(&[input], &settings));
    let result = analysis.expect("a thread can be started").join();
    let mut report = result.expect("the analysis does not panic").expect("the program is C");
    let file = file.to_string_lossy();
    report.sources = Sources::read([&*file], |file| std::fs::read_to_string(file).ok());
    report
}

/// A file with the given content in a folder for this test.
fn file(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("findings");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the folder of tests can be written");
    path
}

fn text(report: &Report, detail: Detail) -> String {
    (FORMATS[0].render)(report, detail)
}

/// The seeded bugs of the pool, by what they race on.
const POOL: [(u32, &str); 6] = [
    (1, "`pool.finished`"),
    (2, "struct entry"),
    (3, "`logger.level`"),
    (4, "`pool.result`"),
    (5, "`pool.count`"),
    (6, "`logger.dropped`"),
];

/// The seeded bugs of the ring buffer.
const RING: [(u32, &str); 3] = [(1, "`ring.closed`"), (2, "`ring.count`"), (3, "`received_by_all`")];

/// Checks that a program without its bugs is proved.
fn assert_proved(program: &str) {
    let report = report(Path::new(program), &["BUG=0"]);
    let verdict = report.verdict;
    assert_eq!(verdict, VerdictReport::RaceFree, "{}", text(&report, Detail::Full));
}

/// Checks that each bug of a program is among the first three findings of a report that can be read; gives how many were confirmed.
fn bugs_found(program: &str, bugs: &[(u32, &str)]) -> usize {
    let mut confirmed = 0;
    for (bug, title) in bugs {
        let report = report(Path::new(program), &[&format!("BUG={bug}")]);
        let first: Vec<&FindingReport> = report.findings.iter().take(3).collect();
        let found = first.iter().find(|finding| finding.title.contains(title));
        let found = found.unwrap_or_else(|| panic!("bug {bug}: {}", text(&report, Detail::Ordinary)));
        confirmed += usize::from(found.status == Status::Confirmed);
        let lines = text(&report, Detail::Ordinary).lines().count();
        assert!(lines <= 200, "bug {bug}: {lines} lines");
    }
    confirmed
}

#[test]
fn a_pool_with_table_and_logger_is_proved() {
    assert_proved("tests/programs/pool.c");
}

#[test]
fn a_ring_buffer_with_two_conditions_is_proved() {
    assert_proved("tests/programs/ring.c");
}

#[test]
fn a_bug_in_the_pool_is_among_the_first_three_findings_and_mostly_confirmed() {
    let confirmed = bugs_found("tests/programs/pool.c", &POOL);
    assert!(confirmed >= 4, "{confirmed} of 6 are confirmed");
}

#[test]
fn a_bug_in_the_ring_buffer_is_among_the_first_three_findings_and_confirmed() {
    assert_eq!(bugs_found("tests/programs/ring.c", &RING), 3);
}

const MIXED: &str = "#include <pthread.h>
#include <stdlib.h>
struct account { pthread_mutex_t lock; long money; int visits; };
static struct account *accounts[4];
static long total;
static int plain;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static void enter(struct account *account) { pthread_mutex_lock(&account->lock); }
static void leave(struct account *account) { pthread_mutex_unlock(&account->lock); }
static void pay(struct account *account) {
  enter(account);
  account->money++;
  leave(account);
  account->visits++;
}
static void *worker(void *argument) {
  struct account *account = accounts[(long)argument & 3];
  pay(account);
  pthread_mutex_lock(&total_lock);
  total++;
  pthread_mutex_unlock(&total_lock);
  plain = 1;
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 4; i++) {
    accounts[i] = malloc(sizeof(struct account));
    if (!accounts[i]) return 1;
    pthread_mutex_init(&accounts[i]->lock, NULL);
    accounts[i]->money = 0;
    accounts[i]->visits = 0;
  }
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void *)(i * 4));
  long seen = total + accounts[0]->money;
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return seen > 3;
}
";

/// The report with nothing executed, so that suspicion alone orders the findings.
fn unexecuted(file: &Path) -> Report {
    let settings = Settings {
        exploration: pepsin::config::Search::Off,
        ..Settings::new(Convention::Check)
    };
    pipeline::check(&[Input::new(file)], &settings).expect("the program is C")
}

#[test]
fn what_is_protected_elsewhere_comes_before_what_is_nowhere() {
    let report = unexecuted(&file("mixed.c", MIXED));
    let order: Vec<(&str, Suspicion)> = report
        .findings
        .iter()
        .map(|it| (it.title.as_str(), it.suspicion))
        .collect();
    assert_eq!(
        order,
        [
            (
                "`money` of `struct account` allocated in `main`",
                Suspicion::ProtectedElsewhere
            ),
            ("`total`", Suspicion::ProtectedElsewhere),
            (
                "`visits` of `struct account` allocated in `main`",
                Suspicion::UnorderedWrites
            ),
            ("`plain`", Suspicion::UnorderedWrites),
        ],
        "{}",
        text(&report, Detail::Full)
    );
}

#[test]
fn a_finding_keeps_its_name_when_the_file_is_edited_elsewhere() {
    let edited = format!(
        "/* A comment.\n * More of it.\n */\n\n{}",
        MIXED
            .replace(
                "static void *worker(",
                "static int added(int x) { return x + 1; }\n\nstatic void *worker("
            )
            .replace("long seen", "long have_seen")
            .replace("return seen", "return have_seen")
    );
    let names = |name: &str, content: &str| {
        let report = unexecuted(&file(name, content));
        let findings = report.findings.iter();
        let mut names: Vec<String> = findings.map(|finding| finding.fingerprint.clone()).collect();
        names.sort();
        names
    };
    let (before, after) = (names("before.c", MIXED), names("after.c", &edited));
    assert!(!before.is_empty());
    assert_eq!(before, after);
}

#[test]
fn a_lock_that_is_not_one_certain_lock_is_shown_with_the_call_that_takes_it() {
    let anyone = MIXED.replace("(long)argument & 3", "rand() & 3");
    let report = unexecuted(&file("some_lock.c", &anyone));
    let money = report.findings.iter().find(|finding| finding.title.contains("money"));
    let money = money.unwrap_or_else(|| panic!("{}", text(&report, Detail::Full)));
    let held: Vec<String> = [&money.race.first, &money.race.second]
        .iter()
        .flat_map(|access| access.held.iter().map(|held| held.name()))
        .collect();
    assert_eq!(held, ["some `account->lock`"]);
}
