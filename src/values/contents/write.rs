//! Writes, strong and weak, and records of writes laid over contents.

use std::sync::Arc;

use pepsin_lattice::Lattice;

use super::bits::{Range, assemble, extract, scrambled};
use super::part::{Kind, Part, Touch};
use super::region::{Progression, Region};
use super::slot::Span;
use super::{Contents, MOST_PARTS};
use crate::values::integer::Integer;
use crate::values::value::Value;

impl Contents {
    /// Replaces what stands in a range by one scalar.
    pub(super) fn write_strongly(&mut self, range: Range, value: &Value) {
        let touched = self.touched(range);
        let exact = touched.len() == 1 && self.parts()[touched.start].range == range;
        if !exact && self.parts().len() + 2 > MOST_PARTS {
            return self.write_weakly(range, value);
        }
        let part = Part::cell(range, value.clone());
        if exact {
            self.parts_mut()[touched.start] = part;
        } else {
            self.carve(range);
            let place = self.touched(range).start;
            self.parts_mut().insert(place, part);
        }
    }

    /// Lets a range be one scalar, too.
    pub(super) fn write_weakly(&mut self, range: Range, value: &Value) {
        let fits = self.parts().len() + 2 <= MOST_PARTS;
        let region = match &self.parts()[self.touched(range)] {
            [] => Some(&self.rest),
            [part] if part.range.contains(range) => self.region_of(Some(part)),
            _ => None,
        };
        match region {
            Some(region) if !self.is_apart(region) && region.admits(value, Progression::at(range)) => {}
            Some(_) if fits => {
                let mut joined = self.read_range(range);
                joined.join(value);
                self.write_strongly(range, &joined);
            }
            _ => self.write_span(Span::all(Progression::at(range)), value),
        }
    }

    /// Whether it is a record and says of a region that its bytes were set at once, so that what is written in it stands apart.
    fn is_apart(&self, region: &Region) -> bool {
        self.is_record && region.is_set_at_once()
    }

    /// Lets the scalars of a span be `value`, too.
    pub(super) fn write_span(&mut self, span: Span, value: &Value) {
        let single = span.progression().stride == 0;
        let range = span.progression().first();
        if !single || self.pieces(range).iter().any(|(_, part)| part.is_none()) {
            self.rest.write(span.progression(), value);
        }
        let (mixed, is_record) = (self.mixture(), self.is_record);
        self.change_parts(|part| {
            let loosened = is_record && part.touch(span) != Touch::None && part.loosen();
            part.write(span, value, mixed) || loosened
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
        self.change_parts(|part| match (&mut part.kind, part.range.meet(range)) {
            (Kind::Cell(value), Some(piece)) => value.join(&spliced(value, part.range, piece, region)),
            _ => false,
        });
        let mut changed = Vec::new();
        for (piece, part) in self.pieces(range) {
            match self.region_of(part) {
                Some(own) if !region.leq(own) => {
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

    /// Puts a larger region in place of a piece of one, or if there are too many parts in place of all of it.
    fn replace_region(&mut self, piece: Range, joined: Region) {
        let touched = self.touched(piece);
        if self.parts().len() + 2 <= MOST_PARTS {
            self.carve(piece);
            let place = self.touched(piece).start;
            self.parts_mut().insert(place, Part::region(piece, joined));
        } else if touched.is_empty() {
            self.rest.join(&joined);
        } else {
            self.parts_mut()[touched.start].kind = Kind::Region(joined);
        }
    }

    /// Changes all parts in place, and returns whether any of them changed. Nothing is copied as long as none does.
    pub(super) fn change_parts(&mut self, mut change: impl FnMut(&mut Part) -> bool) -> bool {
        let mut changed = false;
        for index in 0..self.parts().len() {
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

    /// What becomes of a cell of which a part may be overwritten. Of a record even zeros may be mixed with other bits.
    fn mixture(&self) -> fn(&Value) -> Value {
        match self.is_record {
            true => |value| value.with_integer(Integer::ANY),
            false => scrambled,
        }
    }
}

/// What a scalar is after a piece of it was set to bytes of a region.
fn spliced(value: &Value, whole: Range, piece: Range, region: &Region) -> Value {
    let before = Range {
        end: piece.start,
        ..whole
    };
    let after = Range {
        start: piece.end,
        ..whole
    };
    let set = (piece, region.read(Progression::at(piece)));
    let kept = |range: Range| (range.start < range.end).then(|| (range, extract(value, whole, range)));
    let pieces: Vec<_> = [kept(before), Some(set), kept(after)].into_iter().flatten().collect();
    assemble(&pieces)
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
