//! Variables that threads may count down, or up to a number, by the text.

use std::collections::{BTreeMap, BTreeSet};

use super::scalars::Watched;
use crate::ir::{BinaryOp, Body, Expr, GlobalId, Program, Root};

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
        let targets = text.targets(variable.global);
        targets.into_iter().map(move |up_to| Counter { dispenser, up_to })
    };
    dispensers.iter().enumerate().flat_map(of).collect()
}

/// What the text of a program does with global variables.
#[derive(Default)]
struct Text {
    subtracted_from: BTreeSet<GlobalId>,
    added_to: BTreeSet<GlobalId>,
    /// The positive numbers that they are compared with.
    compared: BTreeMap<GlobalId, BTreeSet<i64>>,
}

impl Text {
    fn read(&mut self, body: &Body) {
        let (mut by_address, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        body.expressions(&mut |expr| match expr {
            Expr::AddressOf(place, _) => {
                if let Root::Global(global) = place.root {
                    by_address.insert(global);
                }
            }
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
                            .for_each(|global| self.compare(global, core::iter::once(number)));
                    }
                    _ => {}
                }
            }
            _ => {}
        });
        for global in by_address {
            self.subtracted_from.insert(global);
            self.added_to.insert(global);
            self.compare(global, numbers.iter().copied());
        }
    }

    fn compare(&mut self, global: GlobalId, numbers: impl Iterator<Item = i64>) {
        self.compared.entry(global).or_default().extend(numbers);
    }

    /// Zero, as nothing, and the numbers up to which a variable may be counted.
    fn targets(&self, global: GlobalId) -> Vec<Option<i64>> {
        let down = self.subtracted_from.contains(&global).then_some(None);
        let numbers = self.compared.get(&global).filter(|_| self.added_to.contains(&global));
        let up = numbers.into_iter().flatten().copied().take(MOST_TARGETS).map(Some);
        down.into_iter().chain(up).collect()
    }
}

/// The global variable that an expression loads, or part of it, but for conversions.
fn loaded(expr: &Expr) -> Option<GlobalId> {
    match expr {
        Expr::Cast(operand, _) => loaded(operand),
        Expr::Load(place) => match place.root {
            Root::Global(global) => Some(global),
            Root::Local(_) | Root::Deref(_) => None,
        },
        _ => None,
    }
}
