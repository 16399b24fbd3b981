//! The bytes of one object.
//!
//! Contents are a sorted list of disjoint *parts*, and a summarised [`Region`] for all that lies outside of them.
//! A part is a *cell*, one scalar of known place and size, or a region of its own (bytes zeroed or copied at once).
//! Fields, elements of small arrays and bit-fields are cells, because ranges are counted in bits;
//! what is written at many or unknown places goes to the regions.
//!
//! They stand for all memories in which each scalar read at any place is among the values that [`Contents::read`] gives for it.
//! So "nothing known" is a state of its own: [`Contents::nothing`] reads as bottom everywhere, and with writes
//! it becomes a *record* of what somebody may have written over something else.
//! A read of a record that finds one scalar, or a part of one, is exact;
//! one that finds several, or bytes set at once, may find other bits among them, and gives any number.

mod bits;
mod blocks;
mod order;
mod region;

#[cfg(test)]
mod model;

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice};

use super::integer::{Integer, first_in_class};
use super::object::ObjectId;
use super::offsets::Offsets;
use super::scalar::{IntegerType, Scalar};
use super::value::Value;
use crate::ir::{BitField, Position};
use bits::{Range, assemble, extract, scrambled};
use region::{Progression, Region};

/// At most this many parts are kept; what is written beyond goes to the region of the rest.
/// Also the number of offsets up to which an access at several offsets is looked at one by one.
pub const MOST_PARTS: usize = 64;

/// Offsets in bytes beyond this, either way, are no place in an object: the bits are counted in 64 bits.
const FAR: i64 = 1 << 58;

/// Strides in bytes from here on are not told apart.
const FAR_STRIDE: u64 = FAR as u64;

/// The bytes of one object; see the head of this module.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Sorted and disjoint; absent if empty.
    parts: Option<Arc<Vec<Part>>>,
    rest: Region,
    /// Whether a record was joined into it; see the head of this module.
    has_record: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Part {
    range: Range,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Cell(Value),
    Region(Region),
}

/// Whether a write certainly happens at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// What was there is gone.
    Strong,
    /// What was there may still be there: one object of several is written, or one place of several.
    Weak,
}

/// The shape of a scalar in memory: its type and, for a bit-field, its bits within the storage unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The type of the scalar.
    pub ty: Scalar,
    /// The bits, for a bit-field.
    pub field: Option<BitField>,
}

impl From<Scalar> for Slot {
    fn from(ty: Scalar) -> Self {
        Slot { ty, field: None }
    }
}

impl Slot {
    /// Number of bits.
    pub fn bits(self) -> u32 {
        self.field.map_or(self.ty.bits(), |field| field.width)
    }

    /// The bits of an object that the slot has at a byte offset.
    fn range(self, offset: i64) -> Range {
        let first = self.field.map_or(0, |field| i64::from(field.offset));
        Range::new(offset * 8 + first, self.bits())
    }

    /// The slots at several byte offsets. Of their class any member will do as the first, since regions don't look at bounds.
    fn progression(self, offsets: Offsets) -> Progression {
        let (start, stride) = match offsets.stride() {
            0 => (offsets.low().clamp(-FAR, FAR), 0),
            stride @ 1..FAR_STRIDE => (offsets.low().rem_euclid(stride as i64), stride),
            _ => (0, 1),
        };
        Progression {
            stride: stride * 8,
            ..Progression::at(self.range(start))
        }
    }

    /// The bits read, as a value of the type.
    fn interpret(self, value: Value) -> Value {
        match (self.ty, self.field) {
            _ if value.is_bottom() => value,
            (Scalar::Float { .. }, _) => Value::ANY_NUMBER,
            (ty, None) => value.resize(ty.bits(), ty.integer_type()),
            (ty, Some(field)) => {
                let signed = ty.integer_type().signed;
                let bits = field.width;
                value.resize(bits, IntegerType { bits, signed })
            }
        }
    }
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
    pub fn unknown(origin: Position) -> Self {
        Self::uniform(&Value::unknown(origin))
    }

    /// Memory in which each scalar of each type may have one of the values: zero, or any number, any of its addresses and threads.
    pub fn uniform(value: &Value) -> Self {
        Contents {
            parts: None,
            rest: Region::uniform(value),
            has_record: false,
        }
    }

    /// What a scalar at one of the byte offsets may be, as a value of its type.
    pub fn read(&self, offsets: Offsets, slot: impl Into<Slot>) -> Value {
        let slot = slot.into();
        let mut value = Value::NOTHING;
        match near_members(offsets) {
            Some(members) => members.for_each(|offset| {
                value.join(&self.read_range(slot.range(offset)));
            }),
            None => value = self.read_progression(slot, offsets),
        }
        slot.interpret(value)
    }

    /// Writes a scalar at one of the byte offsets. `value` must have the type of the slot.
    /// A strong write needs a single offset; at several it is weak.
    pub fn write(&mut self, offsets: Offsets, slot: impl Into<Slot>, value: &Value, strength: Strength) {
        let slot = slot.into();
        match (near_members(offsets), offsets.single(), strength) {
            (Some(_), Some(offset), Strength::Strong) => self.write_strongly(slot.range(offset), value),
            (Some(members), ..) => members.for_each(|offset| self.write_weakly(slot.range(offset), value)),
            (None, ..) => self.write_progression(slot, offsets, value),
        }
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
        if self
            .values()
            .all(|value| value.objects().all(|object| rename(object) == object))
        {
            return self.clone();
        }
        let parts = self.parts().iter().map(|part| Part {
            range: part.range,
            kind: match &part.kind {
                Kind::Cell(value) => Kind::Cell(value.substitute(rename)),
                Kind::Region(region) => Kind::Region(region.substitute(rename)),
            },
        });
        Contents {
            parts: self.parts.as_ref().map(|_| Arc::new(parts.collect())),
            rest: self.rest.substitute(rename),
            has_record: self.has_record,
        }
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
            .into_iter()
            .map(|(piece, part)| (piece, self.read_piece(piece, part)))
            .collect();
        let in_region = matches!(touched, [Part { kind: Kind::Region(region), .. }] if !region.is_record());
        self.settle(assemble(&pieces), false, in_region || pieces.len() > 1)
    }

    /// What is read if a value was found: scrambled if it is `mixed` from scalars that overlap,
    /// and of a record any number if others may have written some of the bits, because it is mixed or `loose`.
    fn settle(&self, value: Value, mixed: bool, loose: bool) -> Value {
        match (mixed, (mixed || loose) && self.is_record() && !value.is_bottom()) {
            (_, true) => value.with_integer(Integer::ANY),
            (true, false) => scrambled(&value),
            (false, false) => value,
        }
    }

    /// Whether it is a record of what somebody may have written over something that isn't known here.
    fn is_record(&self) -> bool {
        self.has_record || (self.rest.is_record() && !self.is_bottom())
    }

    fn read_piece(&self, piece: Range, part: Option<&Part>) -> Value {
        part.map_or_else(|| self.rest.read(Progression::at(piece)), |part| part.read(piece))
    }

    /// A range cut at the borders of parts; the pieces outside of all parts belong to the rest.
    fn pieces(&self, range: Range) -> Vec<(Range, Option<&Part>)> {
        let mut pieces = Vec::new();
        let mut start = range.start;
        for part in &self.parts()[self.touched(range)] {
            if start < part.range.start {
                pieces.push((
                    Range {
                        start,
                        end: part.range.start,
                    },
                    None,
                ));
            }
            let end = part.range.end.min(range.end);
            pieces.push((
                Range {
                    start: start.max(part.range.start),
                    end,
                },
                Some(part),
            ));
            start = end;
        }
        if start < range.end {
            pieces.push((Range { start, end: range.end }, None));
        }
        pieces
    }

    /// What the scalars at too many offsets to look at may be.
    fn read_progression(&self, slot: Slot, offsets: Offsets) -> Value {
        let progression = slot.progression(offsets);
        let (mut value, mut mixed) = self.rest.look(progression);
        let mut loose = !self.rest.is_record();
        for part in self.parts() {
            let touch = part.touch(slot, offsets);
            mixed |= touch == Touch::Partly;
            match &part.kind {
                _ if touch == Touch::None => {}
                Kind::Cell(cell) => {
                    value.join(cell);
                }
                Kind::Region(region) => {
                    let (inside, partly) = region.look(progression);
                    value.join(&inside);
                    mixed |= partly;
                    loose |= !region.is_record();
                }
            }
        }
        self.settle(value, mixed, loose)
    }

    fn write_strongly(&mut self, range: Range, value: &Value) {
        let touched = self.touched(range);
        let mut place = touched.start;
        let exact = touched.len() == 1 && self.parts()[place].range == range;
        if !exact && self.parts().len() + 2 > MOST_PARTS {
            return self.write_weakly(range, value);
        }
        let part = Part {
            range,
            kind: Kind::Cell(value.clone()),
        };
        if exact {
            self.parts_mut()[place] = part;
        } else {
            self.carve(range);
            place = self.touched(range).start;
            self.parts_mut().insert(place, part);
        }
    }

    fn write_weakly(&mut self, range: Range, value: &Value) {
        let touched = self.touched(range);
        let fits = self.parts().len() + 2 <= MOST_PARTS;
        let splits = match &self.parts()[touched.clone()] {
            [] => true,
            [part] => matches!(part.kind, Kind::Region(_)) && part.range.contains(range),
            _ => false,
        };
        if fits && splits {
            let mut joined = self.read_range(range);
            joined.join(value);
            return self.write_strongly(range, &joined);
        }
        if self.pieces(range).iter().any(|(_, part)| part.is_none()) {
            self.rest.write(Progression::at(range), value);
        }
        if !touched.is_empty() {
            let mixed = self.mixture();
            self.parts_mut()[touched]
                .iter_mut()
                .for_each(|part| part.write_weakly(range, value, mixed));
        }
    }

    fn write_progression(&mut self, slot: Slot, offsets: Offsets, value: &Value) {
        let progression = slot.progression(offsets);
        self.rest.write(progression, value);
        if self.parts.is_none() {
            return;
        }
        let mixed = self.mixture();
        for part in self.parts_mut() {
            let touch = part.touch(slot, offsets);
            match (&mut part.kind, touch) {
                (_, Touch::None) => {}
                (Kind::Region(region), _) => region.write(progression, value),
                (Kind::Cell(cell), Touch::Whole) => {
                    cell.join(value);
                }
                (Kind::Cell(cell), Touch::Partly) => {
                    cell.join(value);
                    *cell = mixed(cell);
                }
            }
        }
    }

    /// What becomes of a cell of which a part may be overwritten. Of a record even zeros may be mixed with other bits.
    fn mixture(&self) -> fn(&Value) -> Value {
        match self.is_record() {
            true => |value| value.with_integer(Integer::ANY),
            false => scrambled,
        }
    }

    fn parts_mut(&mut self) -> &mut Vec<Part> {
        Arc::make_mut(self.parts.get_or_insert_default())
    }

    /// Removes all parts within a range, and cuts those that reach out of it.
    fn carve(&mut self, range: Range) {
        let touched = self.touched(range);
        if touched.is_empty() {
            return;
        }
        let parts = self.parts_mut();
        let mut left = Vec::new();
        for part in &parts[touched.clone()] {
            let before = Range {
                end: range.start,
                ..part.range
            };
            let after = Range {
                start: range.end,
                ..part.range
            };
            let outside = [before, after].into_iter().filter(|piece| piece.start < piece.end);
            left.extend(outside.map(|piece| part.cut(piece)));
        }
        parts.splice(touched, left);
        if parts.is_empty() {
            self.parts = None;
        }
    }
}

/// How accesses at several offsets lie to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// None shares a bit with it.
    None,
    /// Those that share bits with it are exactly the cell, or inside of the region.
    Whole,
    /// Some share bits with it and reach out of it, or are a part of the cell.
    Partly,
}

impl Part {
    /// The part cut to a range within it.
    fn cut(&self, piece: Range) -> Part {
        let kind = match &self.kind {
            Kind::Cell(value) => Kind::Cell(extract(value, self.range, piece)),
            Kind::Region(region) => Kind::Region(region.clone()),
        };
        Part { range: piece, kind }
    }

    /// What the bits of a range within it read as.
    fn read(&self, piece: Range) -> Value {
        match &self.kind {
            Kind::Cell(value) => extract(value, self.range, piece),
            Kind::Region(region) => region.read(Progression::at(piece)),
        }
    }

    /// Lets a scalar that shares bits with it be `value`, too.
    fn write_weakly(&mut self, range: Range, value: &Value, mixed: fn(&Value) -> Value) {
        match &mut self.kind {
            Kind::Region(region) => region.write(Progression::at(range), value),
            Kind::Cell(cell) => {
                cell.join(value);
                if self.range != range {
                    *cell = mixed(cell);
                }
            }
        }
    }

    fn touch(&self, slot: Slot, offsets: Offsets) -> Touch {
        let Range { start, end } = self.range;
        let bits = i64::from(slot.bits());
        let starts_within = |first: i64, last: i64| starts_within(slot, offsets, first, last);
        if !starts_within(start - bits + 1, end - 1) {
            return Touch::None;
        }
        let partly = match self.kind {
            Kind::Cell(_) if bits != end - start => true,
            Kind::Cell(_) => starts_within(start - bits + 1, start - 1) || starts_within(start + 1, end - 1),
            Kind::Region(_) => starts_within(start - bits + 1, start - 1) || starts_within(end - bits + 1, end - 1),
        };
        if partly { Touch::Partly } else { Touch::Whole }
    }

    fn values(&self) -> impl Iterator<Item = &Value> {
        let (cell, region) = match &self.kind {
            Kind::Cell(value) => (Some(value), None),
            Kind::Region(region) => (None, Some(region)),
        };
        cell.into_iter().chain(region.into_iter().flat_map(Region::values))
    }
}

/// Whether a slot at one of the offsets starts at a bit from `first` to `last`.
fn starts_within(slot: Slot, offsets: Offsets, first: i64, last: i64) -> bool {
    let at = |offset: i64| i128::from(offset) * 8 + i128::from(slot.range(0).start);
    let (low, high) = (at(offsets.low()).max(first.into()), at(offsets.high()).min(last.into()));
    let start = first_in_class(low, at(offsets.low()), u128::from(offsets.stride()) * 8);
    start.is_some_and(|start| start <= high)
}

/// The offsets, if they are few and within reach.
fn near_members(offsets: Offsets) -> Option<impl Iterator<Item = i64>> {
    let near = -FAR <= offsets.low() && offsets.high() <= FAR;
    near.then(|| offsets.members(MOST_PARTS)).flatten()
}
