//! Locations: which bytes of an object an access touches, and when two accesses touch a common one.
//!
//! An access touches `size` bytes from each start `first, first + stride, …, last`.
//! One overlap test serves struct prefixes, unions, arrays, casts and memory copies.
//! Adjacent bit-fields of a struct are one location, up to a zero-width field or the border of the struct (C11, 3.14).

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{RecordId, RecordKind, Types};

/// A set of byte ranges of equal size: `{ [s, s + size) | s ∈ {first, first + stride, …, last} }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes {
    first: i64,
    last: i64,
    stride: u64,
    size: u64,
}

impl Bytes {
    /// Any byte of the object, or beyond it.
    pub const ANYWHERE: Bytes = Bytes {
        first: i64::MIN,
        last: i64::MAX,
        stride: 1,
        size: u64::MAX,
    };

    /// `size` bytes from offset `start` on. A size of 0 touches nothing.
    pub fn at(start: i64, size: u64) -> Self {
        Bytes {
            first: start,
            last: start,
            stride: 0,
            size,
        }
    }

    /// `size` bytes from each of the offsets `first, first + stride, …, last` on.
    /// An end that the stride does not hit is brought down to one that it hits; a stride of 0 counts as 1.
    pub fn strided(first: i64, last: i64, stride: u64, size: u64) -> Self {
        if last <= first {
            return Bytes::at(first, size);
        }
        let stride = stride.max(1);
        let span = i128::from(last) - i128::from(first);
        let last = i128::from(last) - span % i128::from(stride);
        let last = i64::try_from(last).expect("it lies between first and last");
        if last == first {
            return Bytes::at(first, size);
        }
        Bytes {
            first,
            last,
            stride,
            size,
        }
    }

    /// The lowest offset at which an access may start.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The distance of neighbouring starts; 0 if there is only one.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// The number of bytes touched from each start on.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The offset behind the last byte that may be touched.
    pub fn end(&self) -> i128 {
        i128::from(self.last) + i128::from(self.size)
    }

    /// Of two, the bytes that span less: they name best what both accesses concern.
    pub fn narrower(self, other: Bytes) -> Bytes {
        let width = |bytes: Bytes| (bytes.end() - i128::from(bytes.first()), bytes);
        if width(other) < width(self) { other } else { self }
    }

    /// Whether two accesses may touch a common byte.
    pub fn overlaps(&self, other: &Bytes) -> bool {
        self.differences(other).is_some()
    }

    /// `a − b` for the starts `a` of this access and `b` of the other, if it is the same whenever they touch a common byte.
    pub fn only_difference(&self, other: &Bytes) -> Option<i128> {
        let found = self.differences(other)?;
        let next = found.lowest + found.modulus;
        (found.modulus == 0 || next > found.highest).then_some(found.lowest)
    }

    /// All differences `a − b` of starts with which the accesses touch a common byte; `None` if there is none.
    ///
    /// Starts `a` and `b` overlap iff `−sizeᵃ < a − b < sizeᵇ`.
    /// The difference lies in `[firstᵃ − lastᵇ, lastᵃ − firstᵇ]` and is congruent to `firstᵃ − firstᵇ`
    /// modulo the greatest common divisor of the strides; what fulfils all three contains all differences.
    fn differences(&self, other: &Bytes) -> Option<Differences> {
        if self.size == 0 || other.size == 0 {
            return None;
        }
        let (mut mine, mut theirs) = (i128::from(self.size), i128::from(other.size));
        if is_seeded(Bug::OverlapOfStarts) {
            (mine, theirs) = (1, 1);
        }
        let from = (1 - mine).max(i128::from(self.first) - i128::from(other.last));
        let highest = (theirs - 1).min(i128::from(self.last) - i128::from(other.first));
        let modulus = i128::from(greatest_common_divisor(self.stride, other.stride));
        let residue = i128::from(self.first) - i128::from(other.first);
        let lowest = match modulus {
            0 => residue,
            _ => from + (residue - from).rem_euclid(modulus),
        };
        (from <= lowest && lowest <= highest).then_some(Differences {
            lowest,
            highest,
            modulus,
        })
    }
}

/// The numbers `lowest, lowest + modulus, …` up to `highest`; only `lowest` if the modulus is 0.
struct Differences {
    lowest: i128,
    highest: i128,
    modulus: i128,
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The bytes of the run of adjacent bit-fields that field number `field` of a record belongs to, as (offset, size);
/// `None` if the field is not a bit-field. Writing one of them may write all of them.
pub fn bit_field_run(types: &Types, record: RecordId, field: u32) -> Option<(u64, u64)> {
    let fields = types.fields(record);
    let field = field as usize;
    let in_run = |number: &usize| fields[*number].bits.is_some_and(|bits| bits.width > 0);
    if field >= fields.len() || !in_run(&field) {
        return None;
    }
    let (mut from, mut to) = (field, field);
    if types.record(record).kind == RecordKind::Struct {
        from = (0..field).rev().take_while(in_run).last().unwrap_or(field);
        to = (field..fields.len()).take_while(in_run).last().unwrap_or(field);
    }
    let bits = fields[from..=to]
        .iter()
        .filter_map(|field| field.bits.map(|bits| (field.offset * 8, bits)));
    let start = bits.clone().map(|(unit, bits)| unit + u64::from(bits.offset)).min()? / 8;
    let end = bits
        .map(|(unit, bits)| unit + u64::from(bits.offset) + u64::from(bits.width))
        .max()?
        .div_ceil(8);
    Some((start, end - start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{BitField, DataModel, Field, TypeKind};
    use proptest::prelude::*;

    fn starts(bytes: &Bytes) -> Vec<i64> {
        (bytes.first..=bytes.last)
            .step_by(bytes.stride.max(1) as usize)
            .collect()
    }

    prop_compose! {
        fn some_bytes()(first in -20i64..20, span in 0i64..40, stride in 0u64..9, size in 0u64..6) -> Bytes {
            Bytes::strided(first, first + span, stride, size)
        }
    }

    proptest! {
        #[test]
        fn accesses_with_a_common_byte_overlap(a in some_bytes(), b in some_bytes()) {
            let touched = |bytes: &Bytes| -> Vec<i64> {
                starts(bytes).iter().flat_map(|start| *start..*start + bytes.size as i64).collect()
            };
            let theirs = touched(&b);
            if touched(&a).iter().any(|byte| theirs.contains(byte)) {
                prop_assert!(a.overlaps(&b));
            }
        }

        #[test]
        fn overlap_is_symmetric(a in some_bytes(), b in some_bytes()) {
            prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
        }

        #[test]
        fn an_only_difference_is_that_of_all_overlapping_starts(a in some_bytes(), b in some_bytes()) {
            if let Some(only) = a.only_difference(&b) {
                for (x, y) in starts(&a).iter().flat_map(|x| starts(&b).into_iter().map(move |y| (x, y))) {
                    if x - y < b.size as i64 && y - x < a.size as i64 {
                        prop_assert_eq!(i128::from(x - y), only);
                    }
                }
            }
        }

        #[test]
        fn everything_that_touches_a_byte_overlaps_anywhere(a in some_bytes()) {
            prop_assert_eq!(a.overlaps(&Bytes::ANYWHERE), a.size > 0);
        }
    }

    #[test]
    fn even_and_odd_elements_do_not_overlap() {
        let (even, odd) = (Bytes::strided(0, 80, 8, 4), Bytes::strided(4, 84, 8, 4));
        assert!(!even.overlaps(&odd));
        assert!(even.overlaps(&Bytes::at(3, 2)));
    }

    #[test]
    fn a_zero_width_field_ends_a_run_of_bit_fields() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.intern(TypeKind::Integer { size: 4, signed: false });
        let field = |unit, offset, width| Field {
            name: String::new(),
            ty: int,
            offset: unit,
            bits: Some(BitField { offset, width }),
        };
        let record = types.declare_record(RecordKind::Struct, "flags".into());
        let fields = vec![field(0, 0, 3), field(0, 3, 9), field(4, 0, 0), field(4, 0, 5)];
        types.complete_record(record, fields, 8, 4);
        assert_eq!(bit_field_run(&types, record, 0), Some((0, 2)));
        assert_eq!(bit_field_run(&types, record, 1), Some((0, 2)));
        assert_eq!(bit_field_run(&types, record, 2), None);
        assert_eq!(bit_field_run(&types, record, 3), Some((4, 1)));
    }
}
