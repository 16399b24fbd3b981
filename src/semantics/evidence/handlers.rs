//! Flags of handlers, where a process has one thread.
//!
//! A handler of a signal counts as any number of threads of its own, as it runs at any time and in any thread that does not block the signal. Where the
//! program creates no other thread, it runs in the one thread that there is, which it interrupts. Actions of one thread are no data race
//! (C17, 5.1.2.4, 35), and for variables of a type such as `volatile sig_atomic_t` a handler and what it interrupts may rely on what they find
//! (5.1.2.3, 5; 7.14.1.1, 5): accesses to them count as atomic. What else a handler shares with the rest may be seen half done, and stays.

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::TypeKind;
use crate::races::{Access, Atomicity};
use crate::semantics::system::{Analysis, Recorder};
use crate::values::ObjectId;

/// Makes accesses to flags of handlers atomic, if handlers interrupt the only thread.
pub fn order_flags_of_handlers(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    let interrupts = |at| recorder.handlers_installed.contains(&at);
    let has_one_thread = recorder.creations.iter().all(|creation| interrupts(creation.at));
    if !has_one_thread && !is_seeded(Bug::FlagsOfAnyThread) {
        return;
    }
    let flags = accesses.iter_mut().filter(|access| is_flag(analysis, access.object));
    flags.for_each(|access| access.atomicity = Atomicity::Atomic);
}

/// Whether an object is a variable of a volatile integer type that is read and written at once.
fn is_flag(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    let types = &analysis.program.types;
    let is_word = |kind: &TypeKind| {
        matches!(
            kind,
            TypeKind::Integer {
                size: 1 | 2 | 4 | 8,
                ..
            }
        )
    };
    analysis
        .objects
        .get(object)
        .ty
        .is_some_and(|ty| types.get(ty).volatile && is_word(types.kind(ty)))
}
