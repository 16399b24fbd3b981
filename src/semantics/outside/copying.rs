//! Copies: `memcpy`, `memset` and their relatives.

use pepsin_lattice::{Bottom, Lattice};

use crate::library::model::{Model, Returns};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::acts::locks;
use crate::semantics::evaluate::part;
use crate::semantics::execute::stores::write_part;
use crate::semantics::execute::{stores, writes};
use crate::semantics::origins::regions;
use crate::semantics::outside::reach::{self, Reach};
use crate::semantics::outside::{arguments, results};
use crate::semantics::sharing::{interference, names};
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{LibraryCall, Transfer, Write};
use crate::values::{Contents, Offsets, Rvalue, Strength, Value};

/// `MADV_DONTNEED`, `MADV_FREE`, `MADV_REMOVE` and `MADV_DONTNEED_LOCKED` of Linux.
const DISCARDING: [i128; 4] = [4, 8, 9, 24];

/// A page has so many bytes.
const PAGE: u64 = 4096;

/// `memcpy` and its relatives.
pub fn copy(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    to: usize,
    from: usize,
    length: usize,
    returns: &Returns,
) -> State {
    let size = call.size(&[length]);
    let source = call.argument(from);
    arguments::access_argument(
        transfer,
        &mut state,
        call,
        from,
        size,
        (AccessKind::Read, Atomicity::Plain),
    );
    arguments::access_argument(
        transfer,
        &mut state,
        call,
        to,
        size,
        (AccessKind::Write, Atomicity::Plain),
    );
    let mut bytes = Contents::bottom();
    let copied = reach::of_argument(transfer, &mut state, call, from, (source.clone(), size));
    for &(object, offsets) in copied.pointer.as_addresses().targets() {
        let contents = interference::contents(transfer, &mut state, object);
        let found = part(&contents, offsets, copied.size);
        if copied.is_part {
            bytes.absorb(&found);
        } else {
            bytes.join(&found);
        }
    }
    if source.as_addresses().origin().is_some() {
        bytes.join(&Contents::unknown(transfer.at));
    }
    let target = reach::of_argument(transfer, &mut state, call, to, (call.argument(to), size));
    write_bytes(transfer, &mut state, &target, &Rvalue::Record(bytes));
    let value = copied_to(call, to, returns);
    results::finish(transfer, state, call, &value)
}

/// `memset` and its relatives.
pub fn fill(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    to: usize,
    value: Option<usize>,
    length: usize,
    returns: &Returns,
) -> State {
    let size = call.size(&[length]);
    arguments::access_argument(
        transfer,
        &mut state,
        call,
        to,
        size,
        (AccessKind::Write, Atomicity::Plain),
    );
    let byte = value.map_or(Value::ZERO, |value| call.argument(value));
    let bytes = if byte.as_constant() == Some(0) {
        Contents::zero()
    } else {
        Contents::uniform(&Value::ANY_NUMBER)
    };
    let target = reach::of_argument(transfer, &mut state, call, to, (call.argument(to), size));
    write_bytes(transfer, &mut state, &target, &Rvalue::Record(bytes));
    let value = copied_to(call, to, returns);
    results::finish(transfer, state, call, &value)
}

fn copied_to(call: &LibraryCall<'_>, to: usize, returns: &Returns) -> Value {
    match returns {
        Returns::Argument(number) => call.argument(*number),
        _ => call
            .argument(to)
            .with_addresses(call.argument(to).as_addresses().moved(Offsets::ANY)),
    }
}

/// Writes bytes to what a call reaches; without a size, anywhere behind that.
pub fn write_bytes(transfer: &Transfer<'_, '_>, state: &mut State, target: &Reach, bytes: &Rvalue) {
    let addresses = target.pointer.as_addresses();
    let bytes = stores::escaping(transfer, state, addresses, bytes);
    let Rvalue::Record(bytes) = bytes else { return };
    let addresses = names::renamed(transfer, state, addresses);
    let size = target.size;
    locks::overwrite_locks(transfer, state, &addresses, size.unwrap_or(u64::MAX >> 1));
    let only = addresses.single().is_some() && !target.is_part;
    for &(object, offsets) in addresses.targets() {
        if !transfer.analysis.is_data(object) {
            continue;
        }
        regions::mix_by(transfer, object, bytes.objects());
        let strength = if only {
            interference::strength(transfer, state, object)
        } else {
            Strength::Weak
        };
        let write = Write::plain(object, Extent::new(offsets, size), strength);
        writes::update(transfer, state, &write, |contents, strength| match size {
            Some(size) if target.is_part => contents.absorb_at(offsets, size, &bytes),
            _ => write_part(contents, offsets, size, &bytes, strength),
        });
    }
}

/// `madvise`: what memory held may be gone, and zeroes be there instead. Private memory only loses it, so both may be.
pub fn discard(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (pointer, length, advice): (usize, usize, usize),
) -> Vec<State> {
    let value = results::returned(transfer, call, model);
    let kept = results::finish(transfer, state.clone(), call, &value);
    let advice = call.argument(advice);
    if !DISCARDING.iter().any(|one| advice.as_integer().contains(*one)) {
        return vec![kept];
    }
    // A length is rounded up to whole pages (`madvise(2)`): how far another one reaches is not known.
    let size = call.size(&[length]).filter(|size| size.is_multiple_of(PAGE));
    let target = call.argument(pointer);
    arguments::access_through(transfer, &state, &target, size, AccessKind::Write, Atomicity::Plain);
    let pages = Reach::whole(target, size);
    write_bytes(transfer, &mut state, &pages, &Rvalue::Record(Contents::zero()));
    vec![kept, results::finish(transfer, state, call, &value)]
}
