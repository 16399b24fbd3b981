//! Numbers of more than 64 bits in an execution: what [`crate::explore::wide`] says of the numbers that registers stand for.

use super::Routine;
use crate::explore::arithmetic::normalise;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::wide::{self, WideOperation};

/// Why a path ends that converts what does not fit.
const NO_FIT: &str = "a number is converted to a type that cannot hold it";

impl Machine<'_> {
    /// Performs an operation on what two registers hold.
    pub(super) fn wide(&mut self, operation: WideOperation, (first, second): (u64, u64)) -> Result<u64, Stop> {
        self.require_no_search()?;
        let (result, number) = match operation {
            WideOperation::Unary(operator, scalar) => {
                let number = wide::unary(operator, scalar, self.wide_numbers.number(first));
                let is_truth = operator == crate::ir::UnaryOp::Not;
                (if is_truth { Scalar::I32 } else { scalar }, number)
            }
            WideOperation::Binary(operator, scalar) => {
                let shifts = matches!(
                    operator,
                    crate::ir::BinaryOp::ShiftLeft | crate::ir::BinaryOp::ShiftRight
                );
                let right = match shifts {
                    true => u128::from(second),
                    false => self.wide_numbers.number(second),
                };
                let number = wide::binary(operator, scalar, self.wide_numbers.number(first), right)
                    .ok_or(BadAccess::DivisionByZero)?;
                let is_truth = operator.is_comparison();
                (if is_truth { Scalar::I32 } else { scalar }, number)
            }
            WideOperation::Convert(source, target) => (target, self.converted((source, target), first)?),
        };
        Ok(match result.is_wide() {
            true => self.wide_numbers.place(number),
            false => normalise(result, number as u64),
        })
    }

    fn converted(&self, (source, target): (Scalar, Scalar), register: u64) -> Result<u128, Stop> {
        let number = match source.is_wide() {
            true => self.wide_numbers.number(register),
            false => u128::from(register),
        };
        wide::convert(source, target, number).ok_or_else(|| Stop::Open(NO_FIT.to_owned()))
    }

    fn require_no_search(&self) -> Result<(), Stop> {
        match self.settings.purpose {
            Purpose::Exhaust => Err(Stop::Open(
                "a number of more than 64 bits in a search of all states".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Functions of the library take and give no such numbers, but for few.
    pub(super) fn require_narrow(&self, routine: Routine, call: &CallSite) -> Result<(), Stop> {
        let is_wide = |scalar: &Option<Scalar>| scalar.is_some_and(Scalar::is_wide);
        let knows = match routine {
            Routine::Wide(_)
            | Routine::Extended(_)
            | Routine::Nondeterministic
            | Routine::First
            | Routine::Print(_) => true,
            Routine::Exact(exact) => exact.of_floats() && !is_wide(&call.result),
            _ => false,
        };
        match !knows && (is_wide(&call.result) || call.scalars.iter().any(is_wide)) {
            true => Err(Stop::Open(
                "a number of more than 64 bits in a call of the library".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// The `double` that a number is; what no `double` is, ends the path.
    pub(super) fn as_double(&self, scalar: Scalar, register: u64) -> Result<u64, Stop> {
        let double = self.converted((scalar, Scalar::F64), register)?;
        let back = wide::convert(Scalar::F64, scalar, double);
        match back == Some(self.wide_numbers.number(register)) {
            true => Ok(double as u64),
            false => Err(Stop::Open("a `long double` in a call of the library".to_owned())),
        }
    }

    /// Any number of a type: one of 64 bits, converted.
    pub(in crate::explore) fn wide_input(&mut self, scalar: Scalar) -> u64 {
        let value = self.inputs.value(Scalar::I64, &self.code.constants);
        let number = wide::convert(Scalar::I64, scalar, u128::from(value)).unwrap_or(0);
        self.wide_numbers.place(number)
    }

    /// Reads a number of more than 64 bits, whose access the caller makes.
    pub(in crate::explore) fn read_wide(&mut self, address: u64, scalar: Scalar) -> Result<u64, Stop> {
        self.require_no_search()?;
        self.memory.check(address, scalar.size())?;
        let bytes = self.memory.bytes(address, wide::bytes_of(scalar))?;
        let number = bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u128::from(*byte));
        match wide::is_number(scalar, number) {
            true => Ok(self.wide_numbers.place(number)),
            false => Err(Stop::Open("bytes that are no `long double`".to_owned())),
        }
    }

    /// Writes one, and leaves the padding behind it as it was.
    pub(in crate::explore) fn write_wide(&mut self, address: u64, scalar: Scalar, register: u64) -> Result<(), Stop> {
        self.require_no_search()?;
        self.memory.check_write(address, scalar.size())?;
        let bytes = self.wide_numbers.number(register).to_le_bytes();
        let size = wide::bytes_of(scalar);
        self.memory
            .bytes_mut(address, size)?
            .copy_from_slice(&bytes[..size as usize]);
        Ok(())
    }
}
