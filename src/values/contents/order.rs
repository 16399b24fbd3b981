//! Join, order, widening and narrowing of contents.
//!
//! Contents with the same parts are combined part by part. Otherwise the join keeps the cells of both sides,
//! the first and longer ones where they overlap, and reads both sides at each of them;
//! bits that then lie in no cell, though they did on one side, keep what both sides read there.
//! (Both may stem from writes of several threads; a cell that overlaps others in part then holds any number.)
//! A record joined to contents that are none is laid over them, and is below them if that changes nothing.
//! Of bytes that a record says were set at once, the borders matter: nothing can be said of a part of them alone.
//! Widening keeps the parts of the left side and only adds cells where it had none, so the parts settle after finitely many steps.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::bits::Range;
use super::part::{Kind, Part};
use super::region::Region;
use super::run::Progression;
use super::{Contents, MOST_PARTS};
use crate::values::integer::Integer;

impl Contents {
    /// `self ▽ next` with thresholds (sorted) for numbers; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        if next.leq(self) {
            return false;
        }
        if self.is_bottom() {
            *self = next.clone();
            return true;
        }
        if self.is_record != next.is_record {
            return self.widen_across(next, thresholds);
        }
        self.add_cells(next);
        let is_record = self.is_record;
        self.change_parts(0..self.parts().len(), |part| match &mut part.kind {
            Kind::Cell(value) => value.widen_with(&next.read_apart(part.range), thresholds),
            Kind::Region(region) => {
                let loosened = is_record && !next.is_one_piece(part.range) && region.loosen();
                region.widen_with(&next.summary_of(part.range), thresholds) || loosened
            }
        });
        let outside = self.rest_of(next);
        self.rest.widen_with(&outside, thresholds);
        true
    }

    /// Widening of contents by a record, or of a record by contents, which happens once.
    fn widen_across(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        let mut joined = self.clone();
        joined.join(next);
        if self.is_record {
            *self = joined;
            return true;
        }
        self.widen_with(&joined, thresholds);
        if !next.leq(self) {
            // Scalars of the record lie across regions that widening kept: let every bit be anything.
            let all = next.all_values().with_integer(Integer::ANY);
            self.widen_with(&Contents::uniform(&all), thresholds);
        }
        true
    }

    /// `self △ next`, where `next` is below `self`, with the thresholds used for widening; returns whether `self` changed.
    pub fn narrow_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        if self.shares(next) || self.is_record != next.is_record || !next.leq(self) {
            return false;
        }
        let mut changed = self.change_parts(0..self.parts().len(), |part| match &mut part.kind {
            Kind::Cell(value) => value.narrow_with(&next.read_apart(part.range), thresholds),
            Kind::Region(region) => next
                .pieces(part.range)
                .next()
                .filter(|_| next.is_one_piece(part.range))
                .and_then(|(_, only)| next.region_of(only))
                .is_some_and(|bound| region.narrow_with(bound, thresholds)),
        });
        let is_part_of_self = |part: &Part| self.pieces(part.range).all(|piece| piece.1.is_some());
        if next.parts().iter().all(is_part_of_self) {
            changed |= self.rest.narrow_with(&next.rest, thresholds);
        }
        changed
    }

    /// Whether the parts have the same ranges and kinds.
    fn same_shape(&self, other: &Self) -> bool {
        let shape = |part: &Part| (part.range, part.is_cell());
        self.parts().iter().map(shape).eq(other.parts().iter().map(shape))
    }

    /// Adds the cells that only `next` has, where nothing but the rest is here, with the values that they have here.
    fn add_cells(&mut self, next: &Self) {
        for part in next.parts() {
            let is_free = self.touched(part.range).is_empty();
            if part.is_cell() && is_free && self.parts().len() < MOST_PARTS {
                let value = self.read_apart(part.range);
                self.insert(Part::cell(part.range, value));
            }
        }
    }

    /// All that stands in a range, as one region.
    fn summary_of(&self, range: Range) -> Region {
        let mut summary = Region::bottom();
        for (piece, part) in self.pieces(range) {
            match part {
                Some(part) => self.loosened(part.cut(piece)).add_to(&mut summary),
                None => {
                    summary.join(&self.rest);
                }
            }
        }
        summary
    }

    /// All of `next` that lies outside of the parts of `self`, as one region.
    fn rest_of(&self, next: &Self) -> Region {
        let mut rest = next.rest.clone();
        for part in next.parts() {
            let outside = self.pieces(part.range).filter(|piece| piece.1.is_none());
            outside.for_each(|(piece, _)| next.loosened(part.cut(piece)).add_to(&mut rest));
        }
        rest
    }

    /// Whether what stands in a range is below a region.
    fn is_below_region(&self, range: Range, bound: &Region) -> bool {
        let apart = self.is_record && bound.is_set_at_once() && !self.is_one_piece(range);
        !apart
            && self.pieces(range).all(|(piece, part)| match self.region_of(part) {
                Some(region) => region.leq(bound),
                None => bound.has_written(&self.read_piece(piece, part), Progression::at(piece)),
            })
    }

    /// The join of contents with different parts.
    fn merged(&self, other: &Self) -> Self {
        let mut parts = Vec::new();
        let mut start = i64::MIN;
        for range in cells_of_both(self, other) {
            self.merge_between(
                other,
                Range {
                    start,
                    end: range.start,
                },
                &mut parts,
            );
            parts.push(self.merged_cell(other, range));
            start = range.end;
        }
        self.merge_between(other, Range { start, end: i64::MAX }, &mut parts);
        parts.truncate(MOST_PARTS);
        parts.shrink_to_fit();
        let mut merged = Contents {
            parts: (!parts.is_empty()).then(|| Arc::new(parts)),
            rest: Region::bottom(),
            is_record: self.is_record,
        };
        merged.rest = merged.rest_of(self);
        let rest = merged.rest_of(other);
        merged.rest.join(&rest);
        merged
    }

    fn merged_cell(&self, other: &Self, range: Range) -> Part {
        let mut value = self.read_apart(range);
        value.join(&other.read_apart(range));
        Part::cell(range, value)
    }

    /// Merges a range in which no cell of either side is kept whole, cut at the borders of the parts of both.
    fn merge_between(&self, other: &Self, range: Range, parts: &mut Vec<Part>) {
        for (piece, mine) in self.pieces(range) {
            for (piece, theirs) in other.pieces(piece) {
                let part = match (self.region_of(mine), other.region_of(theirs)) {
                    (Some(_), Some(_)) if mine.is_none() && theirs.is_none() => continue,
                    (Some(mine), Some(theirs)) => {
                        let mut region = mine.clone();
                        region.join(theirs);
                        Part::region(piece, region)
                    }
                    _ => self.merged_cell(other, piece),
                };
                match parts.last_mut() {
                    Some(last) if !self.is_record && last.is_continued_by(&part) => last.range.end = piece.end,
                    _ => parts.push(part),
                }
            }
        }
    }
}

/// The cells of both sides, in order, the first and longer ones where they overlap.
fn cells_of_both(left: &Contents, right: &Contents) -> Vec<Range> {
    let cells = left.parts().iter().chain(right.parts()).filter(|part| part.is_cell());
    let mut ranges: Vec<Range> = cells.map(|part| part.range).collect();
    ranges.sort_unstable_by_key(|range| (range.start, -range.end));
    let mut end = i64::MIN;
    ranges.retain(|range| {
        let free = range.start >= end;
        if free {
            end = range.end;
        }
        free
    });
    ranges
}

impl Lattice for Contents {
    fn join(&mut self, other: &Self) -> bool {
        if self.shares(other) {
            return false;
        }
        match (self.is_record, other.is_record) {
            (false, true) => return self.overlay(other),
            (true, false) => {
                let record = std::mem::replace(self, other.clone());
                self.overlay(&record);
                return true;
            }
            _ => {}
        }
        if self.same_shape(other) {
            let theirs = other.parts();
            let mut index = 0;
            let parts = self.change_parts(0..self.parts().len(), |part| {
                index += 1;
                part.join(&theirs[index - 1])
            });
            return self.rest.join(&other.rest) || parts;
        }
        if other.leq(self) {
            return false;
        }
        *self = if self.is_bottom() {
            other.clone()
        } else {
            self.merged(other)
        };
        true
    }

    fn leq(&self, other: &Self) -> bool {
        if self.shares(other) || self.is_bottom() {
            return true;
        }
        if self.is_record != other.is_record {
            return self.is_record && !other.clone().overlay(self);
        }
        if self.same_shape(other) {
            let mut pairs = self.parts().iter().zip(other.parts());
            return pairs.all(|(mine, bound)| mine.leq(bound)) && self.rest.leq(&other.rest);
        }
        let parts = other.parts().iter().all(|part| match &part.kind {
            Kind::Cell(bound) => self.read_apart(part.range).leq(bound),
            Kind::Region(bound) => self.is_below_region(part.range, bound),
        });
        parts
            && self.rest.leq(&other.rest)
            && self.parts().iter().all(|part| {
                let mut outside = other.pieces(part.range).filter(|piece| piece.1.is_none());
                outside.all(|(piece, _)| self.is_below_region(piece, &other.rest))
            })
    }
}

impl Bottom for Contents {
    fn bottom() -> Self {
        Self::nothing()
    }

    fn is_bottom(&self) -> bool {
        self.rest.is_bottom() && self.parts().iter().all(Part::is_bottom)
    }
}

impl Widen for Contents {
    fn widen(&mut self, next: &Self) -> bool {
        self.widen_with(next, &[])
    }

    fn narrow(&mut self, next: &Self) -> bool {
        self.narrow_with(next, &[])
    }
}
