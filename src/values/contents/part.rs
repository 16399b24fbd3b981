//! The parts of contents: cells, and regions of known extent.

use super::bits::{Range, extract};
use super::region::Region;
use super::run::Progression;
use super::slot::Span;
use crate::values::integer::Integer;
use crate::values::object::ObjectId;
use crate::values::value::Value;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice};

/// What is known of a range of bits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) range: Range,
    pub(super) kind: Kind,
}

/// The kinds of parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// One scalar.
    Cell(Value),
    /// Bytes set or copied at once.
    Region(Region),
}

/// How accesses at several offsets lie to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// None shares a bit with it.
    None,
    /// Those that share bits with it are exactly the cell, or inside of the region.
    Whole,
    /// Some share bits with it and reach out of it, or are a part of the cell.
    Partly,
}

impl Part {
    pub(super) fn cell(range: Range, value: Value) -> Self {
        Part {
            range,
            kind: Kind::Cell(value),
        }
    }

    pub(super) fn region(range: Range, region: Region) -> Self {
        Part {
            range,
            kind: Kind::Region(region),
        }
    }

    pub(super) fn is_cell(&self) -> bool {
        matches!(self.kind, Kind::Cell(_))
    }

    /// The part cut to a range within it.
    pub(super) fn cut(&self, piece: Range) -> Part {
        let kind = match &self.kind {
            Kind::Cell(value) => Kind::Cell(extract(value, self.range, piece)),
            Kind::Region(region) => Kind::Region(region.clone()),
        };
        Part { range: piece, kind }
    }

    /// The part moved by a number of bits.
    pub(super) fn shifted(self, by: i64) -> Part {
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

    /// What the bits of a range within it read as.
    pub(super) fn read(&self, piece: Range) -> Value {
        match &self.kind {
            Kind::Cell(value) if is_seeded(Bug::PartReadsWhole) => value.clone(),
            Kind::Cell(value) => extract(value, self.range, piece),
            Kind::Region(region) => region.read(Progression::at(piece)),
        }
    }

    /// Joins a part of the same range and kind.
    pub(super) fn join(&mut self, other: &Part) -> bool {
        match (&mut self.kind, &other.kind) {
            (Kind::Cell(mine), Kind::Cell(theirs)) => mine.join(theirs),
            (Kind::Region(mine), Kind::Region(theirs)) => mine.join(theirs),
            _ => false,
        }
    }

    /// Whether it is below a part of the same range and kind.
    pub(super) fn leq(&self, bound: &Part) -> bool {
        match (&self.kind, &bound.kind) {
            (Kind::Cell(mine), Kind::Cell(bound)) => mine.leq(bound),
            (Kind::Region(mine), Kind::Region(bound)) => mine.leq(bound),
            _ => false,
        }
    }

    /// Joins a value into a cell.
    pub(super) fn join_value(&mut self, value: &Value) -> bool {
        match &mut self.kind {
            Kind::Cell(cell) => cell.join(value),
            Kind::Region(_) => false,
        }
    }

    /// Adds what it says to a region.
    pub(super) fn add_to(&self, region: &mut Region) {
        match &self.kind {
            Kind::Cell(value) => region.write(Progression::at(self.range), value),
            Kind::Region(own) => {
                region.join(own);
            }
        }
    }

    /// Lets the scalars of a span be `value`, too, and returns whether that changed it.
    pub(super) fn write(&mut self, span: Span, value: &Value) -> bool {
        let touch = self.touch(span);
        match (&mut self.kind, touch) {
            (_, Touch::None) => false,
            (Kind::Region(region), _) => {
                let changes = !region.has_written(value, span.progression());
                region.write(span.progression(), value);
                changes
            }
            (Kind::Cell(cell), Touch::Whole) => cell.join(value),
            (Kind::Cell(cell), Touch::Partly) => {
                let before = cell.clone();
                cell.join(value);
                *cell = cell.with_integer(Integer::ANY);
                before != *cell
            }
        }
    }

    /// How the scalars of a span lie to it.
    pub(super) fn touch(&self, span: Span) -> Touch {
        let Range { start, end } = self.range;
        let bits = i64::from(span.progression().bits);
        if !span.starts_within(start - bits + 1, end - 1) {
            return Touch::None;
        }
        let from_before = span.starts_within(start - bits + 1, start - 1);
        let partly = match self.kind {
            Kind::Cell(_) => bits != end - start || from_before || span.starts_within(start + 1, end - 1),
            Kind::Region(_) => from_before || span.starts_within(end - bits + 1, end - 1),
        };
        if partly { Touch::Partly } else { Touch::Whole }
    }

    /// Whether the other part is the same region, going on where this one ends.
    pub(super) fn is_continued_by(&self, next: &Part) -> bool {
        self.range.end == next.range.start && !self.is_cell() && self.kind == next.kind
    }

    pub(super) fn is_bottom(&self) -> bool {
        match &self.kind {
            Kind::Cell(value) => value.is_bottom(),
            Kind::Region(region) => region.is_bottom(),
        }
    }

    /// All values in it.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        let (cell, region) = match &self.kind {
            Kind::Cell(value) => (Some(value), None),
            Kind::Region(region) => (None, Some(region)),
        };
        cell.into_iter().chain(region.into_iter().flat_map(Region::values))
    }

    /// The part with other objects in place of those that `rename` renames.
    pub(super) fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Part {
        let kind = match &self.kind {
            Kind::Cell(value) => Kind::Cell(value.substitute(rename)),
            Kind::Region(region) => Kind::Region(region.substitute(rename)),
        };
        Part {
            range: self.range,
            kind,
        }
    }
}
