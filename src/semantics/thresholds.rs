//! Thresholds of widening: numbers that the program compares with.
//!
//! A bound that grows most often stops where a condition says so: at the end of a loop, or where an index starts again at 0.
//! Widening that halts there spares what narrowing cannot win back, such as `x = x + 1; if (x == 8) x = 0;`, where the
//! condition cuts nothing off a bound that is beyond it already (Blanchet et al., PLDI 2003, section 7.1).
//! Each threshold may cost a round of evaluation at each point, so of many numbers those are taken that most conditions
//! name, and of a large program very few: all counters would climb through the bounds of all loops.

use std::collections::BTreeMap;

use crate::ir::{Body, Expr, Program, Terminator};

/// At most so many numbers of a program become thresholds, each with its neighbours.
const MOST_NUMBERS: usize = 16;
/// So many become thresholds of a large program.
const FEW_NUMBERS: usize = 2;
/// A program with more comparisons with numbers than these is a large one.
const MANY_COMPARISONS: usize = 400;

/// The thresholds of a program, in ascending order.
pub fn thresholds(program: &Program) -> Vec<i128> {
    let mut counts: BTreeMap<i128, usize> = BTreeMap::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for number in compared_numbers(body) {
            *counts.entry(number).or_default() += 1;
        }
    }
    let mut numbers: Vec<(usize, i128)> = counts.into_iter().map(|(number, count)| (count, number)).collect();
    numbers.sort_by_key(|(count, number)| (std::cmp::Reverse(*count), *number));
    let comparisons: usize = numbers.iter().map(|(count, _)| count).sum();
    numbers.truncate(match comparisons > MANY_COMPARISONS {
        true => FEW_NUMBERS,
        false => MOST_NUMBERS,
    });
    let around = |(_, number): (usize, i128)| [number.saturating_sub(1), number, number.saturating_add(1)];
    let mut thresholds: Vec<i128> = numbers.into_iter().flat_map(around).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds
}

/// The numbers with which conditions compare. Small ones are thresholds anyway.
fn compared_numbers(body: &Body) -> Vec<i128> {
    let mut numbers = Vec::new();
    for block in &body.blocks {
        if let Terminator::Branch { condition, .. } = &block.terminator {
            condition.expressions(&mut |expr| numbers.extend(compared(expr)));
        }
    }
    numbers.retain(|number| number.unsigned_abs() > 1);
    numbers
}

/// The constant that a comparison compares with.
fn compared(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Binary(op, left, right, _) if op.is_comparison() => right.as_number().or_else(|| left.as_number()),
        _ => None,
    }
}
