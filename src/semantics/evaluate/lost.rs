//! Pointers that the analysis lost.
//!
//! Where bytes of pointers are copied to places that are not known, by an index or a length without bounds, any pointer of a
//! structure may be any other one that it holds; what is written through these spreads to the next structures, and in the end
//! everything points to everything. That costs all time there is, and says nothing. So of a pointer that is read and may lead
//! to more objects than some number k, the targets count as not known:
//!
//! ```text
//!     ⟦*p⟧  =  v              if |objects v| ≤ k
//!              lost           otherwise
//! ```
//!
//! **What is proved.** An access through a lost pointer is neither compared with other accesses nor followed, so nothing is proved of a
//! program that makes one: that there may be more races is what an obstacle says where the pointer was read, once for all such accesses
//! (`crate::semantics::evidence::anywhere`), and a list of all that might be touched would hide those that are known. A program that makes
//! none is analysed as if the pointer had kept its targets, by this invariant:
//!
//! ```text
//!     (I)   Each access in an execution is made at an address that the analysis knows, or that it knows to be lost.
//! ```
//!
//! An address can only be computed from values that depend on it. So a value that may be an address of which the targets were
//! forgotten is lost, however it came from there to here: stored and read, in whole or in part, joined with others, passed, handed over,
//! told to the library and received from it, moved, or made of a distance. Of an address that is unknown for several reasons, "lost" is the one that is kept
//! ([`crate::values::Origin`]); else the access could count as one to anything that escaped, while it is to a variable whose escape was
//! forgotten with the pointer. The distance of two addresses is a number where both may lead into one object, and is lost if one of them is.
//! Only where a lost pointer was found equal to one that is known, it is known itself.
//! Whatever others learn of an object by lost pointers only, they can touch by lost pointers only: that the object counts as the ego's own,
//! as fresh, or as handed on in order, needs no doubt.
//!
//! Functions are not counted: a table of them is a table, and calls go to those that it holds. Memory from outside counts once, however many
//! types it has.
//!
//! A pointer that was lost once while the solver was on its way stays so where it was stored, even if the solution finds fewer targets there.

use pepsin_lattice::Lattice;

use crate::semantics::system::{Analysis, Transfer};
use crate::values::{Addresses, ObjectId, ObjectKind, Origin, Source, Value};

/// What is said where a pointer is lost.
pub const LOST: &str = "a pointer is read that may lead to more objects than are told apart";

/// A value that is read, as far as it is known where it leads.
pub fn unless_lost(transfer: &Transfer<'_, '_>, value: Value) -> Value {
    let is_code = |object| matches!(transfer.analysis.objects.kind(object), ObjectKind::Function(_));
    let addresses = value.as_addresses();
    if is_told_apart(transfer.analysis, addresses) {
        return value;
    }
    let mut lost = Addresses::unknown(Origin::lost(transfer.at));
    lost.join(&addresses.retain(is_code));
    value.with_addresses(lost)
}

/// Whether a pointer leads to few enough objects.
fn is_told_apart(analysis: &Analysis<'_>, addresses: &Addresses) -> bool {
    let most = analysis.settings.precision.targets;
    // The number of all targets is at hand, that of those which count is not.
    if addresses.targets().len() <= most {
        return true;
    }
    let counts = |object: &ObjectId| {
        !matches!(
            analysis.objects.kind(*object),
            ObjectKind::Function(_) | ObjectKind::External(Source::Outside(_))
        )
    };
    let is_outside = |object| matches!(analysis.objects.kind(object), ObjectKind::External(Source::Outside(_)));
    let outside = usize::from(addresses.objects().any(is_outside));
    addresses.objects().filter(counts).count() + outside <= most
}

/// A write through a pointer of which not all targets are known: nothing is proved, so it is not followed where it may go.
pub fn write_anywhere(transfer: &Transfer<'_, '_>) {
    transfer.obstacle("a write through a pointer of which not all targets are known".to_owned());
}
