//! Variables that threads may count down, or up to a number, by the text.

use std::collections::{BTreeMap, BTreeSet};

use super::members::{Member, member, member_at};
use super::scalars::Watched;
use crate::ir::{BinaryOp, Body, Expr, GlobalId, Place, Program, Root};

/// At most up to so many numbers one variable counts.
const MOST_TARGETS: usize = 4;

/// A variable that threads may count down, or up to a number.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// The number of the variable among the dispensers.
    pub dispenser: usize,
    /// The number up to which it is counted; nothing if it is counted down.
    pub up_to: Option<i64>,
}

/// The counters that the dispensers of a program may be, by the text: what is subtracted from, or named by address, may be counted
/// down; what is added to, or named by address, may be counted up to the numbers that it is compared with.
pub fn counters(program: &Program, dispensers: &[Watched]) -> Vec<Counter> {
    let mut text = Text::default();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        text.read(body);
    }
    let of = |(dispenser, variable): (usize, &Watched)| {
        let types = &program.types;
        let member = member_at(types, program.global(variable.global).ty, variable.offset);
        let targets = text.targets(Named::Global(variable.global));
        let reached = member.map(|member| text.targets(Named::Member(member)));
        let targets: BTreeSet<Option<i64>> = targets.into_iter().chain(reached.into_iter().flatten()).collect();
        targets.into_iter().map(move |up_to| Counter { dispenser, up_to })
    };
    dispensers.iter().enumerate().flat_map(of).collect()
}

/// How the text names what may be a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    /// As a global variable, or part of one.
    Global(GlobalId),
    /// As a member behind a pointer.
    Member(Member),
}

impl Named {
    fn of(place: &Place) -> Option<Self> {
        match place.root {
            Root::Global(global) => Some(Named::Global(global)),
            Root::Local(_) | Root::Deref(_) => member(place).map(Named::Member),
        }
    }
}

/// What the text of a program does with global variables, and with members behind pointers.
#[derive(Default)]
struct Text {
    subtracted_from: BTreeSet<Named>,
    added_to: BTreeSet<Named>,
    /// The positive numbers that they are compared with.
    compared: BTreeMap<Named, BTreeSet<i64>>,
}

impl Text {
    fn read(&mut self, body: &Body) {
        let (mut by_address, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        body.expressions(&mut |expr| match expr {
            Expr::AddressOf(place, _) => by_address.extend(Named::of(place)),
            Expr::Binary(op, left, right, _) => {
                let number = right.as_number().and_then(|number| i64::try_from(number).ok());
                let (Some(number), loaded) = (number, loaded(left)) else {
                    return;
                };
                match op {
                    BinaryOp::Subtract => self.subtracted_from.extend(loaded),
                    BinaryOp::Add => self.added_to.extend(loaded),
                    _ if op.is_comparison() && number > 0 => {
                        numbers.insert(number);
                        loaded
                            .into_iter()
                            .for_each(|named| self.compare(named, core::iter::once(number)));
                    }
                    _ => {}
                }
            }
            _ => {}
        });
        for named in by_address {
            self.subtracted_from.insert(named);
            self.added_to.insert(named);
            self.compare(named, numbers.iter().copied());
        }
    }

    fn compare(&mut self, named: Named, numbers: impl Iterator<Item = i64>) {
        self.compared.entry(named).or_default().extend(numbers);
    }

    /// Zero, as nothing, and the numbers up to which a variable may be counted.
    fn targets(&self, named: Named) -> Vec<Option<i64>> {
        let down = self.subtracted_from.contains(&named).then_some(None);
        let numbers = self.compared.get(&named).filter(|_| self.added_to.contains(&named));
        let up = numbers.into_iter().flatten().copied().take(MOST_TARGETS).map(Some);
        down.into_iter().chain(up).collect()
    }
}

/// What an expression loads, but for conversions.
fn loaded(expr: &Expr) -> Option<Named> {
    match expr {
        Expr::Cast(operand, _) => loaded(operand),
        Expr::Load(place) => Named::of(place),
        _ => None,
    }
}
