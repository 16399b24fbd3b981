//! Numbers that the ego wrote into memory and that stand there still ([`crate::semantics::origins::inscriptions`] has the theory).

use crate::ir::LocalId;
use crate::semantics::state::{Base, Extent, SymbolicAddress, Table};
use crate::values::{Addresses, IntegerType, ObjectId, Objects};
use pepsin_digests::ThreadId;
use pepsin_lattice::Lattice;

/// A number in memory: what a variable of the running function holds, and so much more.
#[derive(Clone, Debug, PartialEq)]
pub struct Inscription {
    /// Where it certainly stands.
    pub address: SymbolicAddress,
    /// Where that may lie.
    pub addresses: Addresses,
    /// The type of the number.
    pub ty: IntegerType,
    /// The variable, whose address is never taken.
    pub variable: LocalId,
    /// What is added to it.
    pub plus: i64,
}

impl Inscription {
    /// How many bytes it takes.
    pub fn size(&self) -> u64 {
        u64::from(self.ty.bits / 8)
    }

    /// Whether it is the same, wherever it may lie.
    fn is(&self, other: &Inscription) -> bool {
        (self.address, self.ty, self.variable, self.plus) == (other.address, other.ty, other.variable, other.plus)
    }
}

/// How numbers in a row are written: at `base + scale · x + offset`, for any `x`, stands `x + plus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The thread that writes, of which there is one, in the function with which it starts.
    pub author: ThreadId,
    /// Where the row begins, which is always the same.
    pub base: Base,
    /// Bytes from one number to the next.
    pub scale: i64,
    /// How many bytes behind the base the number `plus` stands.
    pub offset: i64,
    /// What is added.
    pub plus: i64,
    /// The type of the numbers.
    pub ty: IntegerType,
}

/// What a write tells of the numbers that threads will find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inscribed {
    /// Nothing: it may put anything there.
    Nothing,
    /// It is that of a number, and follows a pattern.
    Number(Pattern),
    /// What it tells is told for its parts, one by one.
    InParts,
}

/// What stands in memory, each number once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inscriptions(Table<Inscription>);

impl Inscriptions {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Inscription> {
        self.0.iter()
    }

    /// One more.
    pub fn add(&mut self, inscription: Inscription) {
        self.0.retain(|known| !known.is(&inscription));
        self.0.push(inscription);
    }

    /// A variable of the running function gets another value.
    pub fn assign(&mut self, variable: LocalId) {
        self.0
            .retain(|known| known.variable != variable && !known.address.mentions(variable));
    }

    /// Some bytes of an object may be written.
    pub fn write(&mut self, object: ObjectId, written: Extent, objects: &Objects) {
        self.0.retain(|known| {
            let mut targets = known.addresses.targets().iter();
            !targets.any(|(other, offsets)| match *other == object {
                true => written.offsets.overlaps(written.size, *offsets, known.size()),
                false => objects.may_be_same(*other, object),
            })
        });
    }

    /// Objects have other names.
    pub fn rename(&mut self, renamed: &dyn Fn(&Addresses) -> Addresses) {
        for inscription in self.0.iter_mut() {
            inscription.addresses = renamed(&inscription.addresses);
        }
    }

    /// Anything may happen to some objects.
    pub fn touch(&mut self, is_touched: &dyn Fn(ObjectId) -> bool) {
        self.0.retain(|known| !known.addresses.objects().any(is_touched));
    }

    fn find(&self, inscription: &Inscription) -> Option<&Inscription> {
        self.0.iter().find(|known| known.is(inscription))
    }
}

impl Lattice for Inscriptions {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        let common = self.0.iter().filter_map(|mine| {
            let mut mine = mine.clone();
            mine.addresses.join(&other.find(&mine)?.addresses);
            Some(mine)
        });
        self.0 = common.collect();
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let stands_here = |theirs: &Inscription| {
            let mine = self.find(theirs);
            mine.is_some_and(|mine| mine.addresses.leq(&theirs.addresses))
        };
        self.0.same(&other.0) || other.0.iter().all(stands_here)
    }
}
