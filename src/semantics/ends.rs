//! Ends of threads and of the process, and what runs besides the program's own calls: destructors, exit functions, signal handlers.

use pepsin_lattice::Lattice;
use pepsin_solver::Stop;

use super::effects::LibraryCall;
use super::loads::Rvalue;
use super::state::State;
use super::transfer::Transfer;
use super::unknowns::{Fact, Global};
use crate::values::{Scalar, Value};

impl Transfer<'_, '_> {
    /// Ends the ego thread, destructors of thread-specific data included.
    pub fn finish_thread(&mut self, state: State, value: &Value) -> Result<(), Stop> {
        let mut states = vec![state];
        if let Fact::Value(destructors) = self.io.global(Global::Destructors) {
            for function in self.functions_of(&destructors) {
                let mut after = Vec::new();
                for state in states {
                    let argument = state.specific.clone();
                    after.push(state.clone());
                    if argument.truth().may_hold && self.analysis.program.function(function).body.is_some() {
                        after.extend(self.call_body(state, None, function, &[Rvalue::Scalar(argument)])?);
                    }
                }
                states = after;
            }
        }
        for state in states {
            self.end_thread(state, value);
        }
        Ok(())
    }

    /// Ends the process: the functions registered for that run while other threads still do.
    pub fn process_exit(&mut self, state: State) -> Result<(), Stop> {
        let Fact::Value(handlers) = self.io.global(Global::ExitHandlers) else {
            return Ok(());
        };
        for function in self.functions_of(&handlers) {
            if self.analysis.program.function(function).body.is_some() {
                self.call_body(state.clone(), None, function, &[])?;
            }
        }
        Ok(())
    }

    /// A signal handler runs at any time from now on, in any thread: like a thread of its own.
    pub fn install_handler(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        handler: &Value,
    ) -> Result<Vec<State>, Stop> {
        let functions = self.functions_of(handler);
        let with_body = functions
            .iter()
            .any(|function| self.analysis.program.function(*function).body.is_some());
        let after = match with_body {
            true => self.create(state, handler, (&Value::any_number_of(Scalar::INT), None), |_, _, _| {})?,
            false => vec![state],
        };
        let value = Value::any_number_of(Scalar::INT);
        Ok(self.finish_all(after, call, &value))
    }

    pub fn functions_reachable(&mut self, state: &mut State, pointer: &Value) -> Value {
        let mut functions = Value::NOTHING;
        for object in pointer.objects() {
            for reached in self.contents(state, object).objects() {
                functions.join(&Value::address(reached, 0));
            }
        }
        functions
    }
}
