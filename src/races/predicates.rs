//! What pairing asks about digests: the rows of the catalogue, and sets of them.

use pepsin_digests::{DigestId, Row};

/// What stands behind the name of a lock that is held for reading only, together with others.
pub const FOR_READING: &str = " (for reading)";

/// The predicates `A ||? B` of the digests whose product the accesses carry.
///
/// All answers are symmetric in the two digests, and the same for the same question.
pub trait Predicates {
    /// The digests, in the order of the catalogue.
    fn rows(&self) -> Vec<Row>;

    /// The digests by which two accesses with these summaries never race: all rows with `A ||? B = false`.
    fn excluding(&self, first: DigestId, second: DigestId) -> Rows;

    /// The fact behind the answer of the digest in row `row`, whichever it is, as a sentence.
    fn reason(&self, row: usize, first: DigestId, second: DigestId) -> String;

    /// Whether the digest in row `row` knows nothing at an access by which it could exclude a pair.
    fn is_silent(&self, row: usize, digest: DigestId) -> bool;

    /// A digest for people: the id of each row and what its component says.
    fn render(&self, digest: DigestId) -> Vec<(&'static str, String)>;

    /// The locks certainly held by a thread with this digest, spelled for people; behind the name of one for reading only stands [`FOR_READING`].
    fn locks(&self, digest: DigestId) -> Vec<String>;
}

/// A set of rows, by their numbers in the catalogue: digests first, then access facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rows(u64);

impl Rows {
    /// No row.
    pub const NONE: Rows = Rows(0);
    /// All rows that there can be.
    pub const ALL: Rows = Rows(u64::MAX);
    /// How many rows a catalogue can have.
    pub const CAPACITY: usize = 64;

    /// The set of the given rows; those beyond [`Rows::CAPACITY`] are left out.
    pub fn of(rows: impl IntoIterator<Item = usize>) -> Self {
        Rows(
            rows.into_iter()
                .filter(|row| *row < Self::CAPACITY)
                .fold(0, |set, row| set | 1 << row),
        )
    }

    /// Whether a row is in the set.
    pub fn contains(self, row: usize) -> bool {
        row < Self::CAPACITY && self.0 >> row & 1 == 1
    }

    /// Whether a row is in both sets.
    pub fn meets(self, other: Rows) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is no row in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of rows.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The rows in both sets.
    #[must_use]
    pub fn intersection(self, other: Rows) -> Rows {
        Rows(self.0 & other.0)
    }

    /// The rows in either set.
    #[must_use]
    pub fn union(self, other: Rows) -> Rows {
        Rows(self.0 | other.0)
    }

    /// The rows in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::CAPACITY).filter(move |row| self.contains(*row))
    }
}

/// The rows of a catalogue that have one of these ids. Ids without a row, such as those of digests that are not tracked, are ignored.
pub fn rows_with_ids(catalogue: &[Row], ids: &[&str]) -> Rows {
    let named = catalogue.iter().enumerate().filter(|(_, row)| ids.contains(&row.id));
    Rows::of(named.map(|(row, _)| row))
}
