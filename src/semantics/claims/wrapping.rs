//! Whether a counter that only makes steps of certain sizes ever comes to where it was: whether it wraps around.
//!
//! A counter of 64 bits that each step reads and changes by at most 2³² needs more than 2³¹ steps to do so. That no execution
//! makes so many is assumed, and the report says so. Narrower ones do wrap around, unless the language says that no execution
//! counts in which they do, or the values that the program gives them say that they don't. Whether those that do give a number twice is told
//! in [`crate::semantics::state::Takes`].

use crate::semantics::system::Transfer;
use crate::values::{IntegerType, SignedOverflow};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// No step is longer, of a counter that is taken not to wrap around because of its width alone.
const LONGEST_STEP: i64 = 1 << 32;

/// What a step of a signed counter does where its type ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedSteps {
    /// It is an expression of the language, which may leave it undefined.
    Plain,
    /// It is an atomic operation, which wraps around (C17 7.17.7.5).
    Atomic,
}

/// Whether a counter of a type that makes steps of up to `step`, up or down, never wraps around, whatever it holds. Records
/// what is assumed for that.
pub fn never_wraps(transfer: &Transfer<'_, '_>, ty: IntegerType, step: i64, signed: SignedSteps) -> bool {
    let short = step.checked_abs().is_some_and(|step| step <= LONGEST_STEP) || is_seeded(Bug::LongSteps);
    // A number of 64 bits may be changed as one without sign, which begins anew: conversions are looked through that keep all bits.
    let undefined = signed == SignedSteps::Plain
        && ty.signed
        && ty.bits >= 32
        && (ty.bits < 64 || short)
        && transfer.analysis.settings.signed_overflow == SignedOverflow::Undefined;
    let too_wide = (ty.bits >= 64 || is_seeded(Bug::NarrowCounters)) && short;
    if too_wide && !undefined {
        transfer.record(|recorder, at| {
            recorder.wide_counters.insert(at);
        });
    }
    undefined || too_wide
}
