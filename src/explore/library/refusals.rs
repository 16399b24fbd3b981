//! Calls that the environment refuses: for want of threads, of memory, or of descriptors.
//!
//! Whether it does is an input, where the program tests the result ([`crate::tested`]). Most executions meet no refusal; a race that
//! needs one says where. Where it cannot be told whether the program looks, executions that look for races refuse nothing, and a search
//! of all states ends.

use super::Routine;
use super::error_codes::NO_MEMORY;
use super::names::routine;
use crate::explore::arithmetic::normalise;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Failures, Fortune, Machine, Purpose, Stop};
use crate::ir::Program;
use crate::library::Library;
use crate::library::model::{Model, Refusal};
use crate::tested::Look;

/// What each function of a program returns, if the environment refuses what it asks for; nothing if it asks for nothing.
pub fn refusals(program: &Program, library: &Library) -> Vec<Option<i64>> {
    let functions = program.functions.iter();
    let refusal = |name: &str| refusal(library.model(name)?, name);
    let told = functions.map(|function| match function.body {
        Some(_) => None,
        None => refusal(&function.name),
    });
    told.collect()
}

fn refusal(model: &Model, name: &str) -> Option<i64> {
    if routine(Some(model), name) == Some(Routine::Pipe) {
        return Some(-1);
    }
    Some(match model.refusal()? {
        Refusal::Code(codes) => codes.first().copied().map_or(-1, i64::from),
        Refusal::Null => 0,
        Refusal::Error => -1,
    })
}

impl Machine<'_> {
    /// What the function that is called returns, if the environment refuses what it asks for; nothing if it asks for nothing.
    fn told(&self, thread: usize, call: &CallSite) -> Option<i64> {
        let function = self.called(thread, call)?;
        self.code.refusals.get(function.0 as usize).copied().flatten()
    }

    /// Whether a call may be in want of descriptors: not where the program goes on as if it had them. A search of all states leaves out
    /// nothing.
    pub(super) fn may_want(&self, call: &CallSite) -> bool {
        call.look == Look::Surely || self.settings.purpose == Purpose::Exhaust
    }

    /// What a call returns, if the environment refuses what it asks for.
    pub(super) fn refused_call(&mut self, thread: usize, call: &CallSite) -> Result<Option<u64>, Stop> {
        if call.look == Look::Never || self.settings.failures != Failures::Tested {
            return Ok(None);
        }
        let Some(told) = self.told(thread, call) else {
            return Ok(None);
        };
        if call.look == Look::Perhaps {
            return match self.settings.purpose {
                Purpose::Exhaust => Err(Stop::Open(
                    "a call may fail, and whether the program looks is open".to_owned(),
                )),
                Purpose::DetectRaces | Purpose::Run => Ok(None),
            };
        }
        if self.is_wrong_alignment(thread, call) || !self.inputs.misfortune() {
            return Ok(None);
        }
        match told {
            0 => self.set_error_number(thread, NO_MEMORY)?,
            _ => self.error_may_have_changed(thread),
        }
        self.fortune = Fortune::Refused;
        self.refusals.push(call.access);
        Ok(Some(normalise(call.result.unwrap_or(Scalar::I32), told as u64)))
    }
}
