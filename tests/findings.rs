//! Findings: what causes the races of whole programs, in which order, and by which names.

mod stack;

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Detail, FORMATS, FindingReport, Report, Sources, Status, Suspicion, VerdictReport};
use stack::STACK;
use std::path::{Path, PathBuf};

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
#[ignore = "long"]
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

/// The suspicion of each finding in a program that nobody executed, by its title.
fn suspicions(name: &str, content: &str) -> Vec<(String, Suspicion)> {
    let report = unexecuted(&file(name, content));
    let findings = report.findings.into_iter();
    findings.map(|finding| (finding.title, finding.suspicion)).collect()
}

const COPIED: &str = "#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct line { char text[40]; int length; int uses; };
static struct line line;
static int size;
static void *worker(void *argument) {
  char *end = line.text;
  end += size;
  sprintf(end, \"%s\", (char *)argument);
  line.uses++;
  return NULL;
}
int main(int count, char **arguments) {
  pthread_t threads[2];
  size = count * 100;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, arguments[0]);
  line.length = 3;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return line.length;
}
";

#[test]
fn what_only_an_access_of_unknown_length_reaches_comes_behind_what_is_named() {
    let found = suspicions("copied.c", COPIED);
    let of = |part: &str| {
        let named = found.iter().position(|(title, _)| title.contains(part));
        named.unwrap_or_else(|| panic!("{part} in {found:?}"))
    };
    assert!(of("uses") < of("length"), "{found:?}");
    assert_eq!(found[of("length")].1, Suspicion::UnknownExtent);
}

const PERMITS: &str = "#include <pthread.h>
#include <semaphore.h>
struct box { sem_t door; int inside; int never; };
static struct box boxes[4];
static void enter(struct box *box) { sem_wait(&box->door); }
static void leave(struct box *box) { sem_post(&box->door); }
static void *worker(void *argument) {
  struct box *box = &boxes[(long)argument & 3];
  enter(box);
  box->inside++;
  leave(box);
  box->never++;
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 4; i++) sem_init(&boxes[i].door, 0, 1);
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, (void *)(i * 4));
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
";

#[test]
fn a_semaphore_that_is_taken_and_given_back_counts_as_a_lock_for_people() {
    let found = suspicions("permits.c", PERMITS);
    let of = |part: &str| found.iter().find(|(title, _)| title.contains(part)).map(|(_, it)| *it);
    assert_ne!(of("never"), Some(Suspicion::LocksNotTold), "{found:?}");
    if let Some(inside) = of("inside") {
        assert_eq!(inside, Suspicion::LocksNotTold, "{found:?}");
    }
}

const COUNTED: &str = "#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct state { int ours; };
struct state *borrow(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, other;
static void *worker(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  total++;
  other++;
  pthread_mutex_unlock(&lock);
  borrow()->ours++;
  return NULL;
}
static void finish(pthread_t *ids, int count) {
  for (int i = 0; i < count; i++) pthread_join(ids[i], NULL);
}
int main(int count, char **arguments) {
  pthread_t *ids = calloc(count, sizeof *ids);
  for (int i = 0; i < atoi(arguments[1]); i++) pthread_create(&ids[i], NULL, worker, NULL);
  finish(ids, atoi(arguments[2]));
  printf(\"%ld\\n\",
         total);
  other++;
  return 0;
}
";

#[test]
fn what_stands_behind_joins_of_a_function_or_on_the_next_line_of_a_call_is_seen() {
    let found = suspicions("counted.c", COUNTED);
    let of = |part: &str| found.iter().find(|(title, _)| title.contains(part)).map(|(_, it)| *it);
    assert_eq!(of("total"), Some(Suspicion::BehindJoins), "{found:?}");
    assert_eq!(of("other"), Some(Suspicion::BehindJoins), "{found:?}");
    assert_eq!(of("borrow"), Some(Suspicion::FromOutside), "{found:?}");
}

const HANDLED: &str = "#include <pthread.h>
#include <signal.h>
static int level;
static void louder(int number) { (void)number; level++; }
static void *worker(void *argument) { return level ? argument : NULL; }
int main(void) {
  pthread_t thread;
  signal(SIGUSR1, louder);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
";

#[test]
fn a_signal_handler_is_called_one_and_no_lock_is_advised_in_it() {
    let report = unexecuted(&file("handled.c", HANDLED));
    let told = text(&report, Detail::Ordinary);
    assert!(
        told.contains("by louder, a signal handler installed at line 8"),
        "{told}"
    );
    assert!(
        told.contains("installs louder") && !told.contains("louder created"),
        "{told}"
    );
    assert!(
        told.contains("An atomic object") && !told.contains("A common lock"),
        "{told}"
    );
    assert!(
        report
            .threads
            .iter()
            .any(|thread| thread.handler && thread.routine == "louder")
    );
}

/// Programs as people write them who begin with threads, and what their seeded bugs race on.
const OF_NEWCOMERS: [(&str, [&str; 3]); 5] = [
    ("server", ["`stats.served`", "`stopping`", "`table[*]`"]),
    ("matrix", ["`trace`", "`c`", "`progress[*]`"]),
    ("cache", ["`hits` of", " of `struct", "`size` of"]),
    ("logger", ["`level`", "`out`", "`dropped`"]),
    ("produce", ["`running` of", "`changes` of", "`produced` of"]),
];

#[test]
#[ignore = "long"]
fn a_bug_in_a_program_of_a_newcomer_is_the_first_finding() {
    for (program, bugs) in OF_NEWCOMERS {
        for (bug, title) in (1..).zip(bugs) {
            let report = report(
                Path::new(&format!("tests/programs/{program}.c")),
                &[&format!("BUG={bug}")],
            );
            let told = text(&report, Detail::Ordinary);
            let first = report.findings.first();
            assert!(
                first.is_some_and(|it| it.title.contains(title)),
                "{program} {bug}: {told}"
            );
            assert!(told.lines().count() <= 100, "{program} {bug}: {told}");
        }
    }
}

#[test]
#[ignore = "long"]
fn programs_of_newcomers_without_bugs_have_at_most_three_findings() {
    for (program, _) in OF_NEWCOMERS {
        let report = report(Path::new(&format!("tests/programs/{program}.c")), &["BUG=0"]);
        let (told, found) = (text(&report, Detail::Ordinary), report.findings.len());
        assert!(found <= 3, "{program}: {told}");
        assert!(
            report.findings.iter().all(|it| it.status != Status::Confirmed),
            "{program}: {told}"
        );
    }
}

const LOCK_BEHIND_A_POINTER: &str = "#include <pthread.h>
pthread_mutex_t locks[8];
int values[64];
void touch(int *value) { ++*value; }
void job(unsigned number) {
  pthread_mutex_lock(&locks[number % 8]);
  touch(&values[number % 64]);
  pthread_mutex_unlock(&locks[number % 8]);
}
void (*const jobs[])(unsigned) = {job};
void *worker(void *unused) {
  for (unsigned number = 0; number < 500; number++)
    jobs[number % 1](number * 31);
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
";

#[test]
fn a_lock_that_is_taken_behind_a_call_through_a_pointer_is_told() {
    let file = file("pointer.c", LOCK_BEHIND_A_POINTER);
    let text = text(&report(&file, &[]), Detail::Full);
    assert!(
        text.contains("holding some `locks[") && !text.contains("holding no lock"),
        "{text}"
    );
    assert!(text.contains("called by worker at line 13"), "{text}");
}
