//! Rings: what is known of an array of slots under a lock in which objects wait, first in, first out.
//!
//! Let `N` be the number of slots, `P` how often something was put in, and `T` how often something was taken out. Whenever the lock is free,
//!
//! ```text
//!     I_ring  =  0 ≤ P − T ≤ N  ∗  (slot[k mod N] = null  or  an object that nobody owns,  for each k in T..P)
//!                in = P mod N,  out = T mod N,  count = P − T              (a counted ring)
//!                in = P mod N,  out = T mod N,  P − T < N                  (one slot stays free)
//!                in = P,  out = T,  both modulo 2^w, which N divides       (a running ring, which may be counted, too)
//!                out = T mod N,  count = P − T                             (in is out + count)
//! ```
//!
//! or, where what was put in last is taken out first, as on a stack:
//!
//! ```text
//!     I_stack =  0 ≤ count ≤ N  ∗  (slot[k] = null  or  an object that nobody owns,  for each k in 0..count)
//! ```
//!
//! There, who looks at a slot tells that there is one: an index before the first or behind the last slot has no execution.
//!
//! where `∗` says that these objects are different from each other. A critical section starts with `n = P − T` of which bounds are known; what it makes of `in`,
//! `out` and `count` is a cursor: so many steps from what it found there. Comparisons of cursors move the bounds, and where the section ends,
//! I must hold again: as many steps are made by `in` as slots were filled, in a ring that was certainly not full, and as many by `out` as there were certainly
//! objects. What was found in slots that `out` has left belongs to the thread; what was filled in does not any more.
//! Where slots are records, one pointer in them is what they hold, and so it is for variables that are such records.
//! (Bounded buffers by ownership: O'Hearn, "Resources, concurrency, and local reasoning", 2007, section 4.)

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Ends, Ring};
use super::heap::{Broken, Heap, NO_RING, Symbol};
use crate::ir::BinaryOp;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The numbers of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Number {
    /// Where the next object is put.
    In,
    /// Where the next object is taken.
    Out,
    /// How many objects there are.
    Count,
}

/// A number that is so many steps from what the critical section found in one of a ring's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// From which.
    pub of: Number,
    /// The steps.
    pub steps: i8,
    /// Whether it is less than the number of slots, after what was made of it by division.
    pub within: bool,
}

/// A critical section about a ring.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RingSection {
    /// The number of slots.
    size: i64,
    /// Whether `in` and `out` run on.
    running: bool,
    /// Where objects are put and taken.
    at: Ends,
    /// The bounds of how many objects there were at first.
    least: i64,
    most: i64,
    /// What the cells hold.
    numbers: BTreeMap<Number, Symbol>,
    /// What slots hold, by the steps of the cursors by which they were filled.
    filled: BTreeMap<i8, Symbol>,
    /// What slots hold, by the steps of the cursors by which they were looked at.
    found: BTreeMap<i8, Symbol>,
    /// Whether so many steps lead behind the last slot, where that was asked.
    ends: BTreeMap<(Number, i8), bool>,
}

/// So many steps are followed.
const MOST_STEPS: i8 = 8;

impl Cursor {
    /// The cursor so many steps further. An index goes forward only, because it would be less than zero otherwise; what a remainder of a running number is
    /// followed by is none of these.
    pub fn moved(self, steps: i128, running: bool) -> Option<Cursor> {
        if steps == 0 {
            return Some(self);
        }
        let is_count = self.of == Number::Count;
        let fits = is_count || steps > 0 && (!running || !self.within);
        let steps = i8::try_from(i128::from(self.steps).checked_add(steps)?).ok()?;
        let cursor = Cursor {
            steps,
            within: is_count,
            ..self
        };
        (fits && steps.abs() <= MOST_STEPS).then_some(cursor)
    }
}

impl Ring {
    /// Where the next object is put, as the sum of where the next one is taken and of how many there are, both of which may have moved on.
    pub fn put_next(&self, one: Cursor, other: Cursor) -> Option<Cursor> {
        let (taken, count) = match (one.of, other.of) {
            (Number::Out, Number::Count) => (one, other),
            (Number::Count, Number::Out) => (other, one),
            _ => return None,
        };
        let steps = taken.steps.checked_add(count.steps)?;
        let fits = matches!(self.ends, Ends::Output(_)) && count.steps >= 0 && steps <= MOST_STEPS;
        fits.then_some(Cursor {
            of: Number::In,
            steps,
            within: false,
        })
    }
}

impl RingSection {
    /// The invariant holds.
    pub fn new(ring: &Ring) -> Self {
        let start = |of| {
            let cursor = Cursor {
                of,
                steps: 0,
                within: of == Number::Count || !ring.running,
            };
            (of, Symbol::Cursor(cursor))
        };
        let numbers = [
            ring.input().map(|_| Number::In),
            ring.output().map(|_| Number::Out),
            ring.count.map(|_| Number::Count),
        ];
        RingSection {
            size: ring.size,
            running: ring.running,
            at: ring.ends,
            least: 0,
            most: ring.most(),
            numbers: numbers.into_iter().flatten().map(start).collect(),
            filled: BTreeMap::new(),
            found: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    /// What is in cells and slots.
    pub fn values(&self) -> impl Iterator<Item = Symbol> + '_ {
        let slots = self.filled.values().chain(self.found.values());
        slots.copied()
    }

    /// The same with other values in the slots.
    pub fn with_values(&self, mut change: impl FnMut(Symbol) -> Symbol) -> Self {
        let mut ring = self.clone();
        let slots = ring.filled.values_mut().chain(ring.found.values_mut());
        slots.for_each(|value| *value = change(*value));
        ring
    }

    /// What a cell holds.
    pub fn number(&self, number: Number) -> Symbol {
        self.numbers
            .get(&number)
            .copied()
            .map_or(Symbol::Unknown, |value| self.known(value))
    }

    /// A number is stored. Zero may be what follows the last slot.
    pub fn set(&mut self, number: Number, value: Symbol) {
        let behind_last = |(key, is_end): (&(Number, i8), &bool)| (*is_end && key.0 == number).then_some(key.1);
        let value = match (value, self.ends.iter().find_map(behind_last)) {
            (Symbol::Null, Some(steps)) => Symbol::Cursor(Cursor {
                of: number,
                steps,
                within: true,
            }),
            _ => self.known(value),
        };
        let value = match value {
            Symbol::Cursor(_) => value,
            _ => Symbol::Unknown,
        };
        self.numbers.insert(number, value);
    }

    /// A cursor that is known not to have passed the last slot is an index.
    pub fn known(&self, value: Symbol) -> Symbol {
        match value {
            Symbol::Cursor(cursor) if self.ends.get(&(cursor.of, cursor.steps)) == Some(&false) => {
                Symbol::Cursor(Cursor { within: true, ..cursor })
            }
            other => other,
        }
    }

    /// Learns from a comparison of a cursor with a constant; whether it can be.
    pub fn compare(&mut self, cursor: Cursor, operator: BinaryOp, with: i128) -> bool {
        let Ok(with) = i64::try_from(with) else { return true };
        match cursor.of {
            Number::Count => self.compare_count(i64::from(cursor.steps), operator, with),
            Number::In | Number::Out => self.compare_index(cursor, operator, with),
        }
    }

    fn compare_count(&mut self, steps: i64, operator: BinaryOp, with: i64) -> bool {
        // What would be less than zero may be a large number instead.
        if self.least + steps < 0 {
            return true;
        }
        let with = with - steps;
        match operator {
            BinaryOp::Equal => self.bound(with, with),
            BinaryOp::NotEqual => self.exclude(with),
            BinaryOp::Less => self.bound(0, with - 1),
            BinaryOp::LessEqual => self.bound(0, with),
            BinaryOp::Greater => self.bound(with + 1, self.size),
            BinaryOp::GreaterEqual => self.bound(with, self.size),
            _ => true,
        }
    }

    /// An index, or the one behind it, which is compared with the end.
    fn compare_index(&mut self, cursor: Cursor, operator: BinaryOp, with: i64) -> bool {
        let steps = i64::from(cursor.steps) + self.size - with;
        let is_from_index = match cursor.steps {
            0 => cursor.within,
            1 => !cursor.within && steps == 1,
            _ => false,
        };
        let is_end = match operator {
            BinaryOp::Equal | BinaryOp::GreaterEqual => true,
            BinaryOp::NotEqual | BinaryOp::Less => false,
            _ => return true,
        };
        if self.running || steps != 1 || !is_from_index {
            return true;
        }
        *self.ends.entry((cursor.of, 1)).or_insert(is_end) == is_end
    }

    /// Learns whether what is put next stands where what is taken next stands; whether it can be.
    pub fn meet(&mut self, put: Cursor, taken: Cursor, are_equal: bool) -> bool {
        let number = i64::from(taken.steps) - i64::from(put.steps);
        match (put.within && taken.within, are_equal) {
            // Indices are apart by a remainder of how many objects there are.
            (true, true) => {
                let (least, most) = (self.least, self.most);
                self.bound(
                    least + (number - least).rem_euclid(self.size),
                    most - (most - number).rem_euclid(self.size),
                )
            }
            (true, false) => self.exclude(number) && self.exclude(number + self.size),
            (false, _) if !self.running || put.within != taken.within => true,
            (false, true) => self.bound(number, number),
            (false, false) => self.exclude(number),
        }
    }

    fn bound(&mut self, least: i64, most: i64) -> bool {
        self.least = self.least.max(least);
        self.most = self.most.min(most);
        self.least <= self.most
    }

    fn exclude(&mut self, number: i64) -> bool {
        if self.least == number {
            self.least += 1;
        }
        if self.most == number {
            self.most -= 1;
        }
        self.least <= self.most
    }

    /// A slot is filled. Where slots are written to by other indices, nothing is known of any.
    pub fn fill(&mut self, index: Symbol, value: Symbol) -> Result<(), Broken> {
        match self.known(index) {
            Symbol::Cursor(Cursor {
                of: Number::In,
                steps,
                within: true,
            }) => {
                self.filled.insert(steps, value);
                Ok(())
            }
            Symbol::Cursor(Cursor {
                of: Number::Out,
                steps,
                within: true,
            }) if i64::from(steps) < self.least => {
                self.found.insert(steps, value);
                Ok(())
            }
            Symbol::Cursor(Cursor {
                of: Number::Count,
                steps,
                ..
            }) if self.at == Ends::Top => {
                self.look_on_stack(steps);
                self.found.insert(steps, value);
                Ok(())
            }
            _ => Err(Broken("something is stored in a slot that may be full")),
        }
    }

    /// So many steps behind the objects of a stack there is a slot; whether that can be.
    fn look_on_stack(&mut self, steps: i8) -> bool {
        self.bound(-i64::from(steps), self.size - 1 - i64::from(steps))
    }

    /// The steps made by `in` and `out`, if all numbers have come as far.
    fn steps(&self, ring: &Ring) -> Option<(i8, i8)> {
        let steps = |number| match self.number(number) {
            Symbol::Cursor(cursor)
                if cursor.of == number && cursor.within == (number == Number::Count || !ring.running) =>
            {
                Some(cursor.steps)
            }
            _ => None,
        };
        match ring.ends {
            Ends::Both(..) => {
                let (put, taken) = (steps(Number::In)?, steps(Number::Out)?);
                let is_counted =
                    ring.count.is_none() || steps(Number::Count)? == put - taken || is_seeded(Bug::RingsMiscount);
                is_counted.then_some((put, taken))
            }
            Ends::Output(_) => {
                let (counted, taken) = (steps(Number::Count)?, steps(Number::Out)?);
                let put = counted.checked_add(taken)?;
                (put >= 0 || is_seeded(Bug::CountsFallBelowZero)).then_some((put, taken))
            }
            Ends::Top => Some((steps(Number::Count)?, 0)),
        }
    }
}

impl Heap {
    /// What is found in a slot: if there certainly is an object, that or null.
    pub fn slot(&self, index: Symbol) -> Result<Vec<(Heap, Symbol)>, Broken> {
        let unknown = || Ok(vec![(self.clone(), Symbol::Unknown)]);
        let Some(ring) = &self.ring else { return unknown() };
        let Symbol::Cursor(Cursor {
            of,
            steps,
            within: true,
        }) = ring.known(index)
        else {
            return unknown();
        };
        match of {
            Number::In => {
                let value = ring.filled.get(&steps).copied().unwrap_or(Symbol::Unknown);
                Ok(vec![(self.clone(), self.still(value))])
            }
            Number::Out if i64::from(steps) < ring.least || is_seeded(Bug::RingsAreNeverEmpty) => {
                if let Some(value) = ring.found.get(&steps) {
                    return Ok(vec![(self.clone(), self.still(*value))]);
                }
                self.found_in_slot(steps)
            }
            Number::Count if ring.at == Ends::Top => self.slot_of_stack(steps),
            Number::Out | Number::Count => unknown(),
        }
    }

    /// What is found on a stack, or behind what is there.
    fn slot_of_stack(&self, steps: i8) -> Result<Vec<(Heap, Symbol)>, Broken> {
        let mut heap = self.clone();
        let ring = heap.ring.as_mut().ok_or(NO_RING)?;
        let found = ring.found.get(&steps).copied();
        match (ring.look_on_stack(steps), found) {
            (false, _) => Ok(Vec::new()),
            (true, Some(value)) => Ok(vec![(heap.clone(), heap.still(value))]),
            (true, None) if steps < 0 => heap.found_in_slot(steps),
            (true, None) => Ok(vec![(heap, Symbol::Unknown)]),
        }
    }

    /// What is found in a slot that was put in there: null, or an object that nobody owns.
    fn found_in_slot(&self, steps: i8) -> Result<Vec<(Heap, Symbol)>, Broken> {
        let (mut none, mut one) = (self.clone(), self.clone());
        let node = one.add(super::heap::Next::Unknown)?;
        for (heap, value) in [(&mut none, Symbol::Null), (&mut one, node)] {
            if let Some(ring) = &mut heap.ring {
                ring.found.insert(steps, value);
            }
        }
        Ok(vec![(none, Symbol::Null), (one, node)])
    }

    /// The objects that are in the ring where the critical section ends, of which the thread knows.
    pub(super) fn put_in_ring(&self, ring: &Ring, section: &RingSection) -> Result<BTreeSet<u8>, Broken> {
        let (put, taken) = section.steps(ring).ok_or(Broken(
            "the numbers of the ring do not tell what was put in and taken out",
        ))?;
        if ring.ends == Ends::Top {
            return self.left_on_stack(put, section);
        }
        let is_there = i64::from(taken) <= section.least || is_seeded(Bug::RingsAreNeverEmpty);
        let last = section
            .filled
            .last_key_value()
            .map_or(0, |(last, _)| i64::from(*last) + 1);
        let has_room = section.most + last <= section.size
            && section.most + i64::from(put) - i64::from(taken) <= ring.most()
            || is_seeded(Bug::RingsAreNeverFull);
        if !is_there || !has_room {
            return Err(Broken("the ring may have had no room, or no object to take"));
        }
        let filled = (0..put).map(|steps| section.filled.get(&steps).copied().unwrap_or(Symbol::Unknown));
        let left = section.found.iter().filter(|(steps, _)| **steps >= taken);
        self.all_different(filled.chain(left.map(|(_, value)| *value)))
    }

    /// The objects on a stack whose top has moved by so many slots.
    fn left_on_stack(&self, moved: i8, section: &RingSection) -> Result<BTreeSet<u8>, Broken> {
        if section.least + i64::from(moved) < 0 && !is_seeded(Bug::CountsFallBelowZero) {
            return Err(Broken("the stack may have had no object to take"));
        }
        let put = (0..moved).map(|steps| section.found.get(&steps).copied().unwrap_or(Symbol::Unknown));
        let left = section.found.iter().filter(|(steps, _)| **steps < moved.min(0));
        self.all_different(put.chain(left.map(|(_, value)| *value)))
    }

    /// The objects that values lead to, each of which must be owned, and no two the same.
    fn all_different(&self, values: impl Iterator<Item = Symbol>) -> Result<BTreeSet<u8>, Broken> {
        let mut objects = BTreeSet::new();
        for value in values {
            match self.still(value) {
                Symbol::Null => {}
                Symbol::Node(node) if objects.insert(node) || is_seeded(Bug::PutInRingsTwice) => {}
                _ if is_seeded(Bug::AnythingIsInRings) => {}
                _ => return Err(Broken("what is put into the ring is not owned")),
            }
        }
        Ok(objects)
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::Cell;
    use super::*;
    use crate::ir::RecordId;

    fn ring() -> Ring {
        Ring {
            ends: Ends::Both(Cell::Field(RecordId(0), 1), Cell::Field(RecordId(0), 2)),
            count: None,
            size: 4,
            running: false,
            carrier: None,
        }
    }

    fn cursor(of: Number, steps: i8) -> Cursor {
        Cursor {
            of,
            steps,
            within: true,
        }
    }

    #[test]
    fn one_slot_stays_free_where_nothing_is_counted() {
        let mut section = RingSection::new(&ring());
        assert!(section.meet(cursor(Number::In, 0), cursor(Number::Out, 0), false));
        assert_eq!((section.least, section.most), (1, 3));
        assert!(section.meet(cursor(Number::In, 1), cursor(Number::Out, 0), false));
        assert_eq!((section.least, section.most), (1, 2));
        assert!(!section.meet(cursor(Number::In, 1), cursor(Number::Out, 0), true));
    }

    #[test]
    fn a_count_less_than_zero_says_nothing() {
        let counted = Ring {
            count: Some(Cell::Field(RecordId(0), 3)),
            ..ring()
        };
        let mut section = RingSection::new(&counted);
        assert!(section.compare(cursor(Number::Count, -1), BinaryOp::NotEqual, 0));
        assert_eq!((section.least, section.most), (0, 4));
        assert!(section.compare(cursor(Number::Count, 0), BinaryOp::Greater, 0));
        assert!(section.compare(cursor(Number::Count, -1), BinaryOp::Less, 3));
        assert_eq!((section.least, section.most), (1, 3));
    }

    #[test]
    fn a_slot_that_may_be_empty_gives_no_right() {
        let heap = Heap {
            ring: Some(RingSection::new(&ring())),
            ..Heap::default()
        };
        let found = heap
            .slot(Symbol::Cursor(cursor(Number::Out, 0)))
            .expect("the heap is small");
        assert_eq!(found, [(heap, Symbol::Unknown)]);
    }
}
