//! Calls that the environment refuses: for want of threads, of memory, or of descriptors.
//!
//! Whether it does is an input, where the program tests the result ([`crate::tested`]). Most executions meet no refusal; a race that
//! needs one says where. Where it cannot be told whether the program looks, executions that look for races refuse nothing, and a search
//! of all states ends.

use super::Routine;
use super::error_codes::{NO_DESCRIPTORS, NO_FILES_OF_SYSTEM, NO_MEMORY};
use super::names::routine;
use crate::explore::arithmetic::normalise;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Failures, Fortune, Machine, Purpose, Stop};
use crate::ir::Program;
use crate::library::Library;
use crate::library::model::{Effect, Model, Refusal, Refused};
use crate::tested::Look;

/// How a function tells that the environment refuses what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusing {
    /// What it returns then, the most usual number first; nothing where that is any number but 0.
    told: Vec<i64>,
    /// What `errno` may be then; nothing where that is not known.
    errors: &'static [u64],
    /// Whether only a search of all states considers it.
    is_seldom: bool,
}

/// How each function of a program tells that; nothing if it asks for nothing.
pub fn refusals(program: &Program, library: &Library) -> Vec<Option<Refusing>> {
    let functions = program.functions.iter();
    let refusal = |name: &str| refusal(library.model(name)?, name);
    let told = functions.map(|function| match function.body {
        Some(_) => None,
        None => refusal(&function.name),
    });
    told.collect()
}

fn refusal(model: &Model, name: &str) -> Option<Refusing> {
    let asks_for_memory = matches!(model.effect, Some(Effect::Allocate { .. } | Effect::Reallocate { .. }));
    let told = match model.refusal() {
        _ if routine(Some(model), name) == Some(Routine::Pipe) => vec![-1],
        None => return None,
        // The other numbers tell of arguments that the library does not take.
        Some(Refusal::Code(codes)) if asks_for_memory => codes.iter().take(1).copied().map(i64::from).collect(),
        Some(Refusal::Code(codes)) => codes.iter().copied().map(i64::from).collect(),
        Some(Refusal::Null) => vec![0],
        Some(Refusal::Error) => Vec::new(),
    };
    let gives_memory = matches!(
        model.effect,
        Some(Effect::Allocate { flags: None, .. } | Effect::Reallocate { .. })
    );
    let errors: &[u64] = match routine(Some(model), name) {
        Some(Routine::Pipe) => &[NO_DESCRIPTORS, NO_FILES_OF_SYSTEM],
        _ if gives_memory && matches!(told.as_slice(), [0 | -1]) => &[NO_MEMORY],
        _ => &[],
    };
    Some(Refusing {
        told,
        errors,
        is_seldom: model.refused == Refused::Seldom,
    })
}

impl Machine<'_> {
    /// How the function that is called tells that the environment refuses what it asks for; nothing if it asks for nothing.
    fn refusing(&self, thread: usize, call: &CallSite) -> Option<&Refusing> {
        let function = self.called(thread, call)?;
        let refusing = self.code.refusals.get(function.0 as usize)?.as_ref()?;
        let counts = !refusing.is_seldom || self.settings.purpose == Purpose::Exhaust;
        counts.then_some(refusing)
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
        let Some(refusing) = self.refusing(thread, call).cloned() else {
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
        let told = self.number_of_refusal(&refusing)?;
        match refusing.errors {
            [] => self.error_may_have_changed(thread),
            [only] => self.set_error_number(thread, *only)?,
            several => {
                let error = several[self.inputs.among(several.len() as u64) as usize];
                self.set_error_number(thread, error)?;
            }
        }
        self.fortune = Fortune::Refused;
        self.refusals.push(call.access);
        Ok(Some(normalise(call.result.unwrap_or(Scalar::I32), told as u64)))
    }

    /// What a refused call returns: a search of all states tries all there is.
    fn number_of_refusal(&mut self, refusing: &Refusing) -> Result<i64, Stop> {
        let searches = self.settings.purpose == Purpose::Exhaust;
        match refusing.told.as_slice() {
            [] if searches => Err(Stop::Open("which number tells that a call was refused".to_owned())),
            [] => Ok(-1),
            [only] => Ok(*only),
            numbers if searches => Ok(numbers[self.inputs.choice(numbers.len() as u64) as usize]),
            [usual, ..] => Ok(*usual),
        }
    }
}
