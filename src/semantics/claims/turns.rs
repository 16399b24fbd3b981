//! Turns: locks that a thread takes by waiting until a variable holds a number of its own (ticket locks).
//!
//! ```text
//!     ⟨l = next; next = next + 1⟩    while (l ≠ serving) ;    … critical section …    ⟨serving = serving + 1⟩
//! ```
//!
//! Whoever has read the number `l` from `serving`, where `l` is part of what it took from a dispenser ([`crate::semantics::state::Takes`]), has what
//! `serving` guards until it writes to `serving`. Seeing the number is treated as the acquisition of a lock that lies where
//! `serving` does, the write as its release. Let `H` be the set of threads that acquired it and did not release it. Then
//!
//! ```text
//!     |H| ≤ 1    and    t ∈ H  ⇒  serving holds a number of t's
//! ```
//!
//! holds at the start. No number belongs to two threads, or to two of those who wait ([`super::lines`]), so nobody else enters while a thread is in `H`; and it is kept by
//! every write to `serving` that is made by the thread in `H`, which leaves `H` with it, or while no other thread runs.
//! A number that was read stays there until its owner writes, so it may be compared later, and even be taken after it was read where no number is given
//! twice.
//!
//! Under C11 the read that sees the number must have the order *acquire*, and the write that passes the turn on the order *release*. The thread in `H`
//! learns nothing by reading `serving`, because the number is its own, and nobody else writes to it.
//!
//! Which variables are such locks is assumed and checked as for locks of the other kind ([`super::value_locks`]): a first
//! solution tells which variables are compared with numbers of which dispenser, and is made again with these as locks.
//! (Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", 1991, section 2.2.)

use std::collections::{BTreeMap, BTreeSet};

use pepsin_lattice::seeded::{Bug, is_seeded};

use super::value_locks::{self, Orders};
use crate::ir::{Callee, FunctionId, GlobalId, Instruction, InstructionKind};
use crate::semantics::prepare::Presumptions;
use crate::semantics::state::{Meeting, State, Variable};
use crate::semantics::system::{Analysis, Recorder, Transfer, variables, words};
use crate::values::Addresses;

/// What a solution shows of these presumptions.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Presumed locks with a write that is none of a lock.
    pub refuted: BTreeSet<usize>,
    /// Presumed locks without which the solution would be another one.
    pub used: BTreeSet<usize>,
    /// Presumed numbers of those who are somewhere that are none.
    pub refuted_tallies: BTreeSet<usize>,
    /// Those without which the solution would be another one.
    pub used_tallies: BTreeSet<usize>,
    /// Presumed switches that are none.
    pub refuted_switches: BTreeSet<usize>,
    /// Those without which the solution would be another one.
    pub used_switches: BTreeSet<usize>,
    /// Presumed numbers of readers that are none.
    pub refuted_reader_counts: BTreeSet<usize>,
    /// Those without which the solution would be another one.
    pub used_reader_counts: BTreeSet<usize>,
    /// Semaphores that were given one permit and have more in the end.
    pub apart: BTreeSet<(GlobalId, i64)>,
    /// For each variable that was compared with a number of the ego's, the dispensers of these.
    pub turns: BTreeMap<usize, BTreeSet<usize>>,
    /// The dispensers whose numbers belong to one thread each.
    pub dispensers: BTreeSet<usize>,
    /// The variables of which that is so only of the numbers of those who wait, and their dispensers.
    pub lines: BTreeSet<(usize, usize)>,
}

impl Findings {
    /// What was recorded of turns and of dispensers.
    pub fn new(recorder: &Recorder) -> Self {
        let sound = recorder
            .dispenser_writes
            .iter()
            .filter(|(_, writes)| writes.are_of_dispenser());
        Findings {
            refuted: recorder.no_locks.clone(),
            used: recorder.used_as_locks.clone(),
            refuted_tallies: recorder.no_tallies.clone(),
            used_tallies: recorder.used_tallies.clone(),
            refuted_switches: recorder.no_switches.clone(),
            used_switches: recorder.used_switches.clone(),
            refuted_reader_counts: recorder.no_reader_counts.clone(),
            used_reader_counts: recorder.used_reader_counts.clone(),
            apart: recorder.apart.clone(),
            turns: recorder.turns.clone(),
            dispensers: sound.map(|(dispenser, _)| *dispenser).collect(),
            lines: lines(recorder),
        }
    }

    /// Whether all numbers that a variable is compared with come from one dispenser, and belong to one thread each, or do so while it waits.
    fn have_one_dispenser(&self, variable: usize) -> bool {
        let mut compared = self.turns.get(&variable).into_iter().flatten();
        let (Some(dispenser), None) = (compared.next(), compared.next()) else {
            return false;
        };
        self.dispensers.contains(dispenser) || self.lines.contains(&(variable, *dispenser))
    }
}

/// The variables at which those come to their turns one after the other who have numbers of a dispenser, which have no other such variable.
fn lines(recorder: &Recorder) -> BTreeSet<(usize, usize)> {
    let mut served: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (variable, dispensers) in &recorder.turns {
        for dispenser in dispensers {
            served.entry(*dispenser).or_default().push(*variable);
        }
    }
    let lines = served.into_iter().filter_map(|(dispenser, variables)| {
        let [variable] = variables[..] else { return None };
        let writes = recorder.dispenser_writes.get(&dispenser)?;
        let holds = writes.are_served_in_line() && recorder.lines.hold(variable, dispenser);
        holds.then_some((variable, dispenser))
    });
    lines.collect()
}

/// Holds an atomic access against the variables that are taken for turns: who has the turn passes it on by what it writes, and anybody else
/// may find its own number by what it reads. `orders` tells of each whether it orders, where the access does it at all.
pub fn hold_against_order(
    transfer: &Transfer<'_, '_>,
    state: &State,
    addresses: &Addresses,
    size: Option<u64>,
    orders: Orders,
) {
    if is_seeded(Bug::TurnsWithoutOrder) {
        return;
    }
    let accessed = size.and_then(|size| Variable::at(addresses, size));
    let may_be = |variable: Variable| match accessed {
        Some(accessed) => accessed.object == variable.object && variable.meeting(accessed.extent()) != Meeting::Apart,
        None => addresses.origin().is_some() || addresses.objects().any(|object| object == variable.object),
    };
    let is_refuted = |number: &usize| {
        transfer.analysis.is_turn(*number)
            && may_be(variables::watched_variable(transfer, *number))
            && match value_locks::is_held(transfer, state, *number) {
                true => !orders.releases,
                false => !orders.acquires,
            }
    };
    for number in (0..transfer.analysis.text.watched.len()).filter(is_refuted) {
        transfer.record(|recorder, _| {
            recorder.no_locks.insert(number);
        });
        transfer.refute(|| {
            let name = words::object(transfer.analysis, variables::watched_variable(transfer, number).object);
            format!("{name} is no turn, because this access does not order what is around it")
        });
    }
}

impl Presumptions {
    /// Whether a solution is the last one: it refutes nothing that it used, and suggests nothing new.
    ///
    /// What it refutes without having used it is withdrawn without another one: each right-hand side gives the same, or less, without
    /// that presumption, so the solution is one of the system without it, too.
    pub fn agree_with(&mut self, findings: &Findings) -> bool {
        let wrong = |turn: &&usize| findings.refuted.contains(turn) || !findings.have_one_dispenser(**turn);
        let no_turns: Vec<usize> = self.turns.iter().filter(wrong).copied().collect();
        let no_flags: Vec<usize> = findings.refuted.difference(&self.turns).copied().collect();
        let no_readers = &findings.refuted_reader_counts;
        let is_another = !no_turns.is_empty()
            || no_flags.iter().any(|flag| findings.used.contains(flag))
            || !findings.apart.is_subset(&self.apart)
            || !no_readers.is_disjoint(&findings.used_reader_counts)
            || !findings.refuted_tallies.is_disjoint(&findings.used_tallies)
            || !findings.refuted_switches.is_disjoint(&findings.used_switches);
        self.apart.extend(&findings.apart);
        self.no_switches.extend(&findings.refuted_switches);
        self.no_tallies.extend(&findings.refuted_tallies);
        self.no_reader_counts.extend(no_readers);
        self.turns.retain(|turn| !no_turns.contains(turn));
        self.no_turns.extend(no_turns);
        self.no_flags.extend(no_flags);
        if is_another {
            return false;
        }
        let is_new = |variable: &&usize| !self.turns.contains(variable) && !self.no_turns.contains(variable);
        let suggested = findings.turns.keys().filter(is_new);
        let suggested: Vec<usize> = suggested
            .filter(|variable| self.no_flags.contains(variable) && findings.have_one_dispenser(**variable))
            .copied()
            .collect();
        self.turns.extend(&suggested);
        suggested.is_empty()
    }
}

impl Analysis<'_> {
    /// Whether a function that returns has changed nothing but variables of its own, by its text.
    pub fn writes_no_memory(&self, function: FunctionId) -> bool {
        let harmless = |instruction: &Instruction| match &instruction.kind {
            InstructionKind::Assign { to, .. } => to.as_local().is_some(),
            InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } => self.program.function(*callee).no_return,
            InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) => true,
            _ => false,
        };
        let body = self.program.function(function).body.as_ref();
        body.is_some_and(|body| body.blocks.iter().all(|block| block.instructions.iter().all(harmless)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(refuted: &[usize], turns: &[(usize, &[usize])], dispensers: &[usize]) -> Findings {
        let turns = turns.iter().map(|(turn, of)| (*turn, of.iter().copied().collect()));
        Findings {
            refuted: refuted.iter().copied().collect(),
            used: refuted.iter().copied().collect(),
            turns: turns.collect(),
            dispensers: dispensers.iter().copied().collect(),
            ..Findings::default()
        }
    }

    #[test]
    fn a_variable_is_presumed_to_be_a_turn_once_and_only_with_one_sound_dispenser() {
        let mut presumptions = Presumptions {
            no_flags: [1, 2].into(),
            ..Presumptions::default()
        };
        let compared: [(usize, &[usize]); 4] = [(0, &[7]), (1, &[7]), (2, &[7, 8]), (3, &[9])];
        let suggesting = findings(&[3], &compared, &[7, 8]);
        assert!(!presumptions.agree_with(&suggesting));
        assert_eq!(presumptions.no_flags, [1, 2, 3].into());
        assert!(!presumptions.agree_with(&findings(&[], &compared, &[7, 8])));
        assert_eq!(presumptions.turns, [1].into());
        assert!(presumptions.agree_with(&findings(&[], &compared, &[7, 8])));
        assert!(!presumptions.agree_with(&findings(&[1], &compared, &[7, 8])));
        assert!(presumptions.turns.is_empty());
        assert!(presumptions.agree_with(&findings(&[], &compared, &[7, 8])));
    }

    #[test]
    fn what_is_refuted_and_was_not_used_needs_no_other_solution() {
        let mut presumptions = Presumptions::default();
        let unused = Findings {
            refuted: [1, 2].into(),
            used: [3].into(),
            ..Findings::default()
        };
        assert!(presumptions.agree_with(&unused));
        assert_eq!(presumptions.no_flags, [1, 2].into());
        let one_used = Findings {
            refuted: [4, 5].into(),
            used: [5].into(),
            ..Findings::default()
        };
        assert!(!presumptions.agree_with(&one_used));
        assert_eq!(presumptions.no_flags, [1, 2, 4, 5].into());
    }

    #[test]
    fn a_turn_whose_numbers_turn_out_to_be_shared_is_none() {
        let mut presumptions = Presumptions {
            no_flags: [1].into(),
            turns: [1].into(),
            ..Presumptions::default()
        };
        assert!(!presumptions.agree_with(&findings(&[], &[(1, &[7])], &[])));
        assert!(presumptions.turns.is_empty());
    }
}
