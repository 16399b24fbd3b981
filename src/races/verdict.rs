//! The verdict: what may be said of the program.
//!
//! - *race-free*: no obstacle could hide a race, and no pair remains and the solution is complete, or an exploration was complete.
//!   As values, and with them several digests, rely on the absence of other races, single locations are never proved alone.
//! - *race*: a concrete execution showed two conflicting accesses unordered by happens-before.
//! - *possible race*: pairs remain.
//! - *undecided*: something stopped the analysis before it could say more.

use super::access::AccessKind;
use super::evidence::{Evidence, ObjectKind};
use super::pair::Pairing;
use crate::ir::Position;

/// What is said of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No execution has a data race.
    RaceFree,
    /// Some execution has one, and it can be replayed.
    Race,
    /// Pairs of accesses remain that nothing excluded.
    PossibleRace,
    /// The analysis could not be completed.
    Undecided,
}

/// What executing the program under controlled schedules found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Exploration {
    /// Not run, or it found nothing and left executions out.
    #[default]
    Open,
    /// Every execution was covered, and none has a race.
    Complete {
        /// How many states were visited.
        states: u64,
    },
    /// Executions with races, at least one.
    Confirmed(Vec<Confirmation>),
}

/// Where executions, or the search through all states, could not go on, and why: behind it nothing was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExecutionEnd {
    /// Where; [`Position::BUILT_IN`] for a limit of the whole execution.
    pub at: Position,
    /// Why, as a part of a sentence: ‘`strtok_r` is not executed’.
    pub why: String,
    /// Who ended there.
    pub of: Ended,
    /// How often.
    pub times: u64,
}

/// What ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// Executions that were searched for races.
    Executions,
    /// Paths of the search through all states.
    Search,
}

/// A race that an execution showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The access that came first.
    pub first: Sighting,
    /// The access that was not ordered after it.
    pub second: Sighting,
    /// The name of the object.
    pub object: String,
    /// What kind of object it is.
    pub kind: ObjectKind,
    /// Where it is declared, where that is known.
    pub declared: Option<Position>,
    /// The bytes that both touched: the first, and the first one behind.
    pub bytes: (u64, u64),
    /// The calls that must fail for it, of those that the environment may refuse.
    pub refused: Vec<Position>,
}

/// One access of a confirmed race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Where.
    pub at: Position,
    /// The function.
    pub function: String,
    /// What it did.
    pub kind: AccessKind,
    /// The thread, for people.
    pub thread: String,
    /// The locks held, for people.
    pub locks: Vec<String>,
    /// The calls that led there, outermost first: each function, and where it stands.
    pub stack: Vec<(String, Position)>,
}

/// The verdict that follows from the evidence.
pub fn decide(evidence: &Evidence, pairing: &Pairing, exploration: &Exploration) -> Verdict {
    let hidden = evidence.may_hide_race();
    match exploration {
        Exploration::Confirmed(_) => Verdict::Race,
        Exploration::Complete { .. } if !hidden => Verdict::RaceFree,
        // What may hide a race from the analysis may hide it from a search, too.
        Exploration::Complete { .. } => Verdict::Undecided,
        Exploration::Open if evidence.cut.is_some() => Verdict::Undecided,
        Exploration::Open if pairing.has_remaining() => Verdict::PossibleRace,
        Exploration::Open if hidden => Verdict::Undecided,
        Exploration::Open => Verdict::RaceFree,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{DataModel, Types};
    use crate::races::evidence::{Cut, Effect, Obstacle};
    use crate::races::fixture::{at, evidence, write};
    use crate::races::pair::{PairingOptions, Releases, pair};
    use crate::races::predicates::Rows;

    const OPTIONS: PairingOptions = PairingOptions {
        enabled: Rows::ALL,
        listed_pairs: 10,
        releases: Releases::Race,
    };

    /// The verdict on two writes by two threads with the given locks.
    fn verdict(locks: (u32, u32), change: impl Fn(&mut Evidence), exploration: &Exploration) -> Verdict {
        let mut evidence = evidence(vec![write(0, 10), write(1, 20)], vec![(locks.0, 1), (locks.1, 2)]);
        change(&mut evidence);
        let pairing = pair(&evidence, &Types::new(DataModel::Lp64), &[], &OPTIONS);
        decide(&evidence, &pairing, exploration)
    }

    fn obstacle(effect: Effect) -> Obstacle {
        Obstacle {
            at: at(3),
            what: "Inline assembly.".into(),
            effect,
        }
    }

    #[test]
    fn race_free_needs_all_pairs_excluded() {
        assert_eq!(verdict((1, 1), |_| (), &Exploration::Open), Verdict::RaceFree);
        assert_eq!(verdict((1, 2), |_| (), &Exploration::Open), Verdict::PossibleRace);
    }

    #[test]
    fn an_obstacle_that_may_hide_a_race_forbids_race_free_and_an_imprecise_one_does_not() {
        let with = |effect| verdict((1, 1), |e| e.obstacles.push(obstacle(effect)), &Exploration::Open);
        assert_eq!(with(Effect::MayHideRace), Verdict::Undecided);
        assert_eq!(with(Effect::Imprecise), Verdict::RaceFree);
    }

    #[test]
    fn nothing_follows_from_a_solution_that_was_cut() {
        for locks in [(1, 1), (1, 2)] {
            let cut = verdict(locks, |e| e.cut = Some(Cut::Evaluations), &Exploration::Open);
            assert_eq!(cut, Verdict::Undecided);
        }
    }

    #[test]
    fn only_an_execution_confirms_a_race() {
        let sighting = |line| Sighting {
            at: at(line),
            function: "f".into(),
            kind: AccessKind::Write,
            thread: "main".into(),
            locks: Vec::new(),
            stack: Vec::new(),
        };
        let confirmed = Exploration::Confirmed(vec![Confirmation {
            first: sighting(10),
            second: sighting(20),
            object: "counter".into(),
            kind: ObjectKind::Global,
            declared: Some(at(1)),
            bytes: (0, 4),
            refused: Vec::new(),
        }]);
        assert_eq!(verdict((1, 2), |_| (), &confirmed), Verdict::Race);
        assert_eq!(
            verdict((1, 2), |_| (), &Exploration::Complete { states: 9 }),
            Verdict::RaceFree
        );
    }
}
