//! Many bytes at once: zeroing, copying, forgetting.

use pepsin_lattice::{Bottom, Lattice};

use super::bits::Range;
use super::part::Part;
use super::region::Region;
use super::slot::{FAR, near_members};
use super::{Contents, MOST_MEMBERS, MOST_PARTS, Strength};
use crate::values::offsets::Offsets;
use crate::values::value::Value;

/// Bits to which all scalars but the largest are aligned.
const ALIGNMENT: i64 = 64;

impl Contents {
    /// Sets `length` bytes from a byte offset on, or all bytes to both sides without a length:
    /// each scalar of each type in them may then have one of the values, which are zero, or any number with any of the addresses.
    pub fn fill(&mut self, offset: i64, length: Option<u64>, value: &Value, strength: Strength) {
        let region = Region::uniform(value);
        if region.is_record() {
            return;
        }
        match (byte_range(offset, length), strength) {
            (_, Strength::Weak) => {
                let mut filled = self.clone();
                filled.fill(offset, length, value, Strength::Strong);
                self.join(&filled);
            }
            (None, _) => *self = self.alike(value),
            (Some(range), _) if range.start < range.end => self.put(range, Vec::new(), region),
            _ => {}
        }
    }

    /// Copies `length` bytes of `from`, from a byte offset on, to a byte offset here (record assignment, `memcpy`, `memmove`).
    pub fn copy(&mut self, from: &Contents, from_offset: i64, to_offset: i64, length: u64, strength: Strength) {
        if strength == Strength::Weak {
            let mut copied = self.clone();
            copied.copy(from, from_offset, to_offset, length, Strength::Strong);
            self.join(&copied);
            return;
        }
        let (Some(source), Some(target)) = (
            byte_range(from_offset, Some(length)),
            byte_range(to_offset, Some(length)),
        ) else {
            return self.absorb(from);
        };
        if source.start >= source.end {
            return;
        }
        let by = target.start - source.start;
        let mut background = from.rest.shifted(by);
        if from.is_record && !self.is_record {
            // What was not written may be any number; what was written outside of parts stays.
            background.join(&Region::uniform(&Value::ANY_NUMBER));
        }
        let pieces = from.pieces(source).filter_map(|(piece, part)| Some(part?.cut(piece)));
        self.put(target, pieces.map(|part| part.shifted(by)).collect(), background);
    }

    /// The `length` bytes from one of some byte offsets on: where these are few, each for itself.
    pub fn cut(&self, offsets: Offsets, length: u64) -> Contents {
        let at = |offset| {
            let mut cut = Contents::indeterminate();
            cut.copy(self, offset, 0, length, Strength::Strong);
            cut
        };
        let few = near_members(offsets, MOST_MEMBERS).filter(|_| !self.is_bottom());
        let mut cut = Contents::nothing();
        match few {
            Some(offsets) => offsets.for_each(|offset| {
                cut.join(&at(offset));
            }),
            None => cut.absorb(self),
        }
        cut
    }

    /// Lets every byte be any byte of `from`: a copy of which places or length are not known.
    pub fn absorb(&mut self, from: &Contents) {
        self.join(&self.alike(&from.all_values()));
    }

    /// The same for a copy to places that are known not to lie outside of `offsets` and the `length` bytes from there on.
    pub fn absorb_at(&mut self, offsets: Offsets, length: u64, from: &Contents) {
        let known = i64::try_from(length)
            .ok()
            .and_then(|length| offsets.high().checked_add(length));
        let Some(end) = known.filter(|_| offsets.is_bounded()) else {
            return self.absorb(from);
        };
        let length = end.abs_diff(offsets.low());
        self.fill(offsets.low(), Some(length), &from.all_values(), Strength::Weak);
    }

    /// Replaces a range by parts within it, with `background` between them.
    pub(super) fn put(&mut self, range: Range, parts: Vec<Part>, background: Region) {
        self.carve(range);
        let room = MOST_PARTS.saturating_sub(self.parts().len());
        // Borders at which no aligned scalar is cut need not be kept.
        let aligned = range.start % ALIGNMENT == 0 && range.end % ALIGNMENT == 0;
        let plain = aligned && background == self.rest && parts.len() <= room;
        let mut all = if plain {
            parts
        } else {
            with_background(range, parts, &background)
        };
        if all.len() > room {
            all = vec![self.summary(range, all)];
        }
        let place = self.touched(range).start;
        if !all.is_empty() {
            self.parts_mut().splice(place..place, all);
        }
        self.summarise_beyond(MOST_PARTS);
    }

    /// One region for all parts.
    fn summary(&self, range: Range, parts: Vec<Part>) -> Part {
        let mut region = Region::bottom();
        for part in parts {
            self.loosened(part).add_to(&mut region);
        }
        Part::region(range, region)
    }

    /// Moves the parts beyond the first `kept` into the rest.
    fn summarise_beyond(&mut self, kept: usize) {
        if self.parts().len() > kept {
            for part in self.parts_mut().split_off(kept) {
                self.loosened(part).add_to(&mut self.rest);
            }
        }
    }

    /// The join of all values.
    pub(super) fn all_values(&self) -> Value {
        let mut all = Value::NOTHING;
        for value in self.values() {
            all.join(value);
        }
        all
    }

    /// Uniform contents, a record if these are one.
    fn alike(&self, value: &Value) -> Self {
        let mut alike = Contents::uniform(value);
        if self.is_record {
            alike.rest.loosen();
            alike.is_record = true;
        }
        alike
    }

    /// A part as it can be made part of a larger region. In a record the bytes that were set at once must stay known as such, or be any.
    pub(super) fn loosened(&self, mut part: Part) -> Part {
        if self.is_record {
            part.loosen();
        }
        part
    }
}

/// The range of bits of a range of bytes; `None` for an unknown length or one that is out of reach.
fn byte_range(offset: i64, length: Option<u64>) -> Option<Range> {
    let end = i64::try_from(length?)
        .ok()
        .and_then(|length| offset.checked_add(length))?;
    let near = -FAR <= offset && end <= FAR;
    near.then_some(Range {
        start: offset * 8,
        end: end * 8,
    })
}

/// The parts with the gaps between them filled by a region.
fn with_background(range: Range, parts: Vec<Part>, background: &Region) -> Vec<Part> {
    let gap = |start: i64, end: i64| (start < end).then(|| Part::region(Range { start, end }, background.clone()));
    let mut all = Vec::with_capacity(2 * parts.len() + 1);
    let mut start = range.start;
    for part in parts {
        let next = part.range.end;
        all.extend(gap(start, part.range.start));
        all.push(part);
        start = next;
    }
    all.extend(gap(start, range.end));
    all
}
