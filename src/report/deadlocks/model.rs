//! What a report tells of deadlocks.

use crate::report::fingerprint::fingerprint;
use crate::report::model::{CallReport, Disposition, ObstacleReport, Ordered, PlaceReport, Status};
use crate::report::text::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found out about deadlocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeadlocksReport {
    /// What is said of the program.
    pub verdict: DeadlockVerdict,
    /// How many states were visited, if that is what settles what is said.
    pub explored_states: Option<u64>,
    /// Threads that wait in a circle, or may: those that were executed first.
    pub circles: Vec<CircleReport>,
    /// Whether there may be more than are listed: more threads in a circle than `longest`, or too many circles.
    pub has_more: bool,
    /// Circles of several threads are listed up to this number of them.
    pub longest: usize,
    /// In which order locks are taken, whether or not that is of any harm; each pair of names once.
    #[serde(default)]
    pub order: Vec<LockOrderReport>,
    /// Operations on locks that are wrong whatever other threads do.
    pub faults: Vec<LockFaultReport>,
    /// By what else threads wait: nothing is said of that.
    pub uncovered: Vec<UncoveredReport>,
    /// What could hide a deadlock, besides what could hide a race.
    pub obstacles: Vec<ObstacleReport>,
    /// What the verdict takes for granted, besides what that on races does.
    pub assumptions: Vec<String>,
}

/// The verdict on deadlocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeadlockVerdict {
    /// In no state do threads wait for ever: all states were visited.
    DeadlockFree,
    /// No threads wait in a circle for mutexes, read-write locks and ends of threads.
    NoLockDeadlock,
    /// An execution ended with threads that wait for each other.
    Deadlock,
    /// Threads may wait in a circle.
    PossibleDeadlock,
    /// Nothing could be said.
    Undecided,
}

/// How threads wait for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CircleShape {
    /// Each holds a lock that the next one waits for.
    LockOrder,
    /// One waits for the end of another one, which waits for what that holds.
    Join,
    /// One waits for a lock that it holds.
    Relock,
    /// One waits to write under a lock under which it reads.
    Upgrade,
    /// One waits for a lock with which another one has ended.
    Kept,
}

/// Threads that wait in a circle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CircleReport {
    /// How.
    pub shape: CircleShape,
    /// Possible or confirmed.
    pub status: Status,
    /// The threads, each of which waits for what the next one has; the last one for what the first one has.
    pub threads: Vec<BlockedReport>,
    /// Where a thread ends with the lock, in a circle of that shape.
    pub kept_at: Option<PlaceReport>,
    /// Of two threads: for each digest, by its id, why it did not exclude that both wait at once.
    pub not_excluded_because: Ordered<String>,
    /// Of a confirmed circle, an execution that ends in it: what is needed to run it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution: Option<ExecutedReport>,
    /// What names the circle without lines: its shape, and who waits where for what. As 16 hexadecimal digits.
    #[serde(default)]
    pub fingerprint: String,
    /// What the user has said of it.
    #[serde(default)]
    pub disposition: Disposition,
}

/// All choices of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutedReport {
    /// The turns, each with the number of the thread and of operations.
    pub schedule: Vec<[u64; 2]>,
    /// The inputs, in the order in which they were taken.
    pub inputs: Vec<u64>,
    /// A thread that creates more threads than this does not go on.
    pub most_threads: usize,
}

/// A thread that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockedReport {
    /// Where it waits.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function it waits in.
    pub function: String,
    /// The thread.
    pub thread: String,
    /// What it waits for: a lock, or the end of a thread.
    pub wanted: String,
    /// What it has that the one before it in the circle waits for.
    pub has: String,
    /// Where it took that, if it is a lock and that is known.
    pub taken: Option<PlaceReport>,
    /// Where the thread is created; nothing for main.
    pub created: Vec<PlaceReport>,
    /// The calls that led there, innermost first: those of the execution, else a shortest way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<CallReport>,
}

/// A lock that is taken while another one is held.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct LockOrderReport {
    /// The lock that is held, or what it may be.
    pub held: String,
    /// The lock that is taken then, or what it may be.
    pub taken: String,
    /// Where it is taken, in the order of the sources.
    pub places: Vec<PlaceReport>,
}

/// An operation on a lock that is wrong whatever other threads do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LockFaultReport {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function.
    pub function: String,
    /// What, as a sentence.
    pub what: String,
}

/// A kind of waiting of which nothing is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UncoveredReport {
    /// The first place.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// What.
    pub what: String,
}

impl DeadlocksReport {
    /// The verdict as a sentence.
    pub fn sentence(&self) -> String {
        let number = |status| self.circles.iter().filter(|circle| circle.status == status).count() as u64;
        let ways = |number| count(number, "way", "ways");
        match self.verdict {
            DeadlockVerdict::DeadlockFree => format!(
                "No deadlock, by exhaustive exploration: in none of {} do threads wait for ever.",
                count(self.explored_states.unwrap_or(0), "state", "states")
            ),
            DeadlockVerdict::NoLockDeadlock => {
                "No lock deadlock: no threads wait in a circle for mutexes, read-write locks and ends of threads."
                    .to_owned()
            }
            DeadlockVerdict::Deadlock => match number(Status::Possible) {
                0 => format!("Deadlock in {}.", ways(number(Status::Confirmed))),
                more => format!(
                    "Deadlock in {}, possible in {}.",
                    ways(number(Status::Confirmed)),
                    count(more, "more way", "more ways")
                ),
            },
            DeadlockVerdict::PossibleDeadlock => match self.circles.len() as u64 {
                0 => format!("Possible deadlock of more than {} threads.", self.longest),
                some => format!("Possible deadlock in {}.", ways(some)),
            },
            DeadlockVerdict::Undecided => "Deadlocks are undecided: the analysis could not be completed.".to_owned(),
        }
    }
}

impl CircleReport {
    /// The circle in a sentence.
    pub fn title(&self) -> String {
        let locks = || {
            let wanted = self.threads.iter().map(|thread| thread.wanted.as_str());
            let has = self.threads.iter().map(|thread| thread.has.as_str());
            let has = has.filter(|_| self.shape == CircleShape::LockOrder);
            let mut names: Vec<&str> = wanted.chain(has).collect();
            names.sort_unstable();
            names.dedup();
            names.join(", ")
        };
        match self.shape {
            CircleShape::LockOrder => format!("threads take {} in different orders", locks()),
            CircleShape::Join => "a thread waits for the end of one that waits for what it holds".to_owned(),
            CircleShape::Relock => format!("a thread waits for {}, which it holds", locks()),
            CircleShape::Upgrade => format!("a thread waits to write under {}, under which it reads", locks()),
            CircleShape::Kept => format!("a thread waits for {}, with which another one has ended", locks()),
        }
    }

    /// Sets its fingerprint: an executed circle has that of the possible one which it shows.
    pub(in crate::report) fn set_fingerprint(&mut self) {
        let mut threads: Vec<String> = self.threads.iter().map(BlockedReport::key).collect();
        threads.sort();
        // Where two threads wait for locks in a circle, each may be the first one.
        self.fingerprint = fingerprint(&format!("deadlock {:?} {}", self.shape, threads.join("; ")));
    }

    /// `deadlock`, or `possible deadlock`.
    pub fn what(&self) -> &'static str {
        match self.status {
            Status::Confirmed => "deadlock",
            Status::Possible | Status::Safe => "possible deadlock",
        }
    }
}

impl BlockedReport {
    /// Who waits where: the routine, the function, and the variable if it waits for one, without indices.
    fn key(&self) -> String {
        let routine = self.thread.split([' ', ',']).next().unwrap_or_default();
        let is_variable = !self.wanted.contains(' ') && !self.wanted.contains("->");
        let variable = self.wanted.split('[').next().filter(|_| is_variable);
        format!("{routine} {} {}", self.function, variable.unwrap_or_default())
    }

    /// `waits for b in f by worker created at line 7, having a`.
    pub fn sentence(&self) -> String {
        let BlockedReport {
            wanted,
            function,
            thread,
            has,
            ..
        } = self;
        format!("{thread} waits for {wanted} in {function}, having {has}")
    }
}
