//! SG, segments: each thread works on a part of an array of its own ([`crate::races::segments`] has the theory).
//!
//! ```text
//!     excluded  if  the bytes are those of segments by the same function, and the segments do not meet
//! ```
//!
//! What the bounds are computed from is the same for both threads: it is not written while several threads run. That is held against all
//! writes before accesses come here.

use super::{AccessFact, Judgement};
use crate::races::access::Access;
use pepsin_digests::{ByDefault, Row};

/// The access fact SG.
#[derive(Clone, Copy, Debug)]
pub struct Segments;

impl AccessFact for Segments {
    fn row(&self) -> Row {
        Row::access_fact(
            "SG",
            "segments",
            ByDefault::On,
            "The bytes lie in a part of an array that the thread computed for itself, such as elements id * chunk to (id + 1) * chunk; excludes a pair of threads whose parts do not meet.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let mut mine = first.segments.iter();
        match mine.any(|mine| second.segments.iter().any(|theirs| mine.is_apart_from(theirs))) {
            true => Judgement::Excluded("each thread works on a part of the array that is its own".into()),
            false => Judgement::Open("the accesses are not known to lie in parts of an array that do not meet".into()),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.segments.is_empty()
    }
}
