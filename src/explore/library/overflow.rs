//! `__builtin_add_overflow_p` and its kin (GNU C): whether the exact result of an operation on integers is one of the third argument's type.

use serde::Deserialize;

use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Stop};

/// An operation that may overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
}

/// The integer that a register holds.
fn exact(scalar: Scalar, value: u64) -> i128 {
    match scalar {
        Scalar::U64 => i128::from(value),
        _ => i128::from(value as i64),
    }
}

/// The least and the greatest value of a type.
fn limits(scalar: Scalar) -> Option<(i128, i128)> {
    let bits = 8 * scalar.size() as u32;
    match scalar {
        Scalar::Bool => Some((0, 1)),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => Some((0, (1 << bits) - 1)),
        Scalar::F32 | Scalar::F64 | Scalar::I128 | Scalar::U128 | Scalar::Extended(_) => None,
    }
}

impl Machine<'_> {
    pub(super) fn overflows(&mut self, thread: usize, operation: Operation, call: &CallSite) -> Result<u64, Stop> {
        self.require_no_address_as_number(thread, call)?;
        let unknown = || Stop::Open("an overflow check of 16-byte integers".to_owned());
        let scalar = |number: usize| call.scalars.get(number).copied().flatten().ok_or_else(unknown);
        let left = exact(scalar(0)?, self.argument(thread, call, 0));
        let right = exact(scalar(1)?, self.argument(thread, call, 1));
        let (least, most) = limits(scalar(2)?).ok_or_else(unknown)?;
        let result = match operation {
            Operation::Add => left.checked_add(right),
            Operation::Subtract => left.checked_sub(right),
            Operation::Multiply => left.checked_mul(right),
        };
        Ok(u64::from(
            !result.is_some_and(|result| (least..=most).contains(&result)),
        ))
    }
}
