//! Pointers that the analysis lost.
//!
//! Where bytes of pointers are copied to places that are not known, by an index or a length without bounds, any pointer of a
//! structure may be any other one that it holds; what is written through these spreads to the next structures, and in the end
//! everything points to everything. That costs all time there is, and says nothing. So of a pointer that is read and may lead
//! to more objects than some number k, the targets count as not known, and that is an obstacle at the place where it is read:
//!
//! ```text
//!     ⟦*p⟧  =  v              if |objects v| ≤ k
//!              unknown        otherwise, and nothing is proved
//! ```
//!
//! What is done through such a pointer is neither compared with other accesses nor followed: that there may be more races is
//! what the obstacle says, and a list of all that might be touched would hide those that are known. Functions are not counted: a table
//! of them is a table, and calls go to those that it holds. Memory from outside counts once, however many types it has. A pointer that was lost once while the solver was on its way stays so
//! where it was stored, even if the solution finds fewer targets there; that is an obstacle, too
//! (`crate::semantics::evidence::anywhere`).

use pepsin_lattice::Lattice;

use crate::semantics::system::Transfer;
use crate::values::{Addresses, ObjectKind, Source, Value};

/// What is said where a pointer is lost.
pub const LOST: &str = "a pointer is read that may lead to more objects than are told apart";

/// A value that is read, as far as it is known where it leads.
pub fn unless_lost(transfer: &Transfer<'_, '_>, value: Value) -> Value {
    let is_code = |object| matches!(transfer.analysis.objects.kind(object), ObjectKind::Function(_));
    let addresses = value.as_addresses();
    let most = transfer.analysis.settings.precision.targets;
    // The number of all targets is at hand, that of those which are no code is not.
    let few = addresses.targets().len() <= most;
    // Memory from outside is cut into classes by its types, and counts once.
    let is_outside = |object| {
        matches!(
            transfer.analysis.objects.kind(object),
            ObjectKind::External(Source::Outside(_))
        )
    };
    let told_apart = || {
        addresses
            .objects()
            .filter(|object| !is_code(*object) && !is_outside(*object))
    };
    let outside = || usize::from(addresses.objects().any(is_outside));
    if few || told_apart().count() + outside() <= most {
        return value;
    }
    transfer.obstacle(LOST.to_owned());
    transfer.analysis.lost.borrow_mut().insert(transfer.at);
    let mut lost = Addresses::unknown(transfer.at);
    lost.join(&addresses.retain(is_code));
    value.with_addresses(lost)
}

/// A write through a pointer of which not all targets are known: nothing is proved, so it is not followed where it may go.
pub fn write_anywhere(transfer: &Transfer<'_, '_>) {
    transfer.obstacle("a write through a pointer of which not all targets are known".to_owned());
}
