//! Numbers that the ego wrote into memory and that stand there still ([`crate::semantics::origins::inscriptions`] has the theory).

use std::rc::Rc;

use crate::ir::LocalId;
use crate::races::{Polynomial, Symbol};
use crate::semantics::state::{Base, Extent, SymbolicAddress, Table, Variable};
use crate::values::{Addresses, IntegerType, ObjectId, Objects, Offsets};
use pepsin_digests::ThreadId;
use pepsin_lattice::Lattice;

/// A number in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Inscription {
    /// Where it certainly stands.
    pub address: SymbolicAddress,
    /// Where that may lie.
    pub addresses: Addresses,
    /// The type of the number.
    pub ty: IntegerType,
    /// What stands there.
    pub number: Inscribable,
}

/// A number that the running function computed from variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Inscribable {
    /// What a variable of its own holds whose address is never taken, and so much more.
    Sum(LocalId, i64),
    /// A polynomial, and the variables of its own by which that is told.
    Polynomial(Rc<Polynomial>, Rc<[LocalId]>),
}

impl Inscribable {
    /// The variables of the running function by which it is told.
    pub fn variables(&self) -> impl Iterator<Item = LocalId> {
        let (sum, all): (_, &[LocalId]) = match self {
            Inscribable::Sum(variable, _) => (Some(*variable), &[]),
            Inscribable::Polynomial(_, variables) => (None, variables),
        };
        sum.into_iter().chain(all.iter().copied())
    }

    /// Whether it is told by a variable of the running function.
    pub fn mentions(&self, variable: LocalId) -> bool {
        self.variables().any(|other| other == variable)
    }

    /// Whether it is told by a variable in memory that satisfies a condition.
    fn any(&self, condition: &dyn Fn(Variable) -> bool) -> bool {
        let is_met = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(condition);
        match self {
            Inscribable::Sum(..) => false,
            Inscribable::Polynomial(number, _) => number.any(&is_met),
        }
    }
}

impl Inscription {
    /// How many bytes it takes.
    pub fn size(&self) -> u64 {
        u64::from(self.ty.bits / 8)
    }

    /// Whether it is the same, wherever it may lie.
    fn is(&self, other: &Inscription) -> bool {
        (self.address, self.ty, &self.number) == (other.address, other.ty, &other.number)
    }
}

/// An interned polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberId(pub u32);

/// How numbers in a row are written: at `base + scale · x + offset`, for any `x`, stands `f(x)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The thread that writes, of which there is one, in the function with which it starts.
    pub author: ThreadId,
    /// Where the row begins, which is always the same.
    pub base: Base,
    /// Bytes from one number to the next.
    pub scale: i64,
    /// How many bytes behind the base the number `f(0)` stands.
    pub offset: i64,
    /// `f`, as a polynomial in what is counted.
    pub number: NumberId,
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
            .retain(|known| !known.number.mentions(variable) && !known.address.mentions(variable));
    }

    /// Some bytes of an object may be written.
    pub fn write(&mut self, object: ObjectId, written: Extent, objects: &Objects) {
        let is_written = |other: ObjectId, offsets: Offsets, size: u64| match other == object {
            true => written.offsets.overlaps(written.size, offsets, size),
            false => objects.may_be_same(other, object),
        };
        let is_variable_written =
            |variable: Variable| is_written(variable.object, Offsets::constant(variable.offset), variable.size);
        self.0.retain(|known| {
            let mut targets = known.addresses.targets().iter();
            !targets.any(|(other, offsets)| is_written(*other, *offsets, known.size()))
                && !known.number.any(&is_variable_written)
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
        let is_variable_touched = |variable: Variable| is_touched(variable.object);
        self.0
            .retain(|known| !known.addresses.objects().any(is_touched) && !known.number.any(&is_variable_touched));
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
