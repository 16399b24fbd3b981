//! Sets of addresses: what a pointer may point to.
//!
//! An element is a map from objects to the byte offsets at which the pointer may point into them, and perhaps *unknown*:
//! an address of any object that escaped. Functions are objects, at offset 0.
//! Of an unknown address it is known where it came from, and whether targets were forgotten there: such a pointer is *lost*
//! (`crate::semantics::evaluate::lost`), and so is all that is computed of it.
//! Null is not an address but the integer 0, which stands beside the addresses in a [`super::Value`].

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::object::ObjectId;
use super::offsets::Offsets;
use super::targets::{Growth, Targets};
use crate::ir::Position;

/// Where an unknown address came from. Of several origins the first one is kept, and before all others one where targets were forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// Why it is not known.
    pub why: Why,
    /// The place.
    pub at: Position,
}

/// Why an address is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// There were too many targets.
    Lost,
    /// Nobody told.
    Untold,
}

impl Origin {
    /// An address with too many targets.
    pub const fn lost(at: Position) -> Self {
        Origin { why: Why::Lost, at }
    }

    /// Whether targets were forgotten.
    pub fn is_lost(self) -> bool {
        self.why == Why::Lost
    }

    fn comes_before(self, other: Self) -> bool {
        match is_seeded(Bug::LostAmongOthers) {
            true => (self.at, self.why) <= (other.at, other.why),
            false => self <= other,
        }
    }

    fn first(self, other: Self) -> Self {
        if self.comes_before(other) { self } else { other }
    }
}

impl From<Position> for Origin {
    fn from(at: Position) -> Self {
        Origin { why: Why::Untold, at }
    }
}

/// The addresses that a pointer may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Addresses {
    targets: Targets,
    unknown: Option<Origin>,
}

impl Addresses {
    /// No address.
    pub const NONE: Addresses = Addresses {
        targets: Targets::None,
        unknown: None,
    };

    /// The addresses of one object at some offsets.
    pub fn of(object: ObjectId, offsets: Offsets) -> Self {
        Addresses {
            targets: Targets::One((object, offsets)),
            unknown: None,
        }
    }

    /// Any address in one of some objects.
    pub fn anywhere_in(objects: impl IntoIterator<Item = ObjectId>) -> Self {
        let targets = objects.into_iter().map(|object| (object, Offsets::ANY));
        Addresses {
            targets: Targets::collect(targets.collect()),
            unknown: None,
        }
    }

    /// An unknown address, and where it came from.
    pub fn unknown(origin: impl Into<Origin>) -> Self {
        Addresses {
            targets: Targets::None,
            unknown: Some(origin.into()),
        }
    }

    /// The known targets, by increasing object.
    pub fn targets(&self) -> &[(ObjectId, Offsets)] {
        self.targets.as_slice()
    }

    /// The objects pointed to, in order.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.targets().iter().map(|target| target.0)
    }

    /// Where an unknown address came from, if there may be one.
    pub fn origin(&self) -> Option<Origin> {
        self.unknown
    }

    /// The only object and its offsets, if there is exactly one and nothing unknown.
    pub fn single(&self) -> Option<(ObjectId, Offsets)> {
        match (&self.targets, self.unknown) {
            (Targets::One(target), None) => Some(*target),
            _ => None,
        }
    }

    /// The offsets at which an object is pointed to.
    pub fn offsets_in(&self, object: ObjectId) -> Option<Offsets> {
        let targets = self.targets();
        let found = targets.binary_search_by_key(&object, |target| target.0).ok()?;
        Some(targets[found].1)
    }

    /// Whether some object is pointed to by both.
    pub fn shares_object(&self, other: &Self) -> bool {
        self.objects().any(|object| other.offsets_in(object).is_some())
    }

    /// All addresses moved by a displacement in bytes.
    pub fn moved(&self, by: Offsets) -> Self {
        self.map(|object, offsets| Some((object, offsets.plus(by))))
    }

    /// The addresses with other objects in place of those that `rename` renames.
    pub fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Self {
        if self.objects().all(|object| rename(object) == object) {
            return self.clone();
        }
        self.map(|object, offsets| Some((rename(object), offsets)))
    }

    /// The addresses whose objects `keep` keeps; the unknown ones stay.
    pub fn retain(&self, keep: impl Fn(ObjectId) -> bool) -> Self {
        self.only(|object, _| keep(object))
    }

    /// The same addresses without unknown ones.
    pub fn without_unknown(&self) -> Self {
        Addresses {
            targets: self.targets.clone(),
            unknown: None,
        }
    }

    /// The targets that `keep` keeps; the unknown ones stay.
    pub fn only(&self, keep: impl Fn(ObjectId, Offsets) -> bool) -> Self {
        self.map(|object, offsets| keep(object, offsets).then_some((object, offsets)))
    }

    /// The image of all targets, those that become equal joined.
    pub(crate) fn map(&self, change: impl Fn(ObjectId, Offsets) -> Option<(ObjectId, Offsets)>) -> Self {
        let targets = match &self.targets {
            Targets::None => Targets::None,
            Targets::One((object, offsets)) => change(*object, *offsets).map_or(Targets::None, Targets::One),
            Targets::Many(targets) => {
                let changed = targets.iter().filter_map(|(object, offsets)| change(*object, *offsets));
                Targets::collect(changed.collect())
            }
        };
        Addresses {
            targets,
            unknown: self.unknown,
        }
    }

    fn grow(&mut self, other: &Self, growth: Growth) -> bool {
        if other.leq(self) {
            return false;
        }
        self.unknown = match (self.unknown, other.unknown) {
            (Some(mine), Some(other)) => Some(mine.first(other)),
            (mine, other) => mine.or(other),
        };
        self.targets.grow(&other.targets, growth);
        true
    }
}

impl Lattice for Addresses {
    fn join(&mut self, other: &Self) -> bool {
        self.grow(other, Growth::Join)
    }

    fn leq(&self, other: &Self) -> bool {
        let unknown = match (self.unknown, other.unknown) {
            (Some(mine), Some(other)) => other.comes_before(mine),
            (mine, _) => mine.is_none(),
        };
        unknown && self.targets.leq(&other.targets)
    }
}

impl Bottom for Addresses {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        self.unknown.is_none() && self.targets().is_empty()
    }
}

impl Widen for Addresses {
    fn widen(&mut self, next: &Self) -> bool {
        self.grow(next, Growth::Widen)
    }

    fn narrow(&mut self, next: &Self) -> bool {
        if !next.leq(self) {
            return false;
        }
        let narrowed = Addresses {
            unknown: next.unknown,
            ..self.map(|object, mut offsets| {
                offsets.narrow(&next.offsets_in(object)?);
                Some((object, offsets))
            })
        };
        let changed = narrowed != *self;
        *self = narrowed;
        changed
    }
}
