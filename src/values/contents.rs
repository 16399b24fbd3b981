//! The bytes of one object.
//!
//! Contents are a sorted list of disjoint *parts*, and a summarised *region* for all that lies outside of them.
//! A part is a *cell*, one scalar of known place and size, or a region of its own (bytes zeroed or copied at once).
//! Fields, elements of small arrays and bit-fields are cells, because ranges are counted in bits;
//! what is written at many or unknown places goes to the regions.
//!
//! Contents stand for all memories in which each scalar read at any place is among the values that [`Contents::read`] gives for it.
//!
//! Beside contents of which every byte is known to be something there are *records* of what somebody may have written over them:
//! [`Contents::nothing`], the least element, and all that becomes of it by writes.
//! Joining a record to contents lays it over them: each of its scalars may have been written, and scalars that it hits only in part
//! may be anything. A record itself reads as bottom where nothing was written; read across the borders of what was, it gives any number.

mod bits;
mod blocks;
mod order;
mod part;
mod region;
mod run;
mod slot;
mod write;

#[cfg(test)]
mod model;

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice};

use super::address::Origin;
use super::integer::Integer;
use super::object::ObjectId;
use super::offsets::Offsets;
use super::value::Value;
use bits::{Range, assemble, scrambled};
use part::{Kind, Part, Touch};
use region::Region;
use run::Progression;
use slot::{FAR, Span, near_members};

pub use slot::Slot;

/// At most this many parts are kept; what is written beyond goes to the region of the rest.
/// Large structures, and arrays of that many threads or locks, are known element by element. Random tests must get beyond.
pub const MOST_PARTS: usize = if cfg!(test) { 24 } else { 512 };
/// At so many parts, a piece of an address is no longer kept as a part of its own. A program that copies bytes one by one
/// spreads what they may be pieces of over all its buffers; which byte it was is of no use.
const MOST_PARTS_BESIDE_FRAGMENTS: usize = 16;
/// Up to this many offsets, an access at several of them is looked at one by one.
const MOST_MEMBERS: usize = 64;

/// The bytes of one object; see the head of this module.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Sorted and disjoint; absent if empty.
    parts: Option<Arc<Vec<Part>>>,
    rest: Region,
    is_record: bool,
}

/// Whether a write certainly happens at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// What was there is gone.
    Strong,
    /// What was there may still be there: one object of several is written, or one place of several.
    Weak,
}

impl Contents {
    /// Of which nothing is known to be there: the least element, and a record to which writes can be added.
    pub fn nothing() -> Self {
        Self::uniform(&Value::NOTHING)
    }

    /// All bytes zero.
    pub fn zero() -> Self {
        Self::uniform(&Value::ZERO)
    }

    /// Never written: any number, no address of an object.
    pub fn indeterminate() -> Self {
        Self::uniform(&Value::indeterminate())
    }

    /// Anything, from outside of the program.
    pub fn unknown(origin: impl Into<Origin>) -> Self {
        Self::uniform(&Value::unknown(origin))
    }

    /// Memory in which each scalar of each type may have one of the values: zero, or any number, any of its addresses and threads.
    pub fn uniform(value: &Value) -> Self {
        Contents {
            parts: None,
            rest: Region::uniform(value),
            is_record: value.is_bottom(),
        }
    }

    /// What a scalar at one of the byte offsets may be, as a value of its type. A slot without bits is zero.
    pub fn read(&self, offsets: Offsets, slot: impl Into<Slot>) -> Value {
        let slot = slot.into();
        if slot.bits() == 0 {
            return Value::ZERO;
        }
        if let Some(offset) = offsets.single().filter(|offset| offset.abs() <= FAR) {
            return slot.interpret(self.read_range(slot.range(offset)));
        }
        let mut value = Value::NOTHING;
        match near_members(offsets, MOST_MEMBERS) {
            Some(members) => members.for_each(|offset| {
                value.join(&self.read_range(slot.range(offset)));
            }),
            None => value = self.read_span(slot.span(offsets)),
        }
        slot.interpret(value)
    }

    /// Writes a scalar at one of the byte offsets. `value` must have the type of the slot.
    /// A strong write needs a single offset; at several it is weak.
    pub fn write(&mut self, offsets: Offsets, slot: impl Into<Slot>, value: &Value, strength: Strength) {
        let slot = slot.into();
        if slot.bits() == 0 {
            return;
        }
        match (near_members(offsets, MOST_MEMBERS), offsets.single(), strength) {
            (Some(_), Some(offset), Strength::Strong) => self.write_strongly(slot.range(offset), value),
            (Some(members), ..) => members.for_each(|offset| self.write_weakly(slot.range(offset), value)),
            (None, ..) => self.write_span(slot.span(offsets), value),
        }
    }

    /// Whether it is a record of what may have been written, not all that is there.
    pub fn is_record(&self) -> bool {
        self.is_record
    }

    /// Whether some of `size` bytes from one of some offsets on may be among those of which it says something; of a record, whether they
    /// may have been written.
    pub fn may_be_written(&self, offsets: Offsets, size: u64) -> bool {
        let bytes = |start: i64, stride: u64, bits: i64| {
            let (first, end) = (start.div_euclid(8), (start + bits + 7).div_euclid(8));
            let places = match stride {
                0 => Offsets::constant(first),
                stride if stride % 8 == 0 => Offsets::multiples_of(stride / 8).plus(Offsets::constant(first)),
                _ => Offsets::ANY,
            };
            offsets.overlaps(size, places, (end - first) as u64)
        };
        let in_parts = |part: &Part| bytes(part.range.start, 0, part.range.end - part.range.start);
        let mut families = self.rest.progressions();
        !self.rest.is_record()
            || self.parts().iter().any(in_parts)
            || families.any(|(place, _)| bytes(place.start, place.stride, place.run.span + i64::from(place.bits)))
    }

    /// All values in it.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.parts().iter().flat_map(Part::values).chain(self.rest.values())
    }

    /// The objects that they point to, possibly repeated.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.values().flat_map(Value::objects)
    }

    /// The contents with other objects in place of those that `rename` renames.
    pub fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Self {
        self.renamed(rename).unwrap_or_else(|| self.clone())
    }

    /// The contents with other objects in place of those that `rename` renames; `None` if they hold none of them.
    pub fn renamed(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Option<Self> {
        if self.objects().all(|object| rename(object) == object) {
            return None;
        }
        let parts = self.parts().iter().map(|part| part.substitute(rename));
        Some(Contents {
            parts: self.parts.as_ref().map(|_| Arc::new(parts.collect())),
            rest: self.rest.substitute(rename),
            is_record: self.is_record,
        })
    }

    fn parts(&self) -> &[Part] {
        self.parts.as_deref().map_or(&[], Vec::as_slice)
    }

    /// The parts that share bits with a range, as indices.
    fn touched(&self, range: Range) -> std::ops::Range<usize> {
        let parts = self.parts();
        let first = parts.partition_point(|part| part.range.end <= range.start);
        let count = parts[first..].partition_point(|part| part.range.start < range.end);
        first..first + count
    }

    /// What the bits of a range read as.
    fn read_range(&self, range: Range) -> Value {
        let touched = &self.parts()[self.touched(range)];
        match touched {
            [] => {
                let (value, mixed) = self.rest.look(Progression::at(range));
                return self.settle(value, mixed, !self.rest.is_record());
            }
            [
                Part {
                    range: whole,
                    kind: Kind::Cell(value),
                },
            ] if *whole == range => return value.clone(),
            _ => {}
        }
        let pieces: Vec<(Range, Value)> = self
            .pieces(range)
            .map(|(piece, part)| (piece, self.read_piece(piece, part)))
            .collect();
        let in_region = matches!(touched, [Part { kind: Kind::Region(region), .. }] if !region.is_record());
        self.settle(assemble(&pieces), false, in_region || pieces.len() > 1)
    }

    /// What is read if a value was found: scrambled if it is `mixed` from scalars that overlap,
    /// and of a record any number if it is mixed or `loose`, found in several scalars or in bytes set at once.
    fn settle(&self, value: Value, mixed: bool, loose: bool) -> Value {
        match (mixed, (mixed || loose) && self.is_record && !value.is_bottom()) {
            (_, true) => value.with_integer(Integer::ANY),
            (true, false) => scrambled(&value),
            (false, false) => value,
        }
    }

    /// What others may find that write parts of it at times that are not known: where several scalars or parts meet, any number.
    fn read_apart(&self, range: Range) -> Value {
        let value = self.read_range(range);
        let is_mixed = match &self.parts()[self.touched(range)] {
            [] => self.rest.mixes(Progression::at(range)),
            [part] if part.range.contains(range) => match &part.kind {
                Kind::Cell(_) => false,
                Kind::Region(region) => region.mixes(Progression::at(range)),
            },
            _ => !value.is_bottom(),
        };
        match is_mixed {
            true => value.with_integer(Integer::ANY),
            false => value,
        }
    }

    fn read_piece(&self, piece: Range, part: Option<&Part>) -> Value {
        part.map_or_else(|| self.rest.read(Progression::at(piece)), |part| part.read(piece))
    }

    /// A range cut at the borders of parts; the pieces outside of all parts belong to the rest.
    fn pieces(&self, range: Range) -> impl Iterator<Item = (Range, Option<&Part>)> + Clone {
        let mut parts = self.parts()[self.touched(range)].iter().peekable();
        let mut start = range.start;
        std::iter::from_fn(move || {
            if start >= range.end {
                return None;
            }
            let part = parts.next_if(|part| part.range.start <= start);
            let end = match part {
                Some(part) => part.range.end.min(range.end),
                None => parts.peek().map_or(range.end, |next| next.range.start),
            };
            let piece = Range { start, end };
            start = end;
            Some((piece, part))
        })
    }

    /// Whether a range is all in one part, or all outside of parts.
    fn is_one_piece(&self, range: Range) -> bool {
        self.pieces(range).nth(1).is_none()
    }

    /// What the scalars of a span may be.
    fn read_span(&self, span: Span) -> Value {
        let (mut value, mut mixed) = self.rest.look(span.progression());
        let mut loose = !self.rest.is_record();
        for part in self.parts() {
            let touch = part.touch(span);
            mixed |= touch == Touch::Partly;
            match &part.kind {
                _ if touch == Touch::None => {}
                Kind::Cell(cell) => {
                    value.join(cell);
                }
                Kind::Region(region) => {
                    let (inside, partly) = region.look(span.progression());
                    value.join(&inside);
                    mixed |= partly;
                    loose |= !region.is_record();
                }
            }
        }
        self.settle(value, mixed, loose)
    }

    /// The region that a piece belongs to; `None` for a piece of a cell.
    fn region_of<'a>(&'a self, part: Option<&'a Part>) -> Option<&'a Region> {
        match part.map(|part| &part.kind) {
            None => Some(&self.rest),
            Some(Kind::Region(region)) => Some(region),
            Some(Kind::Cell(_)) => None,
        }
    }

    /// Whether both are one and the same in memory.
    fn shares(&self, other: &Self) -> bool {
        let parts = match (&self.parts, &other.parts) {
            (Some(mine), Some(theirs)) => Arc::ptr_eq(mine, theirs),
            (mine, theirs) => mine.is_none() && theirs.is_none(),
        };
        parts && self.rest == other.rest && self.is_record == other.is_record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::BitField;
    use crate::values::{IntegerType, Scalar};

    #[test]
    fn fields_elements_and_bit_fields_are_exact() {
        let mut contents = Contents::zero();
        let int = Slot::from(Scalar::INT);
        let bits = |offset, width| Slot {
            ty: Scalar::INT,
            field: Some(BitField { offset, width }),
        };
        contents.write(Offsets::constant(4), int, &Value::constant(-7), Strength::Strong);
        contents.write(Offsets::constant(8), bits(0, 3), &Value::constant(2), Strength::Strong);
        contents.write(Offsets::constant(8), bits(3, 5), &Value::constant(-1), Strength::Strong);
        let read = |offset, slot| contents.read(Offsets::constant(offset), slot).as_constant();
        assert_eq!(read(0, int), Some(0));
        assert_eq!(read(4, int), Some(-7));
        assert_eq!(read(8, bits(0, 3)), Some(2));
        assert_eq!(read(8, bits(3, 5)), Some(-1));
        assert_eq!(read(8, int), Some(0xfa));
        assert_eq!(
            read(4, Scalar::Integer(IntegerType::of_size(2, false)).into()),
            Some(0xfff9)
        );
    }

    #[test]
    fn fields_of_large_arrays_stay_apart() {
        let mut contents = Contents::zero();
        let pointer = Slot::from(Scalar::Pointer { bits: 64 });
        let (counters, pointers) = (Offsets::strided(0, 16_000, 16), Offsets::strided(8, 16_008, 16));
        contents.write(counters, Scalar::INT, &Value::constant(5), Strength::Weak);
        contents.write(pointers, pointer, &Value::address(ObjectId::new(3), 0), Strength::Weak);
        let counter = contents.read(Offsets::constant(160), Scalar::INT);
        assert_eq!(counter.as_integer(), &Integer::of_values([0, 5]));
        assert!(counter.as_addresses().is_bottom());
        let read = contents.read(pointers, pointer);
        assert_eq!(read.as_integer(), &Integer::constant(0));
        assert_eq!(read.objects().collect::<Vec<_>>(), [ObjectId::new(3)]);
        assert_eq!(contents.read(Offsets::constant(4), Scalar::INT).as_constant(), Some(0));
    }

    #[test]
    fn a_record_assignment_copies_fields_and_what_lies_between() {
        let mut from = Contents::zero();
        from.write(Offsets::constant(8), Scalar::INT, &Value::constant(3), Strength::Strong);
        let mut to = Contents::indeterminate();
        to.copy(&from, 4, 104, 12, Strength::Strong);
        let read = |offset| to.read(Offsets::constant(offset), Scalar::INT);
        assert!(read(100).is_indeterminate() && read(116).is_indeterminate());
        assert_eq!(
            [104, 108, 112].map(|offset| read(offset).as_constant()),
            [Some(0), Some(3), Some(0)]
        );
    }
}
