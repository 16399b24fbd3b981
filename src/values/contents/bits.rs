//! Bits of values: what a part of a scalar reads as, and what several parts read as together.
//!
//! Objects are little-endian. Numbers are cut and joined by exact arithmetic on sets, so type punning of known numbers is exact;
//! of an address or a handle that is cut, any number remains, and the address itself (the parts may be put together again).

use pepsin_lattice::{Bottom, Lattice};

use super::super::integer::Integer;
use super::super::scalar::IntegerType;
use super::super::value::Value;

/// A range of bits of an object, not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Range {
    /// The first bit.
    pub(super) start: i64,
    /// The bit after the last one.
    pub(super) end: i64,
}

impl Range {
    pub(super) fn new(start: i64, bits: u32) -> Self {
        Range {
            start,
            end: start + i64::from(bits),
        }
    }

    /// Number of bits, of a scalar.
    pub(super) fn bits(self) -> u32 {
        (self.end - self.start) as u32
    }

    pub(super) fn contains(self, other: Range) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// What the bits `part` read as, if `value` stands at `whole`, which contains them.
pub(super) fn extract(value: &Value, whole: Range, part: Range) -> Value {
    if whole == part {
        return value.clone();
    }
    let width = unsigned(whole.bits());
    let amount = Integer::constant((part.start - whole.start).into());
    let shifted = value.as_integer().cast(width).shift_right(&amount, width);
    let number = value.with_integer(shifted.cast(unsigned(part.bits())));
    match is_number(value) {
        true => number,
        false => scrambled(value),
    }
}

/// What adjacent parts, from the lowest on, read as one scalar. Parts of which nothing is known may be any number beside others.
pub(super) fn assemble(parts: &[(Range, Value)]) -> Value {
    if let [(_, only)] = parts {
        return only.clone();
    }
    if parts.iter().all(|(_, value)| value.is_bottom()) {
        return Value::NOTHING;
    }
    let mut all = Value::NOTHING;
    for (_, value) in parts {
        all.join(value);
    }
    match parts
        .iter()
        .all(|(_, value)| is_number(value))
        .then(|| sum(parts))
        .flatten()
    {
        Some(number) => all.with_integer(number),
        None => scrambled(&all),
    }
}

/// What is left of a value of which it isn't known which bits are read: zero if all bits are zero, else any number and the same addresses.
pub(super) fn scrambled(value: &Value) -> Value {
    let nothing = value.as_integer().is_bottom() && is_number(value);
    let zero = is_number(value) && value.as_integer().as_constant() == Some(0);
    match nothing || zero {
        true => value.clone(),
        false => value.with_integer(Integer::ANY),
    }
}

/// Whether it is a number only, indeterminate ones included.
fn is_number(value: &Value) -> bool {
    value.as_addresses().is_bottom() && value.as_threads().is_bottom()
}

/// The sum of the parts, each shifted to its place; `None` if it doesn't fit.
fn sum(parts: &[(Range, Value)]) -> Option<Integer> {
    let first = parts.first()?.0.start;
    let mut total = Integer::constant(0);
    for (range, value) in parts {
        let width = unsigned(range.bits());
        let digits = match value.is_bottom() {
            true => Integer::all(width),
            false => value.as_integer().cast(width),
        };
        let shift = u32::try_from(range.start - first).ok()?;
        let weight = 1_i128.checked_shl(shift).filter(|weight| *weight > 0)?;
        total = total.plus(&digits.times(&Integer::constant(weight))?)?;
    }
    Some(total)
}

fn unsigned(bits: u32) -> IntegerType {
    IntegerType { bits, signed: false }
}
