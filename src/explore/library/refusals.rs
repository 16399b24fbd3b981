//! Calls that the environment refuses: for want of threads, or of memory.
//!
//! Whether it does is an input, where the program tests the result ([`crate::ir::tested`]). Most executions meet no refusal; a race that
//! needs one says where.

use super::error_codes::NO_MEMORY;
use crate::explore::arithmetic::normalise;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Failures, Fortune, Machine, Stop};
use crate::library::model::{Model, Refusal};

/// What a function returns, as a scalar, if the environment refuses what it asks for; nothing if it asks for nothing.
pub fn refusal(model: &Model, result: Scalar) -> Option<u64> {
    let told = match model.refusal()? {
        Refusal::Code(codes) => codes.first().copied().map_or(-1, i64::from),
        Refusal::Null => 0,
        Refusal::Error => -1,
    };
    Some(normalise(result, told as u64))
}

impl Machine<'_> {
    /// What a call returns, if the environment refuses what it asks for.
    pub(super) fn refused_call(&mut self, thread: usize, call: &CallSite) -> Result<Option<u64>, Stop> {
        let Some(told) = call.refusal else {
            return Ok(None);
        };
        if self.settings.failures != Failures::Tested || !self.inputs.misfortune() {
            return Ok(None);
        }
        match told {
            0 => self.set_error_number(thread, NO_MEMORY)?,
            _ => self.error_may_have_changed(thread),
        }
        self.fortune = Fortune::Refused;
        self.refusals.push(call.access);
        Ok(Some(told))
    }
}
