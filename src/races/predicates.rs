//! What pairing asks about digests.

use super::access::DigestId;

/// A row of the catalogue: one digest or one access fact that may exclude pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The short id of the row, such as `L`.
    pub id: &'static str,
    /// Its name, such as ‘lockset’.
    pub name: &'static str,
    /// What it stands for and when it excludes a pair, as one sentence.
    pub help: &'static str,
}

/// The predicates `A ||? B` of the digests whose product the accesses carry.
///
/// All answers are symmetric in the two digests and the same for the same question.
pub trait Predicates {
    /// The digests, in the order of the catalogue.
    fn rows(&self) -> &[Predicate];

    /// Why two accesses with these digests never race, if the digest of row `row` knows; `None` stands for ⊤.
    fn excludes(&self, row: usize, first: DigestId, second: DigestId) -> Option<String>;

    /// Why the digest of row `row` does not exclude the pair: the fact that failed, as a sentence.
    fn why_not(&self, row: usize, first: DigestId, second: DigestId) -> String;

    /// The locks certainly held by a thread with this digest, spelled for people.
    fn locks(&self, digest: DigestId) -> Vec<String>;
}
