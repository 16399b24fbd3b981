//! Tasks of the competition, executed: which of them show a race under a number of schedules.
//!
//! No task that is free of races may show one, and of those that race, the more show one the better.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pepsin::config::{Convention, Settings};
use pepsin::explore::{self, ExploreSettings, Releases, Until};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::pipeline::read;
use pepsin::tasks::{Expected, Task};

/// How each task is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Executions.
    pub schedules: u64,
    /// Operations of one execution at most.
    pub steps: u64,
    /// When it ends.
    pub until: Until,
    /// Tasks at once.
    pub workers: usize,
}

/// What the executions of a task showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The task.
    pub task: Task,
    /// The lines of the accesses that race, the smaller one first; or why it is not understood.
    pub races: Result<BTreeSet<(u32, u32)>, String>,
    /// Operations executed.
    pub steps: u64,
}

/// Bytes of stack for each worker: the parser and the lowering recurse as deep as programs nest.
const STACK: usize = 256 << 20;

/// Executes tasks; the results are in the order of the tasks.
///
/// # Errors
/// If the system gives no threads.
pub fn execute(tasks: &[Task], search: Search) -> std::io::Result<Vec<Executed>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(execute_one(task, search));
        }
        done
    };
    let mut all: Vec<Executed> = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let workers = (0..search.workers.max(1))
            .map(start)
            .collect::<std::io::Result<Vec<_>>>()?;
        let done = workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default());
        Ok::<_, std::io::Error>(done.collect())
    })?;
    all.sort_by(|one, other| one.task.path.cmp(&other.task.path));
    Ok(all)
}

fn execute_one(task: &Task, search: Search) -> Executed {
    let mut settings = Settings::new(Convention::SvComp);
    settings.data_model = task.data_model.unwrap_or(settings.data_model);
    let inputs: Vec<Input> = task.inputs.iter().map(Input::new).collect();
    let limits = ExploreSettings {
        schedules: search.schedules,
        steps: search.steps,
        total_steps: u64::MAX,
        until: search.until,
        releases: Releases::Ignored,
        ..ExploreSettings::default()
    };
    let explored = read(&inputs, &settings, &Watch::default()).map(|(program, _)| explore::run(&program, &limits));
    let lines = |race: &explore::Race| {
        let (one, other) = (race.first.at.line, race.second.at.line);
        (one.min(other), one.max(other))
    };
    Executed {
        task: task.clone(),
        steps: explored.as_ref().map_or(0, |explored| explored.steps),
        races: explored
            .map(|explored| explored.races.iter().map(lines).collect())
            .map_err(|errors| errors.to_string()),
    }
}

/// The shares of tasks that show a race.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'e>(pub &'e [Executed]);

impl Shares<'_> {
    fn of(&self, expected: Expected) -> impl Iterator<Item = &Executed> {
        self.0.iter().filter(move |executed| executed.task.expected == expected)
    }

    /// The tasks that are free of races and show one.
    pub fn wrong(&self) -> impl Iterator<Item = &Executed> {
        self.of(Expected::RaceFree).filter(|executed| executed.has_raced())
    }
}

impl Executed {
    /// Whether an execution showed a race.
    #[must_use]
    pub fn has_raced(&self) -> bool {
        self.races.as_ref().is_ok_and(|races| !races.is_empty())
    }
}

impl fmt::Display for Shares<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: u64 = self.0.iter().map(|executed| executed.steps).sum();
        writeln!(out, "{} tasks, {steps} operations.", self.0.len())?;
        for (expected, name) in [(Expected::Race, "race"), (Expected::RaceFree, "are free of races")] {
            let raced = self.of(expected).filter(|executed| executed.has_raced()).count();
            writeln!(
                out,
                "{raced} of {} tasks that {name} show one.",
                self.of(expected).count()
            )?;
        }
        for executed in self.wrong() {
            writeln!(out, "  free of races, but shows one: {}", executed.task.path.display())?;
        }
        for executed in self.of(Expected::Race).filter(|executed| !executed.has_raced()) {
            writeln!(out, "  races, but shows none: {}", executed.task.path.display())?;
        }
        for executed in self.0 {
            if let Err(error) = &executed.races {
                writeln!(out, "  not understood: {}: {error}", executed.task.path.display())?;
            }
        }
        Ok(())
    }
}
