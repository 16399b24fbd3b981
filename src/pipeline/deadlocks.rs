//! The stage that executes the program for deadlocks: threads that executions show to wait in a circle, in the words of the check.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::confirm::{self, execution_settings};
use super::solving::Solved;
use crate::config::{Checks, Search, Settings};
use crate::deadlocks::{Blocked, Checked, Execution, Executions, Uncovered, check};
use crate::explore::{
    self, Conclusion, Deadlock, Detection, ExhaustSettings, ExploreSettings, Goal, Missing, Scheduling, StuckThread,
    Until,
};
use crate::ir::Program;
use crate::limits::Watch;
use crate::races::{LockMode, Verdict};

/// So many executions are made at most.
const MOST_EXECUTIONS: u64 = 400;
/// So many operations are executed, of each that the search for races may take.
const SHARE_OF_STEPS: u64 = 4;

/// What executions show of deadlocks, if they are checked: where nothing is left open, none is made.
pub fn executions(program: &Program, settings: &Settings, solved: &Solved, watch: &Watch) -> Option<Executions> {
    if settings.checks == Checks::Races {
        return None;
    }
    let checked = check(&solved.blocking, &solved.evidence, solved.enabled);
    let is_proved = checked.is_clear() && solved.evidence.cut.is_none() && !solved.evidence.may_hide_race();
    if is_proved || settings.exploration == Search::Off {
        return Some(Executions::Open);
    }
    let limits = ExploreSettings {
        goal: Goal::Deadlocks,
        detection: Detection::Off,
        until: Until::BudgetUsed,
        schedules: MOST_EXECUTIONS,
        total_steps: settings.steps / SHARE_OF_STEPS,
        interrupt: watch.interrupt().clone(),
        library: Arc::clone(&settings.library),
        ..execution_settings(settings)
    };
    let wanted = wanted(&checked);
    let found = explore::run_for(program, &limits, wanted);
    let executions = found.circles.iter().map(|circle| execution(program, circle));
    let executions: Vec<Execution> = executions.collect();
    Some(match executions.is_empty() {
        true => visited(program, settings, solved, watch),
        false => Executions::Found(executions),
    })
}

/// Visits all states for some in which threads wait for ever. There waits for signals may end for no reason, so nothing is said of programs that
/// have any; and what is left open by the analysis of races, or by a limit, is left open here.
fn visited(program: &Program, settings: &Settings, solved: &Solved, watch: &Watch) -> Executions {
    let waits_for_signals = solved.blocking.uncovered.contains_key(&Uncovered::Signals);
    let is_open = solved.verdict() != Verdict::RaceFree || solved.evidence.may_hide_race();
    let has_handlers = !solved.blocking.obstacles.is_empty();
    if waits_for_signals || is_open || has_handlers {
        return Executions::Open;
    }
    let limits = ExhaustSettings {
        goal: Goal::Deadlocks,
        ..confirm::exhaust_settings(settings, Scheduling::OpenPlaces(BTreeSet::new()), watch.interrupt())
    };
    let exhaustion = explore::exhaust(program, &limits);
    match exhaustion.conclusion {
        Conclusion::RaceFree if exhaustion.stuck == 0 => Executions::Complete {
            states: exhaustion.states as u64,
        },
        _ => Executions::Open,
    }
}

/// How many circles are looked for: as many as were found without executions, and one where none was.
fn wanted(checked: &Checked<'_>) -> usize {
    checked.circles.len().max(1)
}

fn execution(program: &Program, circle: &Deadlock) -> Execution {
    let segments = circle.execution.segments.iter();
    Execution {
        threads: circle.threads.iter().map(|thread| blocked(program, thread)).collect(),
        schedule: segments.map(|segment| (segment.thread, segment.steps)).collect(),
        inputs: circle.execution.inputs.clone(),
        most_threads: circle.execution.threads,
    }
}

fn blocked(program: &Program, stuck: &StuckThread) -> Blocked {
    let name = |function| program.function(function).name.clone();
    let (wanted, mode, is_kept) = match &stuck.missing {
        Missing::Lock { name, mode, is_kept } => {
            let name = Some(name.clone()).filter(|name| name != explore::LOCK_WITHOUT_NAME);
            (name, Some(lock_mode(*mode)), *is_kept)
        }
        Missing::End(thread) => (Some(format!("the end of thread {thread}")), None, false),
    };
    Blocked {
        thread: confirm::thread_name(program, stuck.routine, stuck.creator),
        number: stuck.thread,
        at: stuck.at,
        function: stuck
            .snapshot
            .stack
            .last()
            .map_or_else(String::new, |(function, _)| name(*function)),
        wanted,
        mode,
        is_kept,
        held: stuck.snapshot.locks.iter().map(|(lock, _)| lock.clone()).collect(),
        stack: stuck
            .snapshot
            .stack
            .iter()
            .map(|(function, at)| (name(*function), *at))
            .collect(),
    }
}

fn lock_mode(mode: explore::LockMode) -> LockMode {
    match mode {
        explore::LockMode::Read => LockMode::Read,
        explore::LockMode::Write => LockMode::Write,
    }
}
