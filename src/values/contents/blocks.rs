//! Many bytes at once: zeroing, copying, forgetting.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice};

use super::bits::Range;
use super::region::Region;
use super::{Contents, FAR, Kind, MOST_PARTS, Part, Strength};
use crate::values::offsets::Offsets;
use crate::values::value::Value;

impl Contents {
    /// Sets `length` bytes from a byte offset on, or all bytes to both sides without a length:
    /// each scalar of each type in them may then have one of the values, which are zero, or any number with any of the addresses.
    pub fn fill(&mut self, offset: i64, length: Option<u64>, value: &Value, strength: Strength) {
        let region = Region::uniform(value);
        match (byte_range(offset, length), strength) {
            (_, Strength::Weak) => {
                let mut filled = self.clone();
                filled.fill(offset, length, value, Strength::Strong);
                self.join(&filled);
            }
            (None, _) => {
                *self = Contents {
                    parts: None,
                    rest: region,
                    has_record: false,
                }
            }
            (Some(range), _) if range.start < range.end => {
                self.has_record |= region.is_record();
                self.put(range, vec![], region);
            }
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
        self.has_record |= from.is_record();
        let pieces = from
            .pieces(source)
            .into_iter()
            .filter_map(|(piece, part)| Some(part?.cut(piece)));
        self.put(
            target,
            pieces.map(|part| part.shifted(by)).collect(),
            from.rest.shifted(by),
        );
    }

    /// Lets every byte be any byte of `from`: a copy of which places or length are not known.
    pub fn absorb(&mut self, from: &Contents) {
        let mut all = Value::NOTHING;
        for value in from.values() {
            all.join(value);
        }
        let mut other = Contents::uniform(&all);
        other.has_record = from.is_record();
        self.join(&other);
    }

    /// The same for a copy to places that are known not to lie outside of `offsets` and the `length` bytes from there on.
    pub fn absorb_at(&mut self, offsets: Offsets, length: u64, from: &Contents) {
        let known = i64::try_from(length)
            .ok()
            .and_then(|length| offsets.high().checked_add(length));
        let Some(end) = known.filter(|_| offsets.is_bounded()) else {
            return self.absorb(from);
        };
        let mut all = Value::NOTHING;
        for value in from.values() {
            all.join(value);
        }
        self.has_record |= from.is_record();
        self.fill(offsets.low(), Some(end.abs_diff(offsets.low())), &all, Strength::Weak);
    }

    /// Replaces a range by parts within it, with `background` between them.
    fn put(&mut self, range: Range, parts: Vec<Part>, background: Region) {
        self.carve(range);
        let room = MOST_PARTS.saturating_sub(self.parts().len());
        let mut all = match background == self.rest && parts.len() <= room {
            true => parts,
            false => with_background(range, parts, &background),
        };
        if all.len() > room {
            all = vec![summary(range, all)];
        }
        let place = self.touched(range).start;
        if !all.is_empty() {
            Arc::make_mut(self.parts.get_or_insert_default()).splice(place..place, all);
        }
        self.summarise_beyond(MOST_PARTS);
    }

    /// Moves the parts beyond the first `kept` into the rest.
    pub(super) fn summarise_beyond(&mut self, kept: usize) {
        if self.parts().len() <= kept {
            return;
        }
        for part in self.parts_mut().split_off(kept) {
            part.add_to(&mut self.rest);
        }
    }
}

impl Part {
    fn shifted(self, by: i64) -> Part {
        let range = Range {
            start: self.range.start + by,
            end: self.range.end + by,
        };
        let kind = match self.kind {
            Kind::Region(region) => Kind::Region(region.shifted(by)),
            cell => cell,
        };
        Part { range, kind }
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
    let gap = |start: i64, end: i64| {
        (start < end).then(|| Part {
            range: Range { start, end },
            kind: Kind::Region(background.clone()),
        })
    };
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

/// One region for all parts.
fn summary(range: Range, parts: Vec<Part>) -> Part {
    let mut region = Region::bottom();
    for part in parts {
        part.add_to(&mut region);
    }
    Part {
        range,
        kind: Kind::Region(region),
    }
}
