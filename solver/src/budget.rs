//! Settings of the solver, and the budgets that cut it short.
//!
//! Evaluations and depth are deterministic cut-offs. Time and memory are the last resort: two runs may be cut at
//! different places, so a result cut by them says so. A cut result is partial: some unknowns
//! are not stable, so nothing may be concluded from it.

use std::time::{Duration, Instant};

use crate::profile::Profiling;
use crate::system::Stop;

/// How many evaluations pass between two looks at the memory of the process: a look is a call of the system.
const EVALUATIONS_PER_LOOK_AT_MEMORY: u64 = 256;

/// What the solver is allowed to spend and how eagerly it extrapolates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// The number of evaluations of right-hand sides after which solving is cut.
    pub evaluations: u64,
    /// The time after which solving is cut; `None` never.
    pub time: Option<Duration>,
    /// The memory of the process, in bytes, at which solving is cut; `None` never.
    pub memory: Option<u64>,
    /// The number of unknowns that may be under evaluation at once, each waiting for the next.
    pub depth: usize,
    /// How a widening point among the local unknowns is extrapolated.
    pub locals: Extrapolation,
    /// How a contribution to a global, or to the start of a local, is extrapolated.
    pub contributions: Extrapolation,
    /// Whether account is kept of the effort.
    pub profiling: Profiling,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            evaluations: 10_000_000,
            time: None,
            memory: None,
            depth: 262_144,
            locals: Extrapolation {
                delay: 2,
                switches: 12,
                descents: 32,
            },
            // A loop that is widened and narrowed contributes one thing more than a loop that is not.
            contributions: Extrapolation {
                delay: 3,
                switches: 6,
                descents: 16,
            },
            profiling: Profiling::Off,
        }
    }
}

/// How one value is extrapolated: joined, widened, narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extrapolation {
    /// How many growths are joined before growths are widened.
    pub delay: u32,
    /// How often the value may grow again after it was narrowed; beyond it, it is never narrowed again.
    pub switches: u32,
    /// How many narrowing steps are taken in a row.
    pub descents: u32,
}

/// Why solving ended before a solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// [`SolverSettings::evaluations`] were used up.
    Evaluations,
    /// [`SolverSettings::time`] was over; where, depends on the machine.
    Time,
    /// [`SolverSettings::memory`] was reached; where, depends on the machine.
    Memory,
    /// [`SolverSettings::depth`] was reached.
    Depth,
    /// A right-hand side returned [`Stop`] of its own accord.
    System,
}

/// The budgets while solving.
#[derive(Debug)]
pub(crate) struct Budget {
    evaluations_left: u64,
    deadline: Option<Instant>,
    memory: Option<u64>,
    depth_left: usize,
    cut: Option<Cut>,
}

impl Budget {
    pub(crate) fn new(settings: &SolverSettings) -> Self {
        Self {
            evaluations_left: settings.evaluations,
            deadline: settings.time.and_then(|time| Instant::now().checked_add(time)),
            memory: settings.memory,
            depth_left: settings.depth,
            cut: None,
        }
    }

    /// What ended the solving, if anything did.
    pub(crate) fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Ends the solving; the first reason counts.
    pub(crate) fn end(&mut self, cut: Cut) -> Stop {
        self.cut.get_or_insert(cut);
        Stop
    }

    /// Goes one unknown deeper.
    pub(crate) fn enter(&mut self) -> Result<(), Stop> {
        if self.cut.is_some() {
            return Err(Stop);
        }
        match self.depth_left.checked_sub(1) {
            Some(left) => self.depth_left = left,
            None => return Err(self.end(Cut::Depth)),
        }
        Ok(())
    }

    /// Comes back from the unknown last entered.
    pub(crate) fn leave(&mut self) {
        self.depth_left += 1;
    }

    /// Spends one evaluation.
    pub(crate) fn spend_evaluation(&mut self) -> Result<(), Stop> {
        if self.cut.is_some() {
            return Err(Stop);
        }
        match self.evaluations_left.checked_sub(1) {
            Some(left) => self.evaluations_left = left,
            None => return Err(self.end(Cut::Evaluations)),
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(self.end(Cut::Time));
        }
        let looks = self.evaluations_left.is_multiple_of(EVALUATIONS_PER_LOOK_AT_MEMORY);
        if looks
            && self
                .memory
                .is_some_and(|most| resident().is_some_and(|now| now >= most))
        {
            return Err(self.end(Cut::Memory));
        }
        Ok(())
    }
}

/// The memory of the process that is in use, in bytes, where the system tells (the second number of `/proc/self/statm`, in pages).
fn resident() -> Option<u64> {
    const PAGE_BYTES: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE_BYTES))
}
