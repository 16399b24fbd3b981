//! Writes, strong and weak, and records of writes laid over contents.
//!
//! Others write at times that are not known. If one thread zeroed a byte of a scalar that another one wrote,
//! that byte was zeroed before or after; so even a weak write of zero to zeros is kept as a write of its own,
//! and a scalar that a write may have hit in part may be any number.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice};

use super::bits::Range;
use super::part::{Kind, Part, Touch};
use super::region::Region;
use super::run::Progression;
use super::slot::Span;
use super::{Contents, MOST_PARTS, MOST_PARTS_BESIDE_FRAGMENTS};
use crate::values::integer::Integer;
use crate::values::value::Value;

impl Contents {
    /// Replaces what stands in a range by one scalar.
    pub(super) fn write_strongly(&mut self, range: Range, value: &Value) {
        let touched = self.touched(range);
        let exact = touched.len() == 1 && self.parts()[touched.start].range == range;
        if !exact && !self.has_room_for(range, value) {
            return self.write_weakly(range, value);
        }
        let part = Part::cell(range, value.clone());
        if exact {
            self.parts_mut()[touched.start] = part;
        } else {
            self.carve(range);
            self.insert(part);
        }
    }

    /// Whether another cell may be made for a value.
    fn has_room_for(&self, range: Range, value: &Value) -> bool {
        let most = match is_fragment(range, value) {
            true => MOST_PARTS_BESIDE_FRAGMENTS,
            false => MOST_PARTS,
        };
        self.parts().len() + 2 <= most
    }

    /// Puts a part where there is none. Most contents have one part for good, so there is no room for more.
    pub(super) fn insert(&mut self, part: Part) {
        let place = self.touched(part.range).start;
        let parts = self.parts_mut();
        parts.reserve_exact(1);
        parts.insert(place, part);
    }

    /// Lets a range be one scalar, too.
    pub(super) fn write_weakly(&mut self, range: Range, value: &Value) {
        let fits = self.has_room_for(range, value);
        let touched = self.touched(range);
        let region = match &self.parts()[touched.clone()] {
            [] => Some(&self.rest),
            [part] if part.range == range && part.is_cell() => {
                self.change_parts(touched, |part| part.join_value(value));
                return;
            }
            [part] if part.range.contains(range) => self.region_of(Some(part)),
            _ => None,
        };
        match region {
            Some(region) if region.has_written(value, Progression::at(range)) => {}
            Some(_) if fits => {
                let mut joined = self.read_apart(range);
                joined.join(value);
                self.write_strongly(range, &joined);
            }
            _ => self.write_span(Span::all(Progression::at(range)), value),
        }
    }

    /// Lets the scalars of a span be `value`, too.
    pub(super) fn write_span(&mut self, span: Span, value: &Value) {
        let (single, range) = (span.progression().stride == 0, span.progression().first());
        if !single || self.pieces(range).any(|(_, part)| part.is_none()) {
            match single && is_fragment(range, value) {
                true => self.rest.absorb(value),
                false => self.rest.write(span.progression(), value),
            }
        }
        let is_record = self.is_record;
        let touched = if single {
            self.touched(range)
        } else {
            0..self.parts().len()
        };
        self.change_parts(touched, |part| {
            let loosened = is_record && part.touch(span) != Touch::None && part.loosen();
            part.write(span, value) || loosened
        });
    }

    /// Lays a record over contents: all that it records may have been written. Returns whether that changed them.
    pub(super) fn overlay(&mut self, record: &Contents) -> bool {
        let before = self.clone();
        for part in record.parts() {
            match &part.kind {
                Kind::Cell(value) => self.write_weakly(part.range, value),
                Kind::Region(region) => self.overlay_region(part.range, region),
            }
        }
        if !record.rest.is_record() {
            self.join(&Contents::uniform(record.rest.base()));
        }
        for (progression, value) in record.rest.progressions() {
            match progression.stride {
                0 => self.write_weakly(progression.first(), value),
                _ => self.write_span(Span::all(progression), value),
            }
        }
        !self.shares(&before) && *self != before
    }

    /// Lays a region over contents: its bytes may have been set.
    fn overlay_region(&mut self, range: Range, region: &Region) {
        self.change_parts(self.touched(range), |part| match &mut part.kind {
            Kind::Cell(value) if range.contains(part.range) => value.join(&region.read(Progression::at(part.range))),
            Kind::Cell(value) => {
                let before = value.clone();
                region.values().for_each(|set| {
                    value.join(set);
                });
                *value = value.with_integer(Integer::ANY);
                before != *value
            }
            Kind::Region(_) => false,
        });
        let mut changed = Vec::new();
        for (piece, part) in self.pieces(range) {
            let whole = part.is_some_and(|part| part.range == piece);
            match self.region_of(part) {
                // Its borders are kept: scalars that lie across them would be set in part.
                Some(own) if !region.leq(own) || !(whole || own.is_any()) => {
                    let mut joined = own.clone();
                    joined.join(region);
                    changed.push((piece, joined));
                }
                _ => {}
            }
        }
        for (piece, joined) in changed {
            self.replace_region(piece, joined);
        }
    }

    /// Puts a larger region in place of a piece of one, or if there are too many parts in place of all of it, with any bits.
    fn replace_region(&mut self, piece: Range, mut joined: Region) {
        let touched = self.touched(piece);
        if self.parts().len() + 2 <= MOST_PARTS {
            self.carve(piece);
            self.insert(Part::region(piece, joined));
            return;
        }
        joined.absorb(&Value::ANY_NUMBER);
        match touched.is_empty() {
            true => {
                self.rest.join(&joined);
            }
            false => self.parts_mut()[touched.start].kind = Kind::Region(joined),
        }
    }

    /// Changes some parts in place, and returns whether any of them changed. Nothing is copied as long as none does.
    pub(super) fn change_parts(
        &mut self,
        which: std::ops::Range<usize>,
        mut change: impl FnMut(&mut Part) -> bool,
    ) -> bool {
        let mut changed = false;
        for index in which {
            let mut part = self.parts()[index].clone();
            if change(&mut part) {
                self.parts_mut()[index] = part;
                changed = true;
            }
        }
        changed
    }

    /// Removes all parts within a range, and cuts those that reach out of it.
    pub(super) fn carve(&mut self, range: Range) {
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

    pub(super) fn parts_mut(&mut self) -> &mut Vec<Part> {
        Arc::make_mut(self.parts.get_or_insert_default())
    }
}

/// Whether a value at a range of bits is a piece of an address, and nothing else.
fn is_fragment(range: Range, value: &Value) -> bool {
    const SMALLEST_ADDRESS_BITS: u32 = 32;
    range.bits() < SMALLEST_ADDRESS_BITS && !value.as_addresses().is_bottom()
}

impl Part {
    /// Forgets of a region that its bytes were set at once, and returns whether that changed it.
    pub(super) fn loosen(&mut self) -> bool {
        match &mut self.kind {
            Kind::Region(region) => region.loosen(),
            Kind::Cell(_) => false,
        }
    }
}
