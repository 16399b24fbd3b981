//! Contexts and call strings, as numbers.
//!
//! How many contexts a function has is bounded: the first ones are told apart by all that a [`Context`] holds, later ones
//! neither by arguments nor by the past, and in the end not even by the calls that led there. All calls have some context,
//! so that only precision is lost. (Erhard, Schinabeck, Schwarz and Seidl, "When to stop
//! going down the rabbit hole: taming context-sensitivity on the fly", SOAP 2024, bound the depth of calls instead.)

use std::rc::Rc;

use hashbrown::HashMap;
use pepsin_digests::ThreadId;
use rustc_hash::FxBuildHasher;

use super::interner::Interner;
use super::unknowns::{Context, ContextId};
use crate::ir::FunctionId;

/// How many contexts of one function in one thread tell the calls apart that led to it.
const CONTEXTS_BY_CALLS: usize = 1024;
/// How many calls a call string keeps.
const CALL_STRING_LENGTH: usize = 4;

/// The contexts met so far.
#[derive(Default)]
pub struct Contexts {
    contexts: Interner<(FunctionId, Context)>,
    /// How many there are of a function in a thread.
    counts: HashMap<(FunctionId, ThreadId), usize, FxBuildHasher>,
}

impl Contexts {
    /// How many contexts were met.
    pub fn len(&self) -> usize {
        self.contexts.len()
    }

    /// The context with an id.
    pub fn get(&self, id: ContextId) -> Rc<(FunctionId, Context)> {
        self.contexts.get(id.0)
    }

    /// The id of a context of a function; from `most` on, neither arguments nor pasts are told apart, and then not even calls.
    ///
    /// A right-hand side that is evaluated again must name the same unknowns, so what was told apart once stays so: a
    /// coarser context is only made when the finer one is not known.
    pub fn intern(&mut self, function: FunctionId, context: Context, most: usize) -> ContextId {
        let mut wanted = (function, context);
        let counted = (function, wanted.1.thread);
        let count = self.counts.get(&counted).copied().unwrap_or(0);
        if count >= most && self.contexts.find(&wanted).is_none() {
            wanted.1.arguments.clear();
            wanted.1.past = None;
        }
        if count >= CONTEXTS_BY_CALLS && self.contexts.find(&wanted).is_none() {
            wanted.1.chain = 0;
        }
        if let Some(known) = self.contexts.find(&wanted) {
            return ContextId(known);
        }
        self.counts.insert(counted, count + 1);
        ContextId(self.contexts.intern(wanted))
    }
}

/// A call: the number of its program point, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    pub point: u32,
    pub caller: FunctionId,
}

/// The call strings met so far: the last calls that led to a function, oldest first. Number 0 is the empty one.
///
/// Who calls itself, directly or not, is told apart by the way in, not by the rounds: a call of a function that made a call of
/// the string leads back to before that. So what a recursive function makes, its threads and memory, has as many names
/// as there are ways without rounds. (Whaley and Lam, "Cloning-based context-sensitive pointer alias analysis using binary
/// decision diagrams", PLDI 2004, section 4.1, take the functions of a circle together.)
pub struct CallStrings {
    strings: Interner<Vec<Call>>,
}

impl Default for CallStrings {
    fn default() -> Self {
        CallStrings {
            strings: Interner::starting_with(Vec::new()),
        }
    }
}

impl CallStrings {
    /// The calls of a call string.
    pub fn calls(&self, string: u32) -> Rc<Vec<Call>> {
        self.strings.get(string)
    }

    /// The call string behind a call of a function.
    pub fn extend(&mut self, string: u32, call: Call, callee: FunctionId) -> u32 {
        let mut calls = Vec::clone(&self.strings.get(string));
        calls.push(call);
        if let Some(entered) = calls.iter().position(|before| before.caller == callee) {
            calls.truncate(entered);
        }
        let start = calls.len().saturating_sub(CALL_STRING_LENGTH);
        self.strings.intern(calls.split_off(start))
    }
}

#[cfg(test)]
mod tests {
    use super::{CALL_STRING_LENGTH, CONTEXTS_BY_CALLS, Call, CallStrings, Contexts};
    use crate::ir::FunctionId;
    use crate::semantics::system::Context;
    use crate::values::{Integer, Value};
    use pepsin_digests::{Names, ThreadFlag};
    use std::rc::Rc;

    /// A context in the main thread, with one argument.
    fn context(argument: usize, chain: usize) -> Context {
        Context {
            thread: Names::MAIN,
            flag: ThreadFlag::ALONE,
            locks: Rc::from([]),
            symbolic_locks: Rc::from([]),
            past: None,
            arguments: vec![Value::integer(Integer::constant(argument as i128))],
            chain: chain as u32,
        }
    }

    #[test]
    fn a_call_keeps_its_context_however_many_others_there_are() {
        let mut contexts = Contexts::default();
        let mut intern = |call: usize| contexts.intern(FunctionId(0), context(call, call), 64);
        let calls = 0..2 * CONTEXTS_BY_CALLS;
        let at_first: Vec<_> = calls.clone().map(&mut intern).collect();
        let again: Vec<_> = calls.map(&mut intern).collect();
        assert_eq!(at_first, again);
        assert!(
            at_first
                .iter()
                .max()
                .is_some_and(|most| most.0 as usize <= CONTEXTS_BY_CALLS)
        );
    }

    #[test]
    fn rounds_of_a_recursion_have_one_call_string() {
        let mut strings = CallStrings::default();
        let mut extend = |string, point, caller, callee| {
            let caller = FunctionId(caller);
            strings.extend(string, Call { point, caller }, FunctionId(callee))
        };
        let entered = extend(0, 1, 0, 1);
        let partner = extend(entered, 2, 1, 2);
        assert_ne!(entered, partner);
        assert_eq!(extend(entered, 3, 1, 1), entered);
        assert_eq!(extend(partner, 4, 2, 1), entered);
        assert_ne!(extend(0, 5, 0, 1), entered);
        // A thread starts in a function that no call has entered.
        assert_eq!(extend(0, 3, 1, 1), 0);
    }

    #[test]
    fn call_strings_keep_the_last_calls() {
        let mut strings = CallStrings::default();
        let string = (0..10).fold(0, |string, number| {
            let caller = FunctionId(number);
            strings.extend(string, Call { point: number, caller }, FunctionId(number + 1))
        });
        assert_eq!(strings.calls(string).len(), CALL_STRING_LENGTH);
        assert_eq!(strings.calls(string).last().map(|call| call.point), Some(9));
    }
}
