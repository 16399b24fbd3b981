//! Initialisers that override others (C17 6.7.9 19): the last one for a part counts, and what it leaves out of that part is zero.
//!
//! ```text
//!     struct { int a[2]; } s = { .a[1] = 5, .a = { 1 } };      s.a[1] = 0
//! ```
//!
//! Where a designator goes back to a part, that is zeroed before it is filled; so is a union that gets another member. An item of
//! kind [`Source::Zero`] says so. Whether what is overridden is evaluated at all is unspecified: that is refused where it would be seen.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Lowering;
use super::initialisers::{Item, Source};
use crate::ir::{Expr, InitialValue, Place, Position, Projection, RecordId, RecordKind, TypeKind};

/// What an item of a static object stores.
pub(super) enum Stored {
    Value(InitialValue),
    /// So many bytes from an offset on are zero.
    Zeroes {
        offset: u64,
        size: u64,
    },
}

/// Where records lie that expressions gave as a whole, and how many bytes they have.
type Wholes = BTreeMap<u64, u64>;

/// The lowest byte and bit of a value that was not overridden yet.
pub(super) type Start = (u64, u32);

/// Where values start whose evaluation did something.
pub(super) type Effects = BTreeSet<Start>;

/// The bit that lies so many bits behind the first one of a byte.
fn bit_behind(byte: u64, bits: u32) -> Start {
    (byte.saturating_add(u64::from(bits / 8)), bits % 8)
}

impl<'a> Lowering<'a> {
    /// Where a part starts, if that is known.
    pub(super) fn start_of(&mut self, part: &Place) -> Option<Start> {
        let bit = self.bits_of(part).map_or(0, |bits| bits.offset);
        Some(bit_behind(self.constant_offset(part)?, bit))
    }

    /// An initialiser that did something must not be overridden: C does not say whether it is evaluated (C17 6.7.9, note 153).
    pub(super) fn refuse_overridden_effects(&mut self, part: &Place, effects: &Effects, at: Position) {
        let Some(start) = self.start_of(part).filter(|_| !effects.is_empty()) else {
            return;
        };
        let size = self.types().size(part.ty).unwrap_or(0);
        let end = match self.bits_of(part) {
            Some(bits) => bit_behind(start.0, start.1 + bits.width),
            None => (start.0.saturating_add(size), 0),
        };
        if start < end && effects.range(start..end).next().is_some() {
            self.obstacle(at, "An initialiser that has effects is overridden by another one.");
        }
    }

    /// The items with zeroes before those that give a union another member than it had.
    pub(super) fn with_members_left(&mut self, items: Vec<Item<'a>>) -> Vec<Item<'a>> {
        let mut members: HashMap<(u64, RecordId), u32> = HashMap::new();
        let mut wholes = Wholes::default();
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            self.refuse_partly_overridden(&item, &mut wholes);
            for depth in 0..item.part.projections.len() {
                let Some((union, record, field)) = self.union_at(&item.part, depth) else {
                    continue;
                };
                let Some(offset) = self.constant_offset(&union) else {
                    continue;
                };
                if members
                    .insert((offset, record), field)
                    .is_some_and(|before| before != field)
                {
                    all.push(Item {
                        part: union,
                        source: Source::Zero,
                    });
                }
            }
            all.push(item);
        }
        all
    }

    /// Of a record that one expression gave as a whole and another initialiser gives a part of, compilers keep the other parts, or
    /// make them zero.
    fn refuse_partly_overridden(&mut self, item: &Item<'a>, wholes: &mut Wholes) {
        let Some((offset, size)) = self.constant_offset(&item.part).zip(self.types().size(item.part.ty)) else {
            return;
        };
        let around = wholes.range(..=offset).next_back();
        if around.is_some_and(|(start, whole)| offset < start + whole && size < *whole) {
            let message = "An initialiser for a part of what an expression gave as a whole.";
            self.obstacle(item.part.at, message);
        }
        let is_record = matches!(self.types().kind(item.part.ty), TypeKind::Record(_));
        if is_record && matches!(item.source, Source::Expression(_)) {
            wholes.insert(offset, size);
        }
    }

    /// The union of which a projection of a place selects a member, its type, and the number of the member.
    fn union_at(&mut self, part: &Place, depth: usize) -> Option<(Place, RecordId, u32)> {
        let Projection::Field(record, field) = part.projections[depth] else {
            return None;
        };
        if self.types().record(record).kind != RecordKind::Union {
            return None;
        }
        let union = Place {
            projections: part.projections[..depth].to_vec(),
            ty: self.types_mut().intern(TypeKind::Record(record)),
            ..part.clone()
        };
        Some((union, record, field))
    }
}

/// The values that count, in the order of their places, without zeroes, which objects hold anyway.
pub(super) fn last_values(values: Vec<Stored>) -> Vec<InitialValue> {
    let mut last: BTreeMap<Start, InitialValue> = BTreeMap::new();
    for value in values {
        match value {
            Stored::Value(value) => {
                let bit = value.bits.map_or(0, |bits| bits.offset);
                last.insert(bit_behind(value.offset, bit), value);
            }
            Stored::Zeroes { offset, size } => {
                let inside = (offset, 0)..(offset.saturating_add(size), 0);
                let overridden: Vec<Start> = last.range(inside).map(|(start, _)| *start).collect();
                overridden.iter().for_each(|start| drop(last.remove(start)));
            }
        }
    }
    let counts = |value: &InitialValue| value.bits.is_some() || !matches!(value.value, Expr::Integer(0, _));
    last.into_values().filter(counts).collect()
}
