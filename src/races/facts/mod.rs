//! Access facts: predicates on pairs that need more than the two pasts.
//!
//! A digest summarises the past of a thread and has a transfer on actions.
//! An access fact belongs to the address accessed, or needs facts of the whole solution; it has a predicate only.
//! A fact is one file here and one row of [`catalogue`].

mod barrier_crews;
mod fresh;
mod hand_over;
mod ownership;
mod region;
mod rows;
mod segments;
mod symbolic_lockset;
mod watched;

pub use barrier_crews::BarrierCrews;
pub use fresh::Fresh;
pub use hand_over::HandedOver;
pub use ownership::Ownership;
pub use region::Region;
pub use rows::Rows;
pub use segments::Segments;
pub use symbolic_lockset::SymbolicLockset;
pub use watched::Values;

use super::access::Access;
use pepsin_digests::{Catalogue, Row};

/// A predicate on two accesses to overlapping bytes of one object.
pub trait AccessFact: Sync {
    /// The row of the catalogue that describes it.
    fn row(&self) -> Row;

    /// Whether the two accesses never race, or not, and the fact that says so. Symmetric in the accesses.
    fn judge(&self, first: &Access, second: &Access) -> Judgement;

    /// Whether the access carries nothing by which a pair could be excluded. Explanations pass over it.
    fn is_silent(&self, _access: &Access) -> bool {
        false
    }
}

/// What an access fact says about a pair, each with the fact behind it as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The two accesses never race.
    Excluded(String),
    /// They may race, for all that this fact knows.
    Open(String),
}

impl Judgement {
    /// The fact behind it.
    pub fn reason(self) -> String {
        match self {
            Judgement::Excluded(reason) | Judgement::Open(reason) => reason,
        }
    }
}

/// All access facts, in the order of the catalogue.
pub fn catalogue() -> Vec<&'static dyn AccessFact> {
    vec![
        &Fresh,
        &SymbolicLockset,
        &Region,
        &Ownership,
        &Segments,
        &Rows,
        &HandedOver,
        &BarrierCrews,
        &Values,
    ]
}

/// The whole catalogue: the digests, then the access facts.
pub fn full_catalogue() -> Catalogue {
    super::Arguments::installed().catalogue().clone()
}
