//! Extents: how many bytes an object has, and accesses outside of it.
//!
//! The extent of a variable is the size of its type. The extent of allocated memory is what the allocation was asked for,
//! and one allocation may be asked for different sizes in different executions. So each allocation contributes to
//!
//! ```text
//!     [extent o]  ⊒  the size asked for,
//! ```
//!
//! a value which is one number as long as the extent is known. It is joined for all instances of an allocation.
//!
//! An access to bytes outside of an object is undefined behaviour (C11, 6.5.6 paragraph 8), so of the addresses that a pointer
//! may have, an access goes only to those inside of their objects. Where none of them is inside, the program has a defect
//! whenever it gets there: under [`OutsideAccesses::Absent`] it is assumed that it never gets there, and the report says
//! so; under [`OutsideAccesses::Object`] the access counts as one to the object, as if that were larger; under
//! [`OutsideAccesses::Obstacle`] nothing is proved besides.

use pepsin_lattice::Bottom;

use crate::semantics::settings::OutsideAccesses;
use crate::semantics::system::{Fact, Global, Transfer};
use crate::values::{Addresses, Instance, Integer, ObjectId, ObjectKind, Offsets, Value};

/// An allocation makes an object with a number of bytes, if that is known.
pub fn extend_to(transfer: &Transfer<'_, '_>, object: ObjectId, size: Option<u64>) {
    let asked = match size {
        Some(size) => Value::integer(Integer::constant(size.into())),
        None => Value::ANY_NUMBER,
    };
    let family = transfer.analysis.instance(object, Instance::Older);
    transfer.io.side(Global::Extent(family), Fact::value(asked));
}

/// How many bytes an object has at most, if that is known.
pub fn extent(transfer: &Transfer<'_, '_>, object: ObjectId) -> Option<u64> {
    let first_asked = transfer.analysis.objects.size(object);
    if !matches!(transfer.analysis.objects.kind(object), ObjectKind::Heap { .. }) {
        return first_asked;
    }
    let family = transfer.analysis.instance(object, Instance::Older);
    match transfer.io.global(Global::Extent(family)) {
        Fact::Value(asked) => {
            let most = i64::try_from(asked.as_integer().parts()?.high).ok()?;
            u64::try_from(most).ok()
        }
        _ => None,
    }
}

/// Those of some addresses from which an access of `size` bytes may touch bytes inside of their objects.
/// If there is none, the access is one outside of its object.
pub fn within_objects(transfer: &Transfer<'_, '_>, addresses: Addresses, size: u64) -> Addresses {
    let targets = addresses.targets().iter();
    let inside: Vec<(ObjectId, Option<Offsets>)> = targets
        .map(|&(object, offsets)| (object, within_object(transfer, object, offsets, size)))
        .collect();
    let stays = addresses.targets().iter().zip(&inside);
    if stays.into_iter().all(|(target, inside)| inside.1 == Some(target.1)) {
        return addresses;
    }
    let within = addresses.map(|object, _| {
        let place = inside.binary_search_by_key(&object, |target| target.0).ok()?;
        Some((object, inside[place].1?))
    });
    match within.is_bottom() {
        true => outside_objects(transfer, addresses),
        false => within,
    }
}

/// The offsets at which an access may lie inside of an object. Where one offset is known, some of the bytes suffice.
fn within_object(transfer: &Transfer<'_, '_>, object: ObjectId, offsets: Offsets, size: u64) -> Option<Offsets> {
    let ends_by = |extent: u64| i128::from(offsets.high()) + i128::from(size) <= i128::from(extent);
    let declared = transfer.analysis.objects.size(object);
    if offsets.low() >= 0 && declared.is_some_and(ends_by) {
        return Some(offsets);
    }
    let Some(extent) = extent(transfer, object) else {
        return Some(offsets);
    };
    match offsets.single() {
        Some(offset) => {
            let end = i128::from(offset) + i128::from(size);
            let touches = i128::from(offset) < i128::from(extent) && end > 0;
            touches.then_some(offsets)
        }
        None if extent >= size => offsets.clamped(0, i64::try_from(extent - size).unwrap_or(i64::MAX)),
        None => Some(offsets),
    }
}

/// What an access to bytes outside of all objects is taken for.
fn outside_objects(transfer: &Transfer<'_, '_>, addresses: Addresses) -> Addresses {
    match transfer.analysis.settings.outside_accesses {
        OutsideAccesses::Absent => {
            record_outside_access(transfer);
            Addresses::bottom()
        }
        OutsideAccesses::Object => {
            record_outside_access(transfer);
            addresses
        }
        OutsideAccesses::Obstacle => {
            transfer.obstacle("memory is accessed outside of the object that the pointer leads to".to_owned());
            addresses
        }
    }
}

fn record_outside_access(transfer: &Transfer<'_, '_>) {
    transfer.record(|recorder, at| {
        recorder.outside_accesses.insert(at);
    });
}
