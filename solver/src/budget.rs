//! Settings of the solver, and the budgets that cut it short.
//!
//! Evaluations, work and depth are deterministic cut-offs. Being asked from outside is the last resort: two runs may be cut at
//! different places, so a result says why it was cut. A cut result is partial: some unknowns
//! are not stable, so nothing may be concluded from it.

use crate::interrupt::Interrupt;
use crate::profile::Profiling;
use crate::system::Stop;

/// The work of an evaluation, besides that of what it asks and tells.
pub const EVALUATION: u64 = 10;

/// What the solver is allowed to spend and how eagerly it extrapolates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// The number of evaluations of right-hand sides after which solving is cut.
    pub evaluations: u64,
    /// The work after which solving is cut. Each value or fact that a right-hand side reads, and each contribution that it makes,
    /// counts for one, the evaluation for [`EVALUATION`] besides. So it is closer to time than the number of evaluations is, and as
    /// deterministic.
    pub work: u64,
    /// The pace below which solving is cut, if any.
    pub pace: Option<Pace>,
    /// By whom solving is cut from outside.
    pub interrupt: Interrupt,
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
            work: u64::MAX,
            pace: None,
            interrupt: Interrupt::default(),
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

/// How fast solving must meet local unknowns. One that comes to an end pays for each a bounded number of times, while one that goes round and
/// round in those that it knows pays without meeting others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The work that is not counted.
    pub free: u64,
    /// The work besides that each local unknown met so far is worth.
    pub by_unknown: u64,
}

impl Pace {
    fn allows(self, work: u64, unknowns: usize) -> bool {
        work <= self
            .by_unknown
            .saturating_mul(unknowns as u64)
            .saturating_add(self.free)
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
    /// [`SolverSettings::evaluations`] or [`SolverSettings::work`] were used up, or the [`Pace`] was too slow.
    Evaluations,
    /// The time was over; where, depends on the machine.
    Time,
    /// The memory was used up; where, depends on the machine.
    Memory,
    /// Somebody did not want to wait any longer.
    Request,
    /// [`SolverSettings::depth`] was reached.
    Depth,
    /// A right-hand side returned [`Stop`] of its own accord.
    System,
}

/// The budgets while solving.
#[derive(Debug)]
pub(crate) struct Budget {
    evaluations_left: u64,
    most_work: u64,
    work: u64,
    pace: Option<Pace>,
    interrupt: Interrupt,
    depth_left: usize,
    cut: Option<Cut>,
}

impl Budget {
    pub(crate) fn new(settings: &SolverSettings) -> Self {
        Self {
            evaluations_left: settings.evaluations,
            most_work: settings.work,
            work: 0,
            pace: settings.pace,
            interrupt: settings.interrupt.clone(),
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

    /// Ends the solving because a right-hand side did: of its own accord, or because it was asked to.
    pub(crate) fn stopped(&mut self) -> Stop {
        self.end(self.interrupt.reason().unwrap_or(Cut::System))
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

    /// Spends some work. That it was too much is found at the next evaluation.
    pub(crate) fn spend_work(&mut self, work: u64) {
        self.work = self.work.saturating_add(work);
    }

    /// Whether there is work left, at this pace.
    fn may_work(&self, unknowns: usize) -> bool {
        self.work < self.most_work && self.pace.is_none_or(|pace| pace.allows(self.work, unknowns))
    }

    /// Spends one evaluation, when so many local unknowns are known.
    pub(crate) fn spend_evaluation(&mut self, unknowns: usize) -> Result<(), Stop> {
        if self.cut.is_some() {
            return Err(Stop);
        }
        match self.evaluations_left.checked_sub(1) {
            Some(left) if self.may_work(unknowns) => self.evaluations_left = left,
            _ => return Err(self.end(Cut::Evaluations)),
        }
        match self.interrupt.reason() {
            Some(cut) => Err(self.end(cut)),
            None => Ok(()),
        }
    }
}
