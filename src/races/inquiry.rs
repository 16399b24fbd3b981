//! Inquiries: what a client wants to know of a program that is analysed for races, and what it is told.
//!
//! A *pseudo-access* is a read of a place at a point of the program that no instruction makes: it has the past that a thread has there,
//! touches what the place denotes there, and is neither paired nor reported. Whether some write may race with it tells a sequential
//! analysis whether what it knows of the place outlives the point (Chugh, Voung, Jhala and Lerner, "Dataflow analysis for
//! concurrent programs using datarace detection", PLDI 2008, section 4). Which ones are needed is known before the program is
//! analysed; they are evaluated in the solution, in every context, and change nothing of it.

use super::access::Access;
use crate::ir::{FunctionId, Place, Position};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};

/// A point of the program: where an instruction or the end of a block stands. Copies of an instruction are one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourcePoint {
    /// The function.
    pub function: FunctionId,
    /// The place in the source.
    pub at: Position,
}

/// A place that an inquiry is about, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// When a place is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// While control stands before the instruction.
    Before,
    /// While the instruction is executed: with each past that the thread has meanwhile, in functions that are called, too.
    During,
}

/// How a function is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry {
    /// It is called, and the caller waits for it.
    Call,
    /// A thread starts with it.
    Creation,
}

/// Pseudo-accesses that are asked for.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    places: Vec<Place>,
    points: HashMap<SourcePoint, BTreeSet<PlaceId>, FxBuildHasher>,
}

impl Inquiry {
    /// An inquiry about some places, which are numbered in this order.
    pub fn new(places: Vec<Place>) -> Self {
        Inquiry {
            places,
            points: HashMap::default(),
        }
    }

    /// Asks for a place at a point of a function in which it can be named.
    pub fn ask(&mut self, place: PlaceId, point: SourcePoint) {
        self.points.entry(point).or_default().insert(place);
    }

    /// What is asked at a point.
    pub fn places_at(&self, point: SourcePoint) -> impl Iterator<Item = (PlaceId, &Place)> {
        let asked = self.points.get(&point).into_iter().flatten();
        asked.map(|id| (*id, &self.places[id.0 as usize]))
    }

    /// Whether a place is asked for at a point.
    pub fn has(&self, place: PlaceId, point: SourcePoint) -> bool {
        self.points.get(&point).is_some_and(|asked| asked.contains(&place))
    }

    /// How many pseudo-accesses are asked for.
    pub fn len(&self) -> usize {
        self.points.values().map(BTreeSet::len).sum()
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}

/// What a place denotes at a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denoted {
    /// The pseudo-accesses, by their numbers in [`Answers::accesses`].
    pub accesses: BTreeSet<u32>,
    /// Whether in some state it denotes nothing, or what is not known.
    pub is_uncertain: bool,
}

/// What an inquiry found.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The pseudo-accesses, each once.
    pub accesses: Vec<Access>,
    /// What places denote at points that the solution reaches.
    pub denoted: HashMap<(PlaceId, SourcePoint, Moment), Denoted, FxBuildHasher>,
    /// The functions with a body that instructions enter.
    pub entered: BTreeMap<SourcePoint, BTreeSet<(FunctionId, Entry)>>,
}
