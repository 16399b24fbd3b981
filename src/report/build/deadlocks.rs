//! What a report tells of deadlocks: circles that nothing excludes, and those that executions showed.

use super::Findings;
use crate::deadlocks::{
    self, Blocked, Circle, Edge, Execution, Executions, Fault, LockPlaces, MOST_THREADS, Misuse, Notes, Shape, Source,
    Wanted,
};
use crate::ir::{FunctionId, Position};
use crate::races::{LockMode, Thread, ThreadId};
use crate::report::deadlocks::{
    BlockedReport, CircleReport, CircleShape, DeadlockVerdict, DeadlocksReport, ExecutedReport, LockFaultReport,
    LockOrderReport, UncoveredReport,
};
use crate::report::model::{CallReport, Disposition, ObstacleReport, Ordered, PlaceReport, Status, VerdictReport};
use crate::report::spelling::part;
use std::collections::{BTreeMap, BTreeSet};

/// So many names are listed of what a pointer may lead to.
const MOST_NAMES: usize = 3;

impl Findings<'_> {
    /// What is said of deadlocks, if they are checked.
    pub(super) fn deadlocks(&self, races: VerdictReport) -> Option<DeadlocksReport> {
        let (notes, executions) = self.blocking?;
        let evidence = self.evidence();
        let checked = deadlocks::check(notes, evidence, self.explainer.enabled);
        let verdict = match deadlocks::decide(&checked, notes, evidence, executions) {
            deadlocks::Verdict::DeadlockFree => DeadlockVerdict::DeadlockFree,
            deadlocks::Verdict::NoLockDeadlock => DeadlockVerdict::NoLockDeadlock,
            deadlocks::Verdict::Deadlock => DeadlockVerdict::Deadlock,
            deadlocks::Verdict::PossibleDeadlock => DeadlockVerdict::PossibleDeadlock,
            deadlocks::Verdict::Undecided => DeadlockVerdict::Undecided,
        };
        // What is left open without executions is settled when all states were visited.
        let is_settled = verdict == DeadlockVerdict::DeadlockFree;
        Some(DeadlocksReport {
            verdict,
            circles: match is_settled {
                true => Vec::new(),
                false => self.circles(&checked.circles, executions),
            },
            has_more: checked.has_more && !is_settled,
            explored_states: match executions {
                Executions::Complete { states } => Some(*states),
                Executions::Open | Executions::Found(_) => None,
            },
            longest: MOST_THREADS,
            order: self.lock_order(notes),
            faults: self.faults(notes),
            uncovered: self.uncovered(notes),
            obstacles: notes
                .obstacles
                .iter()
                .map(|(at, what)| self.blocking_obstacle(*at, what))
                .collect(),
            assumptions: self.assumed_of_deadlocks(races),
        })
    }

    fn blocking_obstacle(&self, at: Position, what: &str) -> ObstacleReport {
        ObstacleReport {
            place: self.place(at),
            what: what.to_owned(),
            may_hide_race: false,
        }
    }

    /// Circles, those that executions showed first.
    fn circles(&self, circles: &[Circle<'_>], executions: &Executions) -> Vec<CircleReport> {
        let executed: &[Execution] = match executions {
            Executions::Found(executed) => executed,
            Executions::Open | Executions::Complete { .. } => &[],
        };
        let mut reports: Vec<CircleReport> = executed
            .iter()
            .map(|execution| self.executed_circle(execution, circles.iter().find(|circle| is_shown(circle, execution))))
            .collect();
        let others = circles.iter();
        let others = others.filter(|circle| !executed.iter().any(|execution| is_shown(circle, execution)));
        reports.extend(others.map(|circle| self.circle(circle)));
        reports.iter_mut().for_each(CircleReport::set_fingerprint);
        reports
    }

    fn circle(&self, circle: &Circle<'_>) -> CircleReport {
        CircleReport {
            shape: shape(circle.shape),
            status: Status::Possible,
            threads: circle.edges.iter().map(|edge| self.blocked(edge)).collect(),
            kept_at: circle.kept.map(|kept| self.place(kept.at)),
            not_excluded_because: self.not_excluded(circle),
            execution: None,
            fingerprint: String::new(),
            disposition: Disposition::New,
        }
    }

    /// A circle that an execution showed, and what is known of it besides.
    fn executed_circle(&self, execution: &Execution, known: Option<&Circle<'_>>) -> CircleReport {
        let before = |number: usize| (number + execution.threads.len() - 1) % execution.threads.len();
        let threads = execution.threads.iter().enumerate();
        let threads =
            threads.map(|(number, blocked)| self.executed_thread(blocked, &execution.threads[before(number)], known));
        let turns = execution.schedule.iter();
        CircleReport {
            shape: known.map_or_else(|| executed_shape(execution), |circle| shape(circle.shape)),
            status: Status::Confirmed,
            threads: threads.collect(),
            kept_at: known.and_then(|circle| circle.kept).map(|kept| self.place(kept.at)),
            not_excluded_because: Ordered::default(),
            execution: Some(ExecutedReport {
                schedule: turns.map(|(thread, steps)| [u64::from(*thread), *steps]).collect(),
                inputs: execution.inputs.clone(),
                most_threads: execution.most_threads,
            }),
            fingerprint: String::new(),
            disposition: Disposition::New,
        }
    }

    fn executed_thread(&self, blocked: &Blocked, waiting: &Blocked, known: Option<&Circle<'_>>) -> BlockedReport {
        let edges = known.map_or(&[][..], |circle| &circle.edges);
        let edge = edges.iter().find(|edge| edge.moment.at == blocked.at);
        let taken = edge.and_then(|edge| match edge.source {
            Source::Lock(held) => Some(held.at),
            Source::Thread(_) => None,
        });
        let known = edge.map(|edge| self.blocked(edge));
        let calls = blocked.stack.iter().rev().map(|(function, at)| CallReport {
            place: self.place(*at),
            function: function.clone(),
        });
        BlockedReport {
            place: self.place(blocked.at),
            function: blocked.function.clone(),
            thread: blocked.thread.clone(),
            wanted: self.wanted_by(blocked),
            has: match (blocked.is_kept, &waiting.wanted, &taken) {
                (true, ..) => "nothing that another one waits for".to_owned(),
                // How a lock without name is written here says more than how it is written there.
                (false, None, Some(taken)) => self.written_at(*taken).unwrap_or_else(|| self.wanted_by(waiting)),
                (false, ..) => self.wanted_by(waiting),
            },
            taken: known.as_ref().and_then(|known| known.taken.clone()),
            created: known.map_or_else(Vec::new, |known| known.created),
            stack: calls.collect(),
        }
    }

    /// What an executed thread waits for: a variable by its name, and what has none as it is written where it waits.
    fn wanted_by(&self, blocked: &Blocked) -> String {
        let written = || self.written_at(blocked.at);
        let name = blocked.wanted.clone().or_else(written);
        name.unwrap_or_else(|| "a lock in memory without a name".to_owned())
    }

    /// How a lock is written in the call at a place that takes it.
    fn written_at(&self, at: Position) -> Option<String> {
        self.code.locks.written(self.code.index.function_at(at)?, at)
    }

    fn blocked(&self, edge: &Edge<'_>) -> BlockedReport {
        let moment = edge.moment;
        let wanted = match &moment.wanted {
            Wanted::Lock { places, mode, .. } => self.lock_wanted(places, *mode, moment.at),
            Wanted::End(threads) => self.threads_wanted(threads.as_deref(), moment.at),
        };
        let (has, taken) = match edge.source {
            Source::Lock(held) => (self.lock_at(&held.places, held.at), Some(self.place(held.at))),
            Source::Thread(_) => ("not ended".to_owned(), None),
        };
        let thread = self.evidence().threads.iter().find(|thread| thread.id == moment.thread);
        let creations = thread.map_or(&[][..], |thread| &thread.created_at);
        BlockedReport {
            place: self.place(moment.at),
            function: self.program.function(moment.function).name.clone(),
            thread: self.thread_name(moment.thread, moment.at),
            wanted,
            has,
            taken,
            created: creations.iter().map(|creation| self.place(creation.at)).collect(),
            stack: self.way_to(thread, moment.function, moment.at),
        }
    }

    /// A shortest way of calls from the start of a thread, innermost first.
    fn way_to(&self, thread: Option<&Thread>, function: FunctionId, at: Position) -> Vec<CallReport> {
        let functions = &self.program.functions;
        let routine = thread.and_then(|thread| functions.iter().position(|known| known.name == thread.routine));
        let path = routine.and_then(|routine| self.code.paths.shortest(FunctionId(routine as u32), function));
        let call = |function: FunctionId, at: Position| CallReport {
            place: self.place(at),
            function: self.program.function(function).name.clone(),
        };
        let innermost = call(function, at);
        let outer = path.unwrap_or_default().into_iter().rev();
        [innermost]
            .into_iter()
            .chain(outer.map(|(function, at)| call(function, at)))
            .collect()
    }

    /// Which locks are taken while which are held.
    fn lock_order(&self, notes: &Notes) -> Vec<LockOrderReport> {
        let mut places: BTreeMap<(String, String), BTreeSet<Position>> = BTreeMap::new();
        for Edge { source, moment } in deadlocks::edges(notes) {
            if let (Source::Lock(held), Wanted::Lock { places: wanted, .. }) = (source, &moment.wanted) {
                let names = (self.lock_name(&held.places), self.lock_name(wanted));
                places.entry(names).or_default().insert(moment.at);
            }
        }
        let pairs = places.into_iter().map(|((held, taken), places)| LockOrderReport {
            held,
            taken,
            places: places.into_iter().map(|at| self.place(at)).collect(),
        });
        pairs.collect()
    }

    fn threads_wanted(&self, threads: Option<&[ThreadId]>, seen_from: Position) -> String {
        match threads {
            None => "the end of a thread that is not known".to_owned(),
            Some(threads) => {
                let names = threads
                    .iter()
                    .take(MOST_NAMES)
                    .map(|thread| self.thread_name(*thread, seen_from));
                format!("the end of {}", names.collect::<Vec<_>>().join(" or "))
            }
        }
    }

    fn lock_wanted(&self, places: &LockPlaces, mode: LockMode, at: Position) -> String {
        let name = self.lock_at(places, at);
        match mode {
            LockMode::Write => name,
            LockMode::Read => format!("{name} (for reading)"),
        }
    }

    /// What a lock is called that is taken at a place: in allocated memory, also how it is written there.
    fn lock_at(&self, places: &LockPlaces, at: Position) -> String {
        let name = self.lock_name(places);
        let objects = &self.evidence().objects;
        let has_type = places
            .known
            .iter()
            .all(|(object, _)| objects[object.index()].ty.is_some());
        match self.written_at(at).filter(|_| !has_type && places.unknown.is_none()) {
            Some(written) => format!("{written} in {name}"),
            None => name,
        }
    }

    /// What a lock is called, or what it may be.
    fn lock_name(&self, places: &LockPlaces) -> String {
        let objects = &self.evidence().objects;
        let name = |(object, bytes): &(crate::races::ObjectId, crate::races::Bytes)| {
            let object = &objects[object.index()];
            let path = object.ty.map(|ty| part(&self.program.types, ty, bytes).0);
            // Names with two underscores belong to the library (C11, 7.1.3): there the lock itself begins.
            let path = path.unwrap_or_default();
            let outside = path.split_once(".__").map_or(path.as_str(), |(outside, _)| outside);
            format!("{}{outside}", object.name)
        };
        let mut names: Vec<String> = places.known.iter().take(MOST_NAMES).map(name).collect();
        names.dedup();
        if places.known.len() > MOST_NAMES {
            names.push(format!("{} more", places.known.len() - MOST_NAMES));
        }
        if places.unknown.is_some() {
            names.push("a lock that is not known".to_owned());
        }
        names.join(" or ")
    }

    /// Why no digest excludes that the two threads of a circle wait at once.
    fn not_excluded(&self, circle: &Circle<'_>) -> Ordered<String> {
        let digests = match circle.edges.as_slice() {
            [one, other] => (one.moment.digest, other.moment.digest),
            [one] if circle.shape == Shape::LockOrder => (one.moment.digest, one.moment.digest),
            _ => return Ordered::default(),
        };
        let predicates = &self.evidence().predicates;
        let rows = predicates.rows();
        let telling = rows.iter().enumerate().filter(|(row, _)| {
            self.explainer.enabled.contains(*row)
                && !(predicates.is_silent(*row, digests.0) && predicates.is_silent(*row, digests.1))
        });
        let reasons = telling.map(|(row, it)| (it.id.into(), predicates.reason(row, digests.0, digests.1) + "."));
        Ordered(reasons.collect())
    }

    /// Each fault once, whichever threads make it.
    fn faults(&self, notes: &Notes) -> Vec<LockFaultReport> {
        let misuses = notes.faults().map(|misuse| self.fault(misuse));
        let mut faults: Vec<LockFaultReport> = Vec::new();
        for fault in misuses.chain(self.kept_locks(notes)) {
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        faults
    }

    fn fault(&self, misuse: &Misuse) -> LockFaultReport {
        let lock = self.lock_name(&misuse.places);
        LockFaultReport {
            place: self.place(misuse.at),
            function: self.program.function(misuse.function).name.clone(),
            what: match misuse.fault {
                Fault::NotHeld | Fault::Refused => format!("{lock} is released, and the thread does not hold it."),
                Fault::EndedWhileHeld => format!("{lock} is destroyed or initialised anew while the thread holds it."),
                Fault::WaitsWithLock => format!("The thread waits for a signal, and may hold {lock} meanwhile."),
            },
        }
    }

    fn kept_locks<'n>(&'n self, notes: &'n Notes) -> impl Iterator<Item = LockFaultReport> + 'n {
        notes.kept.iter().flat_map(|kept| {
            kept.held.iter().map(|held| LockFaultReport {
                place: self.place(kept.at),
                function: self.program.function(kept.function).name.clone(),
                what: format!(
                    "The thread may end with {}, taken at {}.",
                    self.lock_name(&held.places),
                    self.place(held.at).display()
                ),
            })
        })
    }

    /// Waiting of which nothing is said.
    fn uncovered(&self, notes: &Notes) -> Vec<UncoveredReport> {
        let found = notes.uncovered.iter().map(|(what, at)| UncoveredReport {
            place: self.place(*at),
            what: what.words().to_owned(),
        });
        let always = UncoveredReport {
            place: PlaceReport::default(),
            what:
                "waiting for input, output, locks of streams (`flockfile`) and other processes, and loops without end"
                    .to_owned(),
        };
        found.chain([always]).collect()
    }

    fn assumed_of_deadlocks(&self, races: VerdictReport) -> Vec<String> {
        let always = [
            "A thread holds the locks that it releases.",
            "Who reads under a read-write lock waits for those who write under it, not for those who wait to write (as in glibc by default).",
        ];
        let open = self
            .explainer
            .pairing
            .locations
            .iter()
            .filter(|location| location.is_open());
        let open = open.map(|location| self.evidence().objects[location.object.index()].name.clone());
        let open: BTreeSet<String> = open.collect();
        let races = (races != VerdictReport::RaceFree).then(|| match open.is_empty() {
            true => "There are no data races.".to_owned(),
            false => {
                let names: Vec<String> = open.into_iter().collect();
                format!("There are no data races, in particular none on {}.", names.join(", "))
            }
        });
        always.into_iter().map(str::to_owned).chain(races).collect()
    }
}

fn shape(shape: Shape) -> CircleShape {
    match shape {
        Shape::LockOrder => CircleShape::LockOrder,
        Shape::Join => CircleShape::Join,
        Shape::Relock => CircleShape::Relock,
        Shape::Upgrade => CircleShape::Upgrade,
        Shape::Kept => CircleShape::Kept,
    }
}

fn executed_shape(execution: &Execution) -> CircleShape {
    let threads = &execution.threads;
    match threads.as_slice() {
        _ if threads.iter().any(|thread| thread.mode.is_none()) => CircleShape::Join,
        [single] if single.is_kept => CircleShape::Kept,
        [_] => CircleShape::Relock,
        _ => CircleShape::LockOrder,
    }
}

/// Whether an execution shows a circle: threads wait at its places, and for the same reason.
fn is_shown(circle: &Circle<'_>, execution: &Execution) -> bool {
    let is_alike = match shape(circle.shape) {
        CircleShape::Upgrade => executed_shape(execution) == CircleShape::Relock,
        shape => executed_shape(execution) == shape,
    };
    is_alike && places_in(circle) == places_of(execution)
}

fn places_of(execution: &Execution) -> BTreeSet<Position> {
    execution.threads.iter().map(|thread| thread.at).collect()
}

fn places_in(circle: &Circle<'_>) -> BTreeSet<Position> {
    circle.edges.iter().map(|edge| edge.moment.at).collect()
}
