//! Shapes: small protocols as C, each of which rests on certain arguments of the analysis, with ways to break it.
//!
//! A shape has data of its own, and parts that threads play. Each part has texts that keep to the protocol, in whatever
//! order, by however many threads and however often they are executed, and texts that do not. So a program whose
//! pieces are all sound has no race on the data of its shapes, and one with a broken piece has one, or only just not:
//! that is where an analysis errs that forgets a side condition.
//!
//! Shapes are woven into programs that are made without them (`crate::generate::weave`). To add a shape is to add a
//! row to the file of its family.

mod conversions;
mod counters;
mod crews;
mod failures;
mod hand_overs;
mod library;
mod lock_orders;
mod meetings;
mod orders;
mod outside;
mod pointers;
mod reinitialised;
mod slots;
mod widths;

pub use outside::MODELS;

/// What the shapes of a family have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Unions, and accesses of other widths.
    Widths,
    /// Conversions that narrow, or change the sign.
    Conversions,
    /// Counters: wide steps, narrow types, numbers that are taken, turns.
    Counters,
    /// Objects of synchronisation that are initialised again.
    Reinitialised,
    /// Atomic operations of all orders.
    Orders,
    /// Functions of the library on shared memory.
    Library,
    /// Calls that fail where the program looks.
    Failures,
    /// Functions without body, with a model.
    Outside,
    /// Threads that one loop creates and another one joins.
    Crews,
    /// Memory that is passed to threads, and numbers that tell them apart.
    Slots,
    /// Barriers, semaphores, condition variables and counters that are waited for.
    Meetings,
    /// Objects that are handed over under a lock.
    HandOvers,
    /// Locks that are taken in one order, or not; only where deadlocks are looked for.
    LockOrders,
    /// Pointers that are set to null; only where dereferences of null pointers are looked for.
    Pointers,
}

impl Family {
    /// All of them, with what they are, in words, and their shapes.
    pub const ALL: [(Family, &'static str, &'static [Shape]); 14] = [
        (Family::Widths, "accesses of other widths", widths::SHAPES),
        (Family::Conversions, "conversions", conversions::SHAPES),
        (Family::Counters, "steps of counters", counters::SHAPES),
        (Family::Reinitialised, "initialised again", reinitialised::SHAPES),
        (Family::Orders, "orders", orders::SHAPES),
        (Family::Library, "library calls", library::SHAPES),
        (Family::Failures, "error paths", failures::SHAPES),
        (Family::Outside, "outside functions", outside::SHAPES),
        (Family::Crews, "crews", crews::SHAPES),
        (Family::Slots, "slots and tickets", slots::SHAPES),
        (Family::Meetings, "meetings", meetings::SHAPES),
        (Family::HandOvers, "hand-overs", hand_overs::SHAPES),
        (Family::LockOrders, "orders of locks", lock_orders::SHAPES),
        (Family::Pointers, "pointers that may be null", pointers::SHAPES),
    ];

    /// How many of them, from the first one on, rest on arguments about races.
    pub const OF_RACES: usize = 12;

    /// Its shapes.
    #[must_use]
    pub fn shapes(self) -> &'static [Shape] {
        Self::ALL[self as usize].2
    }
}

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is, in words.
    pub name: &'static str,
    /// Its types, data and functions.
    pub declarations: &'static str,
    /// What `main` calls first.
    pub setup: &'static str,
    /// Who does what.
    pub parts: &'static [Part],
}

/// Where a part may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// In any body, any number of times.
    Anywhere,
    /// In `main`, once, outside of all blocks.
    Once,
}

/// What a thread does in a shape. Its texts are blocks of statements, one operation a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it may stand.
    pub stage: Stage,
    /// Texts that keep to the protocol, at least one.
    pub sound: &'static [&'static str],
    /// Texts that do not.
    pub broken: &'static [&'static str],
}

impl Part {
    const fn anywhere(sound: &'static [&'static str], broken: &'static [&'static str]) -> Self {
        Part {
            stage: Stage::Anywhere,
            sound,
            broken,
        }
    }

    const fn once(sound: &'static [&'static str], broken: &'static [&'static str]) -> Self {
        Part {
            stage: Stage::Once,
            sound,
            broken,
        }
    }
}

/// A text of a part of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The family.
    pub family: Family,
    /// The number of the shape in its family.
    pub shape: usize,
    /// The number of the part.
    pub part: usize,
    /// Which text: the sound ones, and the broken ones behind them.
    pub text: usize,
}

impl Piece {
    /// The shape.
    #[must_use]
    pub fn shape(self) -> &'static Shape {
        &self.family.shapes()[self.shape]
    }

    /// The text.
    #[must_use]
    pub fn text(self) -> &'static str {
        let part = self.shape().parts[self.part];
        match self.text.checked_sub(part.sound.len()) {
            None => part.sound[self.text],
            Some(broken) => part.broken[broken],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    #[test]
    fn families_stand_in_the_order_of_their_names_and_each_part_has_a_sound_text() {
        for (number, (family, _, shapes)) in Family::ALL.into_iter().enumerate() {
            assert_eq!(family as usize, number);
            for shape in shapes {
                assert!(!shape.parts.is_empty(), "{}", shape.name);
                assert!(shape.parts.iter().all(|part| !part.sound.is_empty()), "{}", shape.name);
            }
        }
    }
}
