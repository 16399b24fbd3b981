//! What the function under evaluation touches: contributions to its footprint ([`crate::semantics::state::Footprint`]).

use std::rc::Rc;

use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice};

use super::transfer::Transfer;
use super::unknowns::{Fact, Global, Unknown};
use crate::ir::{Callee, GlobalId, InstructionKind, Program, Root};
use crate::semantics::state::{Footprint, Set};
use crate::values::ObjectId;

/// A lock is held no more behind an action.
pub fn touch_released(transfer: &Transfer<'_, '_>, lock: LockId) {
    transfer.touched.borrow_mut().add_released(lock);
}

/// A thread is created here.
pub fn touch_creation(transfer: &Transfer<'_, '_>) {
    transfer.touched.borrow_mut().add_creation(transfer.point());
}

/// The past changes.
pub fn touch_past(transfer: &Transfer<'_, '_>) {
    transfer.touched.borrow_mut().add_act();
}

/// Something is asked of the whole state.
pub fn touch_everything(transfer: &Transfer<'_, '_>) {
    transfer.touched.borrow_mut().add_everything();
}

/// Contributes what was touched to the footprint of the function under evaluation.
pub fn leave_footprint(transfer: &Transfer<'_, '_>) {
    let touched = transfer.touched.borrow().clone();
    if !touched.is_bottom() {
        let own = Global::Footprint(transfer.unknown.function, transfer.unknown.context);
        transfer.io.side(own, Fact::Footprint(Rc::new(touched)));
    }
}

/// What a function touches, as far as that is known.
pub fn footprint_of(transfer: &Transfer<'_, '_>, callee: Unknown) -> Footprint {
    match transfer.io.global(Global::Footprint(callee.function, callee.context)) {
        Fact::Footprint(footprint) => Footprint::clone(&footprint),
        _ => Footprint::default(),
    }
}

/// The caller touches what its callee does.
pub fn touch_all_of(transfer: &Transfer<'_, '_>, footprint: &Footprint) {
    transfer.touched.borrow_mut().join(footprint);
}

/// For each function the global variables that its text names, or that of those which it calls by name.
pub fn named_variables(program: &Program, object: &dyn Fn(GlobalId) -> ObjectId) -> Vec<Set<ObjectId>> {
    let count = program.functions.len();
    let mut named: Vec<Set<ObjectId>> = vec![Set::default(); count];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        body.places(&mut |place| {
            if let Root::Global(global) = place.root
                && !program.global(global).thread_local
            {
                named[number].insert(object(global));
            }
        });
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } = &instruction.kind
            {
                callers[callee.0 as usize].push(number);
            }
        }
    }
    let mut open: Vec<usize> = (0..count).collect();
    while let Some(callee) = open.pop() {
        let names = named[callee].clone();
        for &caller in &callers[callee] {
            if named[caller].join(&names) {
                open.push(caller);
            }
        }
    }
    named
}
