//! Runs tasks in the competition's format: which known races execution confirms, and whether it contradicts an expected verdict.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use pepsin::explore::{Conclusion, ExhaustSettings, ExploreSettings, exhaust, run};
use pepsin::frontend::{FrontendOptions, Input, load};
use pepsin::ir::{DataModel, Program};
use pepsin::tasks::{Expected, Task, find_tasks};

/// How tasks are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// Many schedules, until a race shows.
    Find,
    /// All states.
    Exhaust,
}

/// What became of one task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Confirmed,
    Proved,
    Nothing,
    Contradiction,
    Unreadable,
}

/// Runs all tasks below the paths that have an expected answer for data races, and writes a line for each and a summary;
/// true if nothing contradicts an expectation.
///
/// # Errors
/// When a folder can't be listed or the output can't be written.
pub fn run_tasks(paths: &[PathBuf], method: Method, schedules: u64, out: &mut impl Write) -> std::io::Result<bool> {
    let mut counts = [0usize; 5];
    for path in paths {
        let tasks = find_tasks(path).map_err(|error| std::io::Error::other(error.to_string()))?;
        for task in tasks {
            if let Some(outcome) = run_task(&task, method, schedules, out)? {
                counts[outcome as usize] += 1;
            }
        }
    }
    let [confirmed, proved, nothing, contradictions, unreadable] = counts;
    writeln!(
        out,
        "{confirmed} races confirmed, {proved} proved, {nothing} without result, {contradictions} contradictions, {unreadable} unreadable."
    )?;
    Ok(contradictions == 0)
}

fn run_task(task: &Task, method: Method, schedules: u64, out: &mut impl Write) -> std::io::Result<Option<Outcome>> {
    let expected = match task.expected {
        Expected::RaceFree => true,
        Expected::Race => false,
        Expected::Unknown | Expected::NotAsked => return Ok(None),
    };
    let inputs: Vec<Input> = task.inputs.iter().map(Input::new).collect();
    let options = FrontendOptions {
        data_model: task.data_model.unwrap_or(DataModel::Ilp32),
        ..FrontendOptions::default()
    };
    let (outcome, text, milliseconds) = match load(&inputs, &options) {
        Err(errors) => (Outcome::Unreadable, format!("{:?}", errors.first()), 0),
        Ok(loaded) => {
            let started = Instant::now();
            let (outcome, text) = match method {
                Method::Find => find(&loaded.program, expected, schedules),
                Method::Exhaust => visit_all(&loaded.program, expected),
            };
            (outcome, text, started.elapsed().as_millis())
        }
    };
    let answer = if expected { "true" } else { "false" };
    writeln!(
        out,
        "{outcome:?} {} expected {answer}: {text}, {milliseconds} ms",
        task.path.display()
    )?;
    Ok(Some(outcome))
}

fn find(program: &Program, expected: bool, schedules: u64) -> (Outcome, String) {
    let settings = ExploreSettings {
        schedules,
        ..ExploreSettings::default()
    };
    let found = run(program, &settings);
    let outcome = match (found.races.is_empty(), expected) {
        (true, _) => Outcome::Nothing,
        (false, true) => Outcome::Contradiction,
        (false, false) => Outcome::Confirmed,
    };
    let race = found.races.first().map(|race| {
        let (first, second) = (&race.first, &race.second);
        format!("{} at lines {} and {}, ", race.object, first.at.line, second.at.line)
    });
    let (open, bad) = (found.open.keys().next(), found.bad_accesses.keys().next());
    let text = format!(
        "{}{} executions, {} steps, {} ended, {} rejected, {} deadlocks, {} too long, open {open:?}, bad {bad:?}",
        race.unwrap_or_default(),
        found.schedules,
        found.steps,
        found.exits,
        found.rejected,
        found.deadlocks,
        found.step_limits
    );
    (outcome, text)
}

fn visit_all(program: &Program, expected: bool) -> (Outcome, String) {
    let all = exhaust(program, &ExhaustSettings::default());
    let (outcome, text) = match (&all.conclusion, expected) {
        (Conclusion::RaceFree, true) => (Outcome::Proved, "race-free".to_owned()),
        (Conclusion::RaceFree, false) => (Outcome::Contradiction, "race-free".to_owned()),
        (Conclusion::Race { first, second }, expected) => {
            let outcome = if expected { Outcome::Nothing } else { Outcome::Confirmed };
            (outcome, format!("race at lines {} and {}", first.line, second.line))
        }
        (Conclusion::Open(reasons), _) => {
            let first = reasons
                .keys()
                .next()
                .map(|(reason, at)| format!("{reason} at line {}", at.line));
            (Outcome::Nothing, format!("open: {}", first.unwrap_or_default()))
        }
    };
    (
        outcome,
        format!(
            "{text}, {} states, {} turns, {} steps",
            all.states, all.turns, all.steps
        ),
    )
}
