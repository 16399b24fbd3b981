//! Statements about structures: lists, carriers of locks and pointers, functions in structures, records on the stack.

use super::Generator;
use super::compound::leaves;
use super::feature::Feature;
use super::theme::Theme;
use crate::program::{Carrier, Fate, Index, Installing, Joined, Passed, Record, Role, Statement, Value, Visit};

impl Generator {
    /// A statement that one of the program's features is about.
    pub(super) fn structured(&mut self) -> Option<Statement> {
        let feature = self.features[self.random.below(self.features.len() as u64) as usize];
        Some(match feature {
            Feature::Picking => Statement::Pick,
            Feature::Containers => {
                let record = self.record();
                match self.slip() {
                    true => Statement::Clear(record),
                    false => Statement::Contained(record),
                }
            }
            Feature::Carriers => {
                let record = self.record();
                let (place, lock) = self.protected_place(record);
                Statement::Carried(self.carrier(), lock, place, Value::Constant(self.small(4)))
            }
            Feature::Installing => {
                let functions = self.later(|role| role == Role::Function);
                let function = *functions.get(self.random.below(functions.len() as u64) as usize)?;
                let installing = match self.slip() {
                    true => Installing::Bare,
                    false => Installing::Locked,
                };
                Statement::Install(self.small(2), function, installing)
            }
            Feature::Lists => self.list(),
            Feature::Collecting if self.has(Feature::Stacks) => return None,
            Feature::Collecting => self.collect()?,
            Feature::Stacks if self.depth < 4 => self.on_stack()?,
            Feature::Destructors if self.has(Feature::Stacks) => Statement::Attach(Record::Global(self.small(2))),
            Feature::Destructors => Statement::Attach(self.record()),
            _ => return None,
        })
    }

    fn carrier(&mut self) -> Carrier {
        match self.random.below(6) {
            0 => Carrier::Assigned,
            1 => Carrier::Copied,
            2 => Carrier::Allocated,
            3 => Carrier::Passed,
            4 => Carrier::Returned,
            _ => Carrier::Punned,
        }
    }

    /// Nodes are visited in the way of the program, but for slips.
    fn list(&mut self) -> Statement {
        let index = match self.chance(3) {
            true => self.index(),
            false => Index::Constant(0),
        };
        let value = Value::Constant(self.small(4));
        if self.chance(3) {
            return Statement::Push(index, value);
        }
        let visit = match (self.slip(), self.visit) {
            // What is freed must be known to nobody else.
            (true, Visit::Freed) => Visit::Detached,
            (true, _) => Visit::ALL[self.random.below(3) as usize],
            (false, visit) => visit,
        };
        Statement::Visited(index, visit, value)
    }

    /// A thread keeps a record, or its creator collects it.
    fn collect(&mut self) -> Option<Statement> {
        let is_thread = matches!(self.roles[self.body], Role::Thread(_));
        if is_thread && self.chance(2) {
            return Some(Statement::Keep);
        }
        let routines = self.later(|role| matches!(role, Role::Thread(Passed::Record)));
        let routine = *routines.get(self.random.below(routines.len() as u64) as usize)?;
        if self.depth >= 3 {
            return None;
        }
        let inner = self.held_inner();
        self.fresh += 1;
        let after = self.inner();
        self.fresh -= 1;
        let mut arguments = self.arguments();
        self.without_locals(&mut arguments, false);
        Some(Statement::Collect(routine, arguments, inner, after))
    }

    /// A record on the stack, which nobody knows any more when it ends.
    fn on_stack(&mut self) -> Option<Statement> {
        if self.has(Feature::Handing) || self.theme == Theme::Publication {
            return None;
        }
        self.fresh += 1;
        let inner = self.inner();
        self.fresh -= 1;
        Some(match outlives(&inner) || leaves(&inner) {
            true => Statement::Fresh(inner, Fate::Kept),
            false => Statement::OnStack(inner),
        })
    }
}

/// Whether the local record may be known to somebody after a block.
fn outlives(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        let here = match statement {
            Statement::Spawn(creation, _) => creation.joined != Joined::Always,
            Statement::Relay(..)
            | Statement::JoinEither(..)
            | Statement::Restarted(..)
            | Statement::Collect(..)
            | Statement::Hand(_)
            | Statement::Keep
            | Statement::Attach(_)
            | Statement::PointTo(_)
            | Statement::Choose(_) => true,
            _ => false,
        };
        here || statement.blocks().into_iter().any(|block| outlives(block))
    })
}
