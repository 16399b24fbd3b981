//! What is known by symbolic address ([`crate::semantics::origins::symbolic`] has the theory).

use crate::ir::{Expr, LocalId, Place};
use crate::semantics::state::{Bindings, OwnedPointer, Table};
use crate::values::{Addresses, ObjectId, Objects, Offsets};
use pepsin_digests::{LockMode, Section};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::rc::Rc;

/// A variable of the running function, or of one of its callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// How many calls ago its function was entered; 0 for the running function.
    pub calls: u8,
    /// The variable.
    pub local: LocalId,
}

impl Variable {
    /// A variable of the running function.
    pub fn own(local: LocalId) -> Self {
        Variable { calls: 0, local }
    }
}

/// From where a symbolic address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The value of a variable.
    Variable(Variable),
    /// The first byte of an object of which there is one.
    Object(ObjectId),
}

/// What varies in a symbolic address: a multiple of a variable, or of what remains of it when it is divided (by C17 6.5.5, towards zero).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index {
    /// The variable.
    pub variable: Variable,
    /// By what it is divided, if what remains is meant.
    pub modulus: Option<i64>,
    /// The bytes that each unit stands for.
    pub scale: i64,
}

impl Index {
    /// A multiple of a variable.
    pub fn of(variable: Variable, scale: i64) -> Self {
        Index {
            variable,
            modulus: None,
            scale,
        }
    }

    /// The variable and its factor, if the index grows with the variable.
    pub fn whole(self) -> Option<(Variable, i64)> {
        self.modulus.is_none().then_some((self.variable, self.scale))
    }
}

/// An address in symbolic form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolicAddress {
    /// From where it counts.
    pub base: Base,
    /// What varies.
    pub index: Option<Index>,
    /// The constant distance in bytes.
    pub offset: i64,
}

impl SymbolicAddress {
    /// A byte of an object of which there is one.
    pub fn in_object(object: ObjectId, offset: i64) -> Self {
        SymbolicAddress {
            base: Base::Object(object),
            index: None,
            offset,
        }
    }

    /// Whether it speaks of a variable of the running function.
    pub fn mentions(&self, variable: LocalId) -> bool {
        let variable = Variable::own(variable);
        self.base == Base::Variable(variable) || self.index.is_some_and(|index| index.variable == variable)
    }

    /// The address some bytes further on.
    pub fn moved(self, by: i64) -> Option<Self> {
        Some(SymbolicAddress {
            offset: self.offset.checked_add(by)?,
            ..self
        })
    }

    /// `other − self` in bytes, if it is a constant.
    pub fn distance_to(&self, other: &Self) -> Option<i64> {
        (self.base == other.base && self.index == other.index).then(|| other.offset.checked_sub(self.offset))?
    }
}

/// A lock that is held, by its symbolic address and by where it may lie.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSymbolically {
    /// Where it certainly lies.
    pub address: SymbolicAddress,
    /// In which mode it is held.
    pub mode: LockMode,
    /// Where it may lie.
    pub addresses: Addresses,
    /// The declared section that it stands for, if it is no lock of the program: nothing is stored there.
    pub section: Option<Section>,
}

/// What is known by symbolic address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbolic {
    /// Locks that are certainly held, each once.
    pub held: Table<HeldSymbolically>,
    /// What pointer variables of the running function certainly are.
    pointers: Table<(LocalId, SymbolicAddress)>,
    /// Into which regions pointer variables of the running function lead.
    owners: Table<(LocalId, OwnedPointer)>,
    /// What number variables of the running function remain of: each unit of the index stands for one.
    remainders: Table<(LocalId, Index)>,
    /// The parts of objects in which pointer variables of the running function lead, as they are written.
    parts: Table<(LocalId, Rc<Place>)>,
    /// Where the pointers stand, or stood, that pointer variables of the running function hold, as it is written.
    words: Table<(LocalId, Rc<Place>)>,
}

impl Symbolic {
    /// The locks that are certainly held, and declared sections of objects.
    pub fn held(&self) -> &[HeldSymbolically] {
        &self.held
    }

    /// The locks that are certainly held.
    pub fn locks(&self) -> impl Iterator<Item = &HeldSymbolically> {
        self.held.iter().filter(|held| held.section.is_none())
    }

    /// The addresses and modes of the locks that are certainly held, in order.
    pub fn names(&self) -> Rc<[(SymbolicAddress, LockMode)]> {
        let mut names: Vec<_> = self.held.iter().map(|held| (held.address, held.mode)).collect();
        names.sort_unstable();
        Rc::from(names)
    }

    /// What the callee of a call knows.
    pub fn entered(&self, bindings: &Bindings) -> Self {
        let mut entered = Symbolic {
            held: Table::default(),
            pointers: bindings.pointers().collect(),
            owners: bindings.owners().into_iter().collect(),
            remainders: Table::default(),
            parts: Table::default(),
            words: Table::default(),
        };
        for held in self.held.iter() {
            for address in bindings.entered(held.address) {
                entered.add(HeldSymbolically {
                    address,
                    ..held.clone()
                });
            }
        }
        entered
    }

    /// What the caller knows behind a call, when the callee ended with `ended`: the locks may be others, the caller's
    /// variables are the same.
    pub fn returned(&self, ended: &Self, bindings: &Bindings) -> Self {
        let mut returned = Symbolic {
            held: Table::default(),
            ..self.clone()
        };
        for held in ended.held.iter() {
            if let Some(address) = bindings.returned(held.address) {
                returned.add(HeldSymbolically {
                    address,
                    ..held.clone()
                });
            }
        }
        returned
    }

    /// A variable is assigned; `value` is its new value in terms of the others, and `owner` the region into which it
    /// leads, if that is known.
    pub fn assign(&mut self, variable: LocalId, value: Option<SymbolicAddress>, owner: Option<OwnedPointer>) {
        self.retain(|held| !held.address.mentions(variable));
        self.parts
            .retain(|(known, part)| *known != variable && !is_told_by(part, variable));
        let moves = |word: &Place| is_told_by(word, variable) && !is_seeded(Bug::WordsMove);
        self.words.retain(|(known, word)| *known != variable && !moves(word));
        self.pointers
            .retain(|(known, address)| *known != variable && !address.mentions(variable));
        if let Some(value) = value.filter(|value| !value.mentions(variable)) {
            self.pointers.push((variable, value));
        }
        let own = Variable::own(variable);
        self.remainders
            .retain(|(known, of)| *known != variable && of.variable != own || is_seeded(Bug::RemaindersStay));
        self.owners
            .retain(|(known, pointer)| *known != variable && !pointer.owner.start.mentions(variable));
        if let Some(owner) = owner.filter(|owner| !owner.owner.start.mentions(variable)) {
            self.owners.push((variable, owner));
        }
    }

    /// A variable is what remains of another one from now on.
    pub fn remain(&mut self, variable: LocalId, of: Index) {
        if of.variable != Variable::own(variable) {
            self.remainders.push((variable, of));
        }
    }

    /// An index, as it is and as a multiple of what is divided, if its variable is what remains of that.
    pub fn spellings(&self, index: Index) -> impl Iterator<Item = Index> {
        let remains = |entry: &&(LocalId, Index)| index.variable == Variable::own(entry.0);
        let divided = self.remainders.iter().find(remains).and_then(|(_, of)| {
            let modulus = match (index.modulus, of.modulus) {
                (None, modulus) => modulus,
                (Some(inner), Some(outer)) if outer % inner == 0 => Some(inner),
                _ => return None,
            };
            Some(Index {
                variable: of.variable,
                modulus,
                ..index
            })
        });
        std::iter::once(index).chain(divided)
    }

    /// A variable leads into a part of an object from now on.
    pub fn lead_into(&mut self, variable: LocalId, part: Rc<Place>) {
        if !is_told_by(&part, variable) {
            self.parts.push((variable, part));
        }
    }

    /// The part of an object into which a variable leads.
    pub fn part(&self, variable: LocalId) -> Option<&Rc<Place>> {
        let mut parts = self.parts.iter();
        parts.find(|entry| entry.0 == variable).map(|entry| &entry.1)
    }

    /// A variable holds a pointer that stands somewhere.
    pub fn take_from(&mut self, variable: LocalId, word: Rc<Place>) {
        if !is_told_by(&word, variable) {
            self.words.push((variable, word));
        }
    }

    /// Where the pointer stood that a variable holds.
    pub fn word(&self, variable: LocalId) -> Option<&Rc<Place>> {
        let mut words = self.words.iter();
        words.find(|entry| entry.0 == variable).map(|entry| &entry.1)
    }

    /// A variable leads into a region from now on.
    pub fn adopt(&mut self, variable: LocalId, owner: OwnedPointer) {
        self.owners.retain(|entry| entry.0 != variable);
        self.owners.push((variable, owner));
    }

    /// Into which region a variable leads.
    pub fn owner(&self, variable: LocalId) -> Option<OwnedPointer> {
        self.owners
            .iter()
            .find(|entry| entry.0 == variable)
            .map(|entry| entry.1)
    }

    pub fn pointer(&self, variable: LocalId) -> Option<SymbolicAddress> {
        self.pointers
            .iter()
            .find(|entry| entry.0 == variable)
            .map(|entry| entry.1)
    }

    /// Forgets locks that begin in bytes that are overwritten.
    pub fn overwritten(&mut self, addresses: &Addresses, size: u64, objects: &Objects) {
        self.retain(|held| {
            if held.section.is_some() {
                return true;
            }
            let meets = |object, offsets: Offsets| {
                let mut others = held.addresses.targets().iter();
                others.any(|(other, at)| objects.may_be_same(object, *other) && offsets.overlaps(size, *at, 1))
            };
            !addresses
                .targets()
                .iter()
                .any(|(object, offsets)| meets(*object, *offsets))
        });
    }

    pub fn add(&mut self, held: HeldSymbolically) {
        if self.find(&held).is_none() {
            self.held.push(held);
        }
    }

    /// The same lock, wherever it may lie.
    fn find(&self, held: &HeldSymbolically) -> Option<&HeldSymbolically> {
        let same = |known: &&HeldSymbolically| {
            (known.address, known.mode, known.section) == (held.address, held.mode, held.section)
        };
        self.held.iter().find(same)
    }

    pub fn retain(&mut self, keep: impl Fn(&HeldSymbolically) -> bool) {
        self.held.retain(keep);
    }
}

/// Whether a place is told by what a variable of the running function holds.
fn is_told_by(place: &Place, variable: LocalId) -> bool {
    let mut found = false;
    place.expressions(&mut |expr| {
        found |= matches!(expr, Expr::Load(place) if place.as_local() == Some(variable));
    });
    found
}

impl Lattice for Symbolic {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        let held = self.held.iter().filter_map(|mine| {
            let mut mine = mine.clone();
            mine.addresses.join(&other.find(&mine)?.addresses);
            Some(mine)
        });
        self.held = held.collect();
        let common = self.pointers.iter().filter(|entry| other.pointers.contains(entry));
        self.pointers = common.copied().collect();
        let common = self.remainders.iter().filter(|entry| other.remainders.contains(entry));
        self.remainders = common.copied().collect();
        let common = self.parts.iter().filter(|entry| other.parts.contains(entry));
        self.parts = common.cloned().collect();
        let common = self.words.iter().filter(|entry| other.words.contains(entry));
        self.words = common.cloned().collect();
        let owners = self.owners.iter().filter_map(|(variable, mine)| {
            let joined = mine.joined(other.owner(*variable)?)?;
            Some((*variable, joined))
        });
        self.owners = owners.collect();
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let is_held = |theirs: &HeldSymbolically| {
            self.find(theirs)
                .is_some_and(|mine| mine.addresses.leq(&theirs.addresses))
        };
        let is_known = |(variable, theirs): &(LocalId, OwnedPointer)| {
            self.owner(*variable).and_then(|mine| mine.joined(*theirs)) == Some(*theirs)
        };
        (self.held.same(&other.held) || other.held.iter().all(is_held))
            && (self.pointers.same(&other.pointers) || other.pointers.iter().all(|entry| self.pointers.contains(entry)))
            && (self.remainders.same(&other.remainders)
                || other.remainders.iter().all(|entry| self.remainders.contains(entry)))
            && (self.parts.same(&other.parts) || other.parts.iter().all(|entry| self.parts.contains(entry)))
            && (self.words.same(&other.words) || other.words.iter().all(|entry| self.words.contains(entry)))
            && (self.owners.same(&other.owners) || other.owners.iter().all(is_known))
    }
}
