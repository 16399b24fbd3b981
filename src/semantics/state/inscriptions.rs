//! Numbers that the ego wrote into memory and that stand there still ([`crate::semantics::origins::inscriptions`] has the theory).

use std::rc::Rc;

use crate::ir::LocalId;
use crate::races::{Polynomial, Symbol};
use crate::semantics::state::bounds::{Last, Told};
use crate::semantics::state::{Base, Extent, SymbolicAddress, Table, Variable};
use crate::values::{Addresses, IntegerType, ObjectId, Objects, Offsets, Scalar};
use pepsin_digests::ThreadId;
use pepsin_lattice::Lattice as _;

/// A number in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Inscription {
    /// Where it certainly stands.
    pub address: SymbolicAddress,
    /// Where that may lie.
    pub addresses: Addresses,
    /// The type of the number; of a pointer it is told how many bytes behind the start of its object it leads.
    pub ty: Scalar,
    /// How what stands there is to the number that is told.
    pub told: Told,
    /// This number.
    pub number: Inscribable,
    /// The case of which nothing is said.
    pub unless: Option<Rc<Last>>,
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
        u64::from(self.ty.bits() / 8)
    }

    /// What certainly stands there.
    pub fn exact(&self) -> Option<&Inscribable> {
        Some(&self.number).filter(|_| self.told == Told::Is && self.unless.is_none())
    }

    /// Whether it is the same, wherever it may lie.
    fn is(&self, other: &Inscription) -> bool {
        self.tells(other) && self.unless == other.unless
    }

    /// Whether it tells the same, wherever that may lie, and perhaps but for a case.
    fn tells(&self, other: &Inscription) -> bool {
        (self.address, self.ty, self.told, &self.number) == (other.address, other.ty, other.told, &other.number)
            && (self.unless.is_none() || self.unless == other.unless)
    }

    /// Whether it is told by something that satisfies a condition.
    fn any(&self, condition: &dyn Fn(Variable) -> bool) -> bool {
        let is_met = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(condition);
        self.number.any(condition) || self.unless.iter().any(|last| last.is_told_by(&is_met))
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

/// Some bytes in a row: `base + scale · index + offset`, and so many from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Who tells them so, of which there is one, in the function with which it starts.
    pub author: ThreadId,
    /// Where the row begins, which is always the same.
    pub base: Base,
    /// The variable that counts.
    pub index: LocalId,
    /// Bytes from one to the next.
    pub scale: i64,
    /// How many bytes behind the base the first ones stand.
    pub offset: i64,
    /// How many there are.
    pub size: u64,
    /// Where in the program, by the number of that point.
    pub at: u32,
}

/// What a write tells of the numbers that threads will find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inscribed {
    /// By which pattern they are written, if they are by one, and in which slot of a row.
    At(Option<Pattern>, Option<Slot>),
    /// What it tells is told for its parts, one by one.
    InParts,
}

impl Inscribed {
    /// It may put anything anywhere.
    pub const NOTHING: Self = Inscribed::At(None, None);
}

impl Slot {
    /// Whether two of them do not meet if their indices differ.
    pub fn is_beside(&self, other: &Slot) -> bool {
        let is_same_row =
            (self.author, self.base, self.index, self.scale) == (other.author, other.base, other.index, other.scale);
        let end = |slot: &Slot| i128::from(slot.offset) + i128::from(slot.size);
        let span = end(self).max(end(other)) - i128::from(self.offset.min(other.offset));
        is_same_row && span <= i128::from(self.scale.unsigned_abs())
    }
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

    /// What is known of a place, as a number of a type.
    pub fn of(&self, address: SymbolicAddress, ty: Scalar) -> impl Iterator<Item = &Inscription> {
        let all = self.0.iter();
        all.filter(move |known| (known.address, known.ty) == (address, ty))
    }

    /// A variable of the running function gets another value.
    pub fn assign(&mut self, variable: LocalId, object: ObjectId) {
        let is_it = |variable: Variable| variable.object == object;
        self.0.retain(|known| {
            !known.number.mentions(variable) && !known.address.mentions(variable) && !known.any(&is_it)
        });
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
                && !known.any(&is_variable_written)
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
            .retain(|known| !known.addresses.objects().any(is_touched) && !known.any(&is_variable_touched));
    }

    /// What both tell, of which each may be in a case of which the other one says nothing.
    pub fn common(&self, other: &Self, (mine, theirs): (&[Rc<Last>], &[Rc<Last>])) -> Self {
        let mut common = Inscriptions::default();
        let told = self.told_by(other, theirs).chain(other.told_by(self, mine));
        for known in told {
            if !common.0.iter().any(|other| other.is(&known)) {
                common.0.push(known);
            }
        }
        common
    }

    /// What another one tells as well, where some things have come to their last numbers.
    fn told_by<'a>(&'a self, other: &'a Self, lasts: &'a [Rc<Last>]) -> impl Iterator<Item = Inscription> + 'a {
        self.0.iter().flat_map(move |known| {
            let is_last = known.unless.iter().any(|last| lasts.contains(last));
            let told = match other.find(known) {
                Some(found) => {
                    let mut told = known.clone();
                    told.addresses.join(&found.addresses);
                    Some(told)
                }
                None => Some(known.clone()).filter(|_| is_last),
            };
            let is_lost = told.is_none() && known.told == Told::Below && known.unless.is_none();
            let but_for = lasts.iter().filter(move |_| is_lost).map(|last| Inscription {
                unless: Some(last.clone()),
                ..known.clone()
            });
            told.into_iter().chain(but_for)
        })
    }

    fn find(&self, inscription: &Inscription) -> Option<&Inscription> {
        self.0.iter().find(|known| known.tells(inscription))
    }

    /// Whether all that another one tells is told, where some things have come to their last numbers.
    pub fn tell(&self, other: &Self, lasts: &[Rc<Last>]) -> bool {
        let is_told = |theirs: &Inscription| {
            let is_last = theirs.unless.iter().any(|last| lasts.contains(last));
            let mut mine = self.0.iter().filter(|mine| mine.tells(theirs));
            is_last || mine.any(|mine| mine.addresses.leq(&theirs.addresses))
        };
        self.0.same(&other.0) || other.0.iter().all(is_told)
    }
}
