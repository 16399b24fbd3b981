//! Spelling: what is known of crews in one function, in the words of another one ([`crate::semantics::crews::delegation`]).
//!
//! A row speaks of variables. Where another function is running these have other names, or none: then what they tell is lost, a bound alone
//! or the whole row. The variable that counts a crew is never one of another function, so such a crew can only be joined, not grow.

use std::rc::Rc;

use pepsin_lattice::seeded::{Bug, is_seeded};

use super::row::Row;
use super::{Crew, Members};
use crate::ir::LocalId;
use crate::semantics::state::{Berths, Bound, Crews, Origin, Passed, Set, Start, Table, Term};
use crate::values::ObjectId;

/// How what is known of berths in one function is spelled in another one.
pub trait Spelling {
    /// A start of berths, from one that is so many bytes in front of it.
    fn start(&self, start: Start) -> Option<(Start, i64)>;

    /// Bounds that are not greater than one, and not less.
    fn bounds(&self, bound: Bound) -> Vec<Bound>;
}

/// Nobody of a crew that belongs to no variable of the running function.
const NOBODY: Members = Members::Nobody(i64::MAX);

impl Crews {
    /// The rows of crews, as another function spells them, of which the variable is none of its own.
    pub fn spelled(&self, spelling: &dyn Spelling) -> Crews {
        let mut crews: Table<Crew> = Table::default();
        for crew in self.crews.iter() {
            let origin = Origin {
                counter: None,
                ..crew.origin
            };
            let members = match &crew.members {
                Members::Nobody(_) => Some(NOBODY),
                Members::Row(row) => row.spelled(spelling).map(|row| Members::Row(Rc::new(row))),
            };
            if let Some(members) = members
                && crews.iter().all(|other| other.origin != origin)
            {
                crews.push(Crew { origin, members });
            }
        }
        Crews {
            crews,
            ..Crews::default()
        }
    }

    /// No thread is running that a creation in another function made.
    pub fn add_nobody(&mut self, creation: u32) {
        if self.crews.iter().all(|crew| crew.origin.creation != creation) {
            let origin = Origin {
                creation,
                counter: None,
            };
            let members = NOBODY;
            self.crews.push(Crew { origin, members });
        }
    }

    /// Forgets the crews to which a call may have added threads.
    pub fn end_created(&mut self, creations: &Set<u32>) {
        self.crews
            .retain(|crew| !creations.contains(crew.origin.creation) || is_seeded(Bug::ForeignCrewsStay));
    }

    /// Forgets what is told by variables of a function.
    pub fn without_variables(mut self, is_variable: &dyn Fn(ObjectId) -> bool) -> Self {
        if is_seeded(Bug::VariablesOfCallsStay) {
            return self;
        }
        self.lose(&|variable| is_variable(variable.object), &|_| false);
        self.crews.retain(|crew| match &crew.members {
            Members::Row(row) => !row.starts_in(is_variable),
            Members::Nobody(_) => true,
        });
        self
    }

    /// The function that is being left returns what is equal to a bound.
    pub fn give_result(&mut self, bound: Bound) {
        self.change_rows(&mut |row| row.below.equal(Term::Result, bound));
    }

    /// A variable got what a callee returned, or nothing did.
    pub fn take_result(&mut self, variable: Option<LocalId>) {
        let result = Bound {
            term: Some(Term::Result),
            plus: 0,
        };
        self.change_rows(&mut |row| {
            if let Some(variable) = variable {
                row.below.equal(Term::Local(variable), result);
            }
            row.below.retain(|bound| bound.term != result.term);
        });
    }

    /// Adds crews of a callee of which nothing is known.
    pub fn adopt(&mut self, crews: Crews) {
        for crew in crews.crews.iter() {
            if self.of(crew.origin).is_none() {
                self.crews.push(crew.clone());
            }
        }
    }

    /// Tells where berths lie in another way, if there is one.
    pub fn respell(&mut self, respelled: &mut dyn FnMut(Berths) -> Option<Berths>) {
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members {
                let passed = row.passed.iter();
                let passed = passed.map(|passed| passed.respelled(&mut *respelled).unwrap_or(*passed));
                let passed: Table<Passed> = passed.collect();
                let other = Row {
                    berths: respelled(row.berths).unwrap_or(row.berths),
                    passed,
                    ..Row::clone(row)
                };
                if other != **row {
                    let told_by = row.told();
                    *row = Rc::new(Row { told_by, ..other });
                }
            }
        }
    }
}
