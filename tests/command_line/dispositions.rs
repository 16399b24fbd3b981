//! What users say of findings: that they are allowed, or known from a baseline.

use super::{file, pepsin, text};
use pepsin::report::FORMATS;
use std::path::Path;

const COUNTED: &str = "#include <pthread.h>
static int hits;
static void *worker(void *argument) { hits++; /*HERE*/ return argument; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return hits;
}
";

/// The exit status of a check in JSON, its verdict, and how its findings are disposed of.
fn disposed(path: &Path, flags: &[&str]) -> (Option<i32>, String, Vec<String>) {
    let path = path.to_string_lossy();
    let output = pepsin(&[&["check", "--format=json", "--steps=1000000", &*path][..], flags].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let kinds = findings
        .iter()
        .map(|it| it["disposition"]["kind"].as_str().unwrap_or_default().to_owned());
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    (output.status.code(), verdict, kinds.collect())
}

#[test]
fn a_race_that_is_allowed_stays_a_race_and_does_not_fail_the_run() {
    let allowed = COUNTED.replace("/*HERE*/", "// pepsin: allow race -- only a figure\n");
    let path = file("allowed/counted.c", allowed.as_bytes());
    let race = |code, kind: &str| (Some(code), "race".to_owned(), vec![kind.to_owned()]);
    assert_eq!(disposed(&path, &[]), race(0, "allowed"));
    assert_eq!(disposed(&path, &["--fail-on=any"]), race(1, "allowed"));
    assert_eq!(disposed(&path, &["--trust-project=no"]), race(1, "new"));
    let by_object = file("by_object/counted.c", COUNTED.as_bytes());
    file(
        "by_object/pepsin.toml",
        b"[[allow]]\nobject = \"hits\"\nreason = \"A figure.\"\n",
    );
    assert_eq!(disposed(&by_object, &[]), race(0, "allowed"));
    // Whoever reads the report sees what allowed it, in every format.
    for format in FORMATS {
        let output = pepsin(&["check", "--format", format.name, &by_object.to_string_lossy()]);
        assert!(text(&output.stdout).contains("pepsin.toml"), "{}", format.name);
        let output = pepsin(&[
            "check",
            "--trust-project=no",
            "--format",
            format.name,
            &by_object.to_string_lossy(),
        ]);
        assert!(!text(&output.stdout).contains("pepsin.toml"), "{}", format.name);
    }
    let unused = file(
        "unused/proved.c",
        b"int main(void) { return 0; } // pepsin: allow race -- gone\n",
    );
    let told = text(&pepsin(&["check", &unused.to_string_lossy()]).stdout);
    assert!(told.contains("there is none:") && told.contains("proved.c:1"), "{told}");
}

#[test]
fn what_stands_in_the_baseline_is_known_and_what_does_not_is_new() {
    let path = file("baseline/counted.c", COUNTED.as_bytes());
    let baseline = file("baseline/known.json", b"");
    let (write, read) = (
        format!("--write-baseline={}", baseline.display()),
        format!("--baseline={}", baseline.display()),
    );
    let race = |code, kinds: &[&str]| {
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        (Some(code), "race".to_owned(), kinds)
    };
    assert_eq!(disposed(&path, &[]), race(1, &["new"]));
    assert_eq!(disposed(&path, &[&write]), race(0, &["known"]));
    let moved = file("baseline/counted.c", format!("/* Moved. */\n\n{COUNTED}").as_bytes());
    assert_eq!(disposed(&moved, &[&read]), race(0, &["known"]));
    let more = COUNTED
        .replace("static int hits;", "static int hits, more;")
        .replace("hits++;", "hits++; more++;");
    let more = file("baseline/counted.c", more.as_bytes());
    let (code, _, mut kinds) = disposed(&more, &[&read]);
    kinds.sort();
    assert_eq!((code, kinds), (Some(1), vec!["known".to_owned(), "new".to_owned()]));
}

const CROSSED: &str = "#include <pthread.h>
static pthread_mutex_t forks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void *up(void *argument) {
  pthread_mutex_lock(&forks[0]);
  pthread_mutex_lock(&forks[1]); /*HERE*/
  pthread_mutex_unlock(&forks[1]);
  pthread_mutex_unlock(&forks[0]);
  return argument;
}
static void *down(void *argument) {
  pthread_mutex_lock(&forks[1]);
  pthread_mutex_lock(&forks[0]);
  pthread_mutex_unlock(&forks[0]);
  pthread_mutex_unlock(&forks[1]);
  return argument;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, up, 0);
  pthread_create(&other, 0, down, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
";

#[test]
fn a_deadlock_names_elements_as_c_does_and_is_allowed_or_known_like_a_race() {
    let path = file("crossed/crossed.c", CROSSED.as_bytes());
    let baseline = file("crossed/known.json", b"");
    let check = |path: &Path, flags: &[&str]| {
        let path = path.to_string_lossy();
        pepsin(
            &[
                &["check", "--checks=race,deadlock", "--steps=1000000", &*path][..],
                flags,
            ]
            .concat(),
        )
    };
    let told = check(&path, &[]);
    assert_eq!(told.status.code(), Some(1), "{}", text(&told.stderr));
    assert!(
        text(&told.stdout).contains("threads take forks[0], forks[1]"),
        "{}",
        text(&told.stdout)
    );
    let write = check(&path, &[&format!("--write-baseline={}", baseline.display())]);
    assert_eq!(write.status.code(), Some(0), "{}", text(&write.stdout));
    let moved = file("crossed/crossed.c", format!("/* Moved. */\n\n{CROSSED}").as_bytes());
    let known = check(&moved, &[&format!("--baseline={}", baseline.display())]);
    assert_eq!(known.status.code(), Some(0), "{}", text(&known.stdout));
    assert!(text(&known.stdout).starts_with("No data race") && text(&known.stdout).contains(", known"));
    let allowed = CROSSED.replace("/*HERE*/", "// pepsin: allow deadlock -- never at the same time");
    let allowed = file("crossed/allowed.c", allowed.as_bytes());
    let told = check(&allowed, &[]);
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stdout));
    assert!(
        text(&told.stdout).contains("allowed: never at the same time"),
        "{}",
        text(&told.stdout)
    );
    assert_eq!(check(&allowed, &["--fail-on=any"]).status.code(), Some(1));
}

const TRANSFERS: &str = "#include <pthread.h>
#include <stdlib.h>
struct account { long money; pthread_mutex_t lock; };
static struct account *left, *right;
static void pay(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->money--;
  to->money++;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}
static void *there(void *argument) { pay(left, right); return argument; }
static void *back(void *argument) { pay(right, left); return argument; }
int main(void) {
  pthread_t one, other;
  left = calloc(1, sizeof *left);
  right = calloc(1, sizeof *right);
  if (!left || !right) return 1;
  pthread_mutex_init(&left->lock, 0);
  pthread_mutex_init(&right->lock, 0);
  pthread_create(&one, 0, there, 0);
  pthread_create(&other, 0, back, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
";

#[test]
fn a_lock_in_allocated_memory_is_named_as_it_is_written() {
    let path = file("transfers.c", TRANSFERS.as_bytes());
    let output = pepsin(&[
        "check",
        "--checks=race,deadlock",
        "--steps=1000000",
        &path.to_string_lossy(),
    ]);
    let told = text(&output.stdout);
    assert!(told.contains("confirmed: an execution ends"), "{told}");
    assert!(
        told.contains("waits for to->lock") && told.contains("having from->lock"),
        "{told}"
    );
    assert!(!told.contains("0x"), "{told}");
}
