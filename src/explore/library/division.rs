//! `div` and its kin (C17 7.22.6.2): quotient and remainder, one behind the other.

use serde::Deserialize;

use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Stop};
use crate::explore::memory::BadAccess;

/// The type of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quotient {
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
}

impl Machine<'_> {
    /// Divides integers of so many bytes.
    pub(super) fn divide(&mut self, thread: usize, call: &CallSite, size: u64) -> Result<u64, Stop> {
        let operand = |number: usize| {
            let value = self.argument(thread, call, number);
            if size == 4 {
                i64::from(value as i32)
            } else {
                value as i64
            }
        };
        let (numerator, denominator) = (operand(0), operand(1));
        if denominator == 0 {
            return Err(Stop::Bad(BadAccess::DivisionByZero));
        }
        let parts = [numerator.wrapping_div(denominator), numerator.wrapping_rem(denominator)];
        let bytes: Vec<u8> = parts
            .iter()
            .flat_map(|part| part.to_le_bytes().into_iter().take(size as usize))
            .collect();
        self.threads[thread].returned = bytes.into();
        Ok(0)
    }
}
