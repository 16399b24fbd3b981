//! Allocated objects: their names and extents.

use crate::semantics::evaluate::extents;
use crate::semantics::state::Allocation;
use crate::semantics::system::Transfer;
use crate::values::{Instance, Multiplicity, Object, ObjectId, ObjectKind};

/// The object of an instance of an allocation that is asked for so many bytes.
pub fn object_of(
    transfer: &Transfer<'_, '_>,
    allocation: Allocation,
    instance: Instance,
    size: Option<u64>,
) -> ObjectId {
    if let (Instance::First, Some(variable)) = (instance, transfer.analysis.variable_of(allocation)) {
        return variable;
    }
    let kind = ObjectKind::Heap {
        site: allocation.site,
        thread: Some(transfer.context.thread),
        chain: allocation.chain,
        instance,
    };
    let line = transfer.at.line;
    let object = transfer.analysis.objects.intern(kind, || Object {
        kind,
        size,
        ty: None,
        multiplicity: match instance {
            Instance::First => Multiplicity::Once,
            Instance::Recent => Multiplicity::Current,
            Instance::Older => Multiplicity::Many,
        },
        name: format!("memory allocated at line {line}"),
    });
    let thresholds = || transfer.analysis.thresholds_of(allocation);
    transfer.analysis.halts.note(object, thresholds);
    extents::extend_to(transfer, object, size);
    object
}
