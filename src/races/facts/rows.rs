//! RW, rows: the memory is reached by one pointer only, and that stands in a part of an array that is the thread's own.
//!
//! ```text
//!     for (r = low; r < high; r++) for (c = 0; c < cols; c++) … m[r][c] …
//! ```
//!
//! Let no two pointers in arrays lead to one object (`semantics::origins::rows` tells how that is established). Then two accesses to
//! one object by pointers from such arrays are accesses by one pointer, which stands in one place:
//!
//! ```text
//!     excluded  if  the pointers stood in different objects, at different bytes, or in segments by the same function that do not meet
//! ```
//!
//! Or both hold a lock that lies at a constant distance from the pointer, or in the object in which it stands: it is one lock, as it is one
//! pointer. So the lock in a record protects the buffers to which that leads:
//!
//! ```text
//!     lock(&s->lock); … s->buffer[k] … unlock(&s->lock);
//! ```
//!
//! An array may itself be reached by such a pointer, as planes of rows are: if the planes are not the same, the rows are not. So the pointers are
//! compared level by level, from the last one on.

use super::{AccessFact, Judgement};
use crate::races::access::Access;
use pepsin_digests::{ByDefault, Row};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The access fact RW.
#[derive(Clone, Copy, Debug)]
pub struct Rows;

impl AccessFact for Rows {
    fn row(&self) -> Row {
        Row::access_fact(
            "RW",
            "rows",
            ByDefault::On,
            "The memory is reached by one pointer only, which stands in a part of an array that the thread computed for itself, as those to the rows of a matrix, or beside a lock; excludes a pair of threads whose parts do not meet, or that hold the lock.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let mut levels = first.rows.iter().zip(&second.rows);
        let is_apart = levels.clone().any(|(mine, theirs)| mine.is_apart_from(theirs))
            || is_seeded(Bug::RowsOfAnyLevel) && {
                let mut mine = first.rows.iter();
                mine.any(|mine| second.rows.iter().any(|theirs| mine.is_apart_from(theirs)))
            };
        let is_locked = levels.any(|(mine, theirs)| mine.is_under_one_lock(theirs));
        match (is_apart, is_locked) {
            (true, _) => Judgement::Excluded(
                "each thread reaches rows of its own, by pointers that stand in no part of another".into(),
            ),
            (_, true) => Judgement::Excluded("both hold the lock beside the only pointer to the memory".into()),
            _ => Judgement::Open(
                "the memory is not known to be reached by pointers that stand apart, or beside a lock that both hold"
                    .into(),
            ),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.rows.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::access::{LockMode, RelativePlace, SymbolicLock};
    use crate::races::fixture::write;
    use crate::races::polynomials::{Polynomial, Symbol};
    use crate::races::segments::{Elements, Segment};
    use crate::races::{Bytes, Stand};
    use pepsin_digests::ObjectId;

    /// Pointers from `from · n` to `to · n` in an array.
    fn pointers(from: i64, to: i64) -> Stand {
        let n = Polynomial::symbol(Symbol::Variable {
            object: ObjectId::new(7),
            offset: 0,
            size: 4,
            signed: true,
        });
        let times = |by| n.times(&Polynomial::constant(by)).expect("the polynomial is small");
        let all = Elements::between(Some(&times(from)), Some(&times(to)), &[]).into_iter();
        let segment = |elements| Segment {
            elements,
            unit: 8,
            first: 0,
            size: 8,
            letters: Vec::new(),
            limit: None,
            cycle: None,
        };
        Stand {
            segments: all.map(segment).collect(),
            ..Stand::anywhere()
        }
    }

    fn reached(rows: &[Stand]) -> Access {
        Access {
            rows: rows.to_vec(),
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        matches!(Rows.judge(first, second), Judgement::Excluded(_))
    }

    #[test]
    fn rows_by_pointers_from_parts_that_do_not_meet_are_apart() {
        let (one, two) = (reached(&[pointers(0, 1)]), reached(&[pointers(1, 2)]));
        assert!(excluded(&one, &two));
        assert!(!excluded(&one, &one) && !excluded(&one, &write(0, 0)));
    }

    #[test]
    fn rows_by_pointers_from_other_objects_or_bytes_are_apart() {
        let at = |object, start| {
            let objects = [object].map(ObjectId::new).to_vec();
            let bytes = Bytes::at(start, 8);
            reached(&[Stand {
                objects,
                bytes,
                ..Stand::anywhere()
            }])
        };
        assert!(excluded(&at(1, 0), &at(2, 0)) && excluded(&at(1, 0), &at(1, 8)));
        assert!(!excluded(&at(1, 0), &at(1, 4)) && !excluded(&at(1, 0), &reached(&[Stand::anywhere()])));
    }

    #[test]
    fn the_lock_beside_the_only_pointer_excludes_and_another_does_not() {
        let under = |distance| {
            let lock = SymbolicLock {
                place: RelativePlace::NearByte(distance),
                mode: LockMode::Write,
                section: None,
            };
            reached(&[Stand {
                locks: vec![lock],
                ..Stand::anywhere()
            }])
        };
        assert!(excluded(&under(-40), &under(-40)));
        assert!(!excluded(&under(-40), &under(-80)) && !excluded(&under(-40), &reached(&[Stand::anywhere()])));
    }

    #[test]
    fn planes_and_rows_are_compared_each_with_their_like() {
        let reached = |row: &Stand, plane: &Stand| reached(&[row.clone(), plane.clone()]);
        let (one, two, any) = (pointers(0, 1), pointers(1, 2), Stand::anywhere());
        assert!(excluded(&reached(&any, &one), &reached(&any, &two)));
        assert!(!excluded(&reached(&one, &any), &reached(&any, &two)));
        assert!(!excluded(&reached(&one, &any), &reached(&one, &any)));
    }
}
