//! ThreadSanitizer: what it reports of the executions of a compiled program, our executions should show, too.
//!
//! It sees the executions that happen to happen, and orders accesses by happens-before as we do
//! (Serebryany and Iskhodzhanov, 2009). So what it reports is no proof that our executions find all,
//! but a race that it reports and that ours do not show is a schedule, an input or an order that we get wrong.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pepsin::explore::Until;
use pepsin::tasks::Task;

use crate::tasks::{Executed, Search, execute};

/// How long a compiled program may run.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the functions of the competition do in a compiled program; inputs come from a seed.
const COMPETITION: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t block = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static unsigned long state;
__attribute__((constructor)) static void start(void) { state = strtoul(getenv("PEPSIN_SEED"), 0, 10); }
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&block); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&block); }
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
__attribute__((weak)) void reach_error(void) { _exit(0); }
int __VERIFIER_nondet_int(void) {
  unsigned long next = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
  return (int)((next ^ next >> 29) >> 7 & 3);
}
"#;

/// A program with a race in lines 3 and 7.
const PROBE: &str = "\
#include <pthread.h>
int g;
void *run(void *argument) { g = 1; return argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  g = 2;
  return pthread_join(t, 0);
}
";

/// A compiler with ThreadSanitizer whose programs run here.
#[derive(Clone, Debug)]
pub struct Sanitizer {
    folder: PathBuf,
    /// What stands before a program's name, such as a command that fixes addresses.
    launcher: Vec<&'static str>,
}

/// The lines of the accesses that race, the smaller one first.
pub type Lines = BTreeSet<(u32, u32)>;

impl Sanitizer {
    /// Looks whether `gcc -fsanitize=thread` works here; files go to a folder.
    ///
    /// # Errors
    /// If it does not: why.
    pub fn find(folder: &Path) -> Result<Self, String> {
        let mut sanitizer = Sanitizer {
            folder: folder.join(format!("sanitizer-{}", std::process::id())),
            launcher: Vec::new(),
        };
        fs::create_dir_all(&sanitizer.folder).map_err(|error| error.to_string())?;
        let (stubs, probe) = (sanitizer.folder.join("competition.c"), sanitizer.folder.join("probe.c"));
        fs::write(&stubs, format!("#define _GNU_SOURCE{COMPETITION}")).map_err(|error| error.to_string())?;
        fs::write(&probe, PROBE).map_err(|error| error.to_string())?;
        // Where addresses are too random for it, they are fixed.
        for launcher in [vec![], vec!["setarch", "-R"]] {
            sanitizer.launcher = launcher;
            if sanitizer.lines(std::slice::from_ref(&probe), 3)?.contains(&(3, 7)) {
                return Ok(sanitizer);
            }
        }
        Err("It does not report the race of a program that has one.".to_owned())
    }

    /// What is reported of some executions of a task.
    ///
    /// # Errors
    /// If it cannot be compiled or run: why.
    pub fn of_task(&self, task: &Task, executions: u64) -> Result<Lines, String> {
        self.lines(&task.inputs, executions)
    }

    fn lines(&self, sources: &[PathBuf], executions: u64) -> Result<Lines, String> {
        let program = self.folder.join("program");
        let mut compile = Command::new("gcc");
        compile
            .args(["-g", "-O0", "-w", "-fsanitize=thread", "-o"])
            .arg(&program);
        let compiled = compile
            .args(sources)
            .arg(self.folder.join("competition.c"))
            .arg("-lpthread")
            .output();
        let compiled = compiled.map_err(|error| format!("gcc: {error}."))?;
        if !compiled.status.success() {
            return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
        }
        let mut lines = Lines::new();
        for seed in 1..=executions {
            lines.extend(reported(&self.run(&program, seed)?, sources));
        }
        Ok(lines)
    }

    /// What a program writes to standard error.
    fn run(&self, program: &Path, seed: u64) -> Result<String, String> {
        let log = self.folder.join("log");
        let failed = |error: std::io::Error| error.to_string();
        let mut command = match self.launcher.split_first() {
            Some((launcher, arguments)) => {
                let mut command = Command::new(launcher);
                command.args(arguments).arg(program);
                command
            }
            None => Command::new(program),
        };
        command
            .env(
                "TSAN_OPTIONS",
                "exitcode=0 report_signal_unsafe=0 report_thread_leaks=0 history_size=4",
            )
            .env("PEPSIN_SEED", seed.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log).map_err(failed)?);
        let mut child = command.spawn().map_err(failed)?;
        let start = Instant::now();
        while child.try_wait().map_err(failed)?.is_none() {
            if start.elapsed() > PATIENCE {
                // It may have ended in between.
                let _ = child.kill();
                child.wait().map_err(failed)?;
                break;
            }
            sleep(Duration::from_millis(5));
        }
        Ok(String::from_utf8_lossy(&fs::read(&log).map_err(failed)?).into_owned())
    }
}

/// What ThreadSanitizer reported of a task, and what our executions showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The task.
    pub executed: Executed,
    /// What was reported; or why there was nothing to run.
    pub reported: Result<Lines, String>,
}

/// The executions that are compared: enough that each race of a small task is among them.
const SEARCH: Search = Search {
    schedules: 400,
    steps: 20_000,
    until: Until::BudgetUsed,
    workers: 1,
};

impl Sanitizer {
    /// Compares the reports on some executions of each task with ours.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn compare(&self, tasks: &[Task], executions: u64) -> std::io::Result<Vec<Agreement>> {
        let executed = execute(tasks, SEARCH)?;
        let compare = |executed: Executed| Agreement {
            reported: self.of_task(&executed.task, executions),
            executed,
        };
        Ok(executed.into_iter().map(compare).collect())
    }
}

impl Agreement {
    /// Reported races that no execution showed.
    #[must_use]
    pub fn missed(&self) -> Lines {
        let shown = self.executed.races.clone().unwrap_or_default();
        self.reported
            .iter()
            .flatten()
            .filter(|race| !shown.contains(race))
            .copied()
            .collect()
    }

    fn has_report(&self) -> bool {
        self.reported.as_ref().is_ok_and(|lines| !lines.is_empty())
    }
}

/// The agreement on all tasks.
#[derive(Clone, Copy, Debug)]
pub struct Agreements<'a>(pub &'a [Agreement]);

impl Agreements<'_> {
    /// Tasks of which a race was reported, and no execution showed any.
    pub fn missed_tasks(&self) -> impl Iterator<Item = &Agreement> {
        let missed = |agreement: &&Agreement| agreement.has_report() && !agreement.executed.has_raced();
        self.0.iter().filter(missed)
    }
}

impl fmt::Display for Agreements<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reports = || self.0.iter().filter(|agreement| agreement.has_report());
        let shown = reports().filter(|agreement| agreement.executed.has_raced()).count();
        let pairs: usize = reports()
            .map(|agreement| agreement.reported.iter().flatten().count())
            .sum();
        let missed: usize = reports().map(|agreement| agreement.missed().len()).sum();
        writeln!(out, "{} tasks that race.", self.0.len())?;
        writeln!(
            out,
            "ThreadSanitizer reports races of {}; executions show races of {shown} of them.",
            reports().count()
        )?;
        writeln!(
            out,
            "It reports {pairs} pairs of lines; executions show {} of them.",
            pairs - missed
        )?;
        for agreement in self.0 {
            let path = agreement.executed.task.path.display();
            if let Err(error) = &agreement.reported {
                writeln!(
                    out,
                    "  not compiled: {path}: {}",
                    error.lines().next().unwrap_or_default()
                )?;
            }
            for (one, other) in agreement.missed() {
                writeln!(out, "  reported, but not shown: {path}: lines {one} and {other}")?;
            }
        }
        let alone = self
            .0
            .iter()
            .filter(|agreement| agreement.executed.has_raced() && !agreement.has_report());
        writeln!(out, "Executions show races of {} more.", alone.count())
    }
}

impl Drop for Sanitizer {
    fn drop(&mut self) {
        // What is left there harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The lines of the races in a log: in each warning, the innermost frames of the two accesses that lie in the sources.
fn reported(log: &str, sources: &[PathBuf]) -> Lines {
    let names: Vec<_> = sources.iter().filter_map(|source| source.to_str()).collect();
    let mut lines = Lines::new();
    for warning in log.split("WARNING: ThreadSanitizer: data race").skip(1) {
        let stacks: Vec<&str> = warning.split("\n\n").take(2).collect();
        let frames: Vec<_> = stacks.iter().filter_map(|stack| innermost(stack, &names)).collect();
        // A function that is atomic by its name is not so for the compiler.
        if let [(one, first), (other, second)] = frames[..]
            && !(first.starts_with("__VERIFIER_atomic") && second.starts_with("__VERIFIER_atomic"))
        {
            lines.insert((one.min(other), one.max(other)));
        }
    }
    lines
}

/// The line and the function of the first frame `#n function file:line` in one of some files.
fn innermost<'l>(stack: &'l str, names: &[&str]) -> Option<(u32, &'l str)> {
    stack.lines().find_map(|line| {
        let mut words = line.trim().strip_prefix('#')?.split_whitespace().skip(1);
        let (function, place) = (words.next()?, words.next()?);
        let line = names
            .iter()
            .find_map(|name| place.strip_prefix(name)?.strip_prefix(':'))?;
        Some((line.split(':').next()?.parse().ok()?, function))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_is_named_by_the_lines_of_its_two_accesses_in_the_sources() {
        let log = "
==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x1 by thread T1:
    #0 memset somewhere/interceptors.inc:900 (a+0x1)
    #1 run /tasks/one.c:9:3 (a+0x2)

  Previous read of size 4 at 0x1 by main thread:
    #0 main /tasks/one.c:4 (a+0x3)

  Location is global 'g' of size 4 at 0x1 (a+0x4)
";
        let sources = [PathBuf::from("/tasks/one.c")];
        assert_eq!(reported(log, &sources), Lines::from([(4, 9)]));
        assert_eq!(reported("no warning at all", &sources), Lines::new());
    }
}
