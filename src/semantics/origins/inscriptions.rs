//! Inscriptions: numbers that the creator of threads writes into memory, for them to find there.
//!
//! ```text
//!     for (i = 0; i < n; i++) { a[i].id = i; create(&t[i], w, &a[i]); }
//! ```
//!
//! An *inscription* says that at a symbolic address stands the value of a variable, and so much more, or a polynomial in variables
//! ([`super::bounds`]). It is forgotten when one of these or
//! one by which the address is told gets another value, when something is written that may lie there, and when a call touches the object.
//! It is copied with a record in which it stands, if nobody else may have changed that. So an inscription at a constant distance from a new
//! thread's argument is what this thread finds there, unless it is written later: that is held against all writes of the complete
//! solution ([`crate::semantics::evidence`]).
//!
//! One kind of later writes does no harm. They follow the *pattern* by which the number itself was written:
//!
//! ```text
//!     at  base + scale · x + offset   stands   f(x)       with |scale| ≥ size, for whatever x
//! ```
//!
//! If the base is always the same, and the other variables by which `f` is told are, such a write leaves what stands there as it is, or is
//! elsewhere. That of the variables is held against all writes, too. The base is the same if it is an object, or
//! what a variable of the running function holds that is assigned once, where the function is the one with which the only thread of its name starts.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{Expr, LocalId, Place};
use crate::races::{Given, Letter, LetterPlace, Polynomial, Symbol};
use crate::semantics::crews::berths;
use crate::semantics::evaluate::{accesses, places};
use crate::semantics::origins::rounds::{counts, is_assigned_once};
use crate::semantics::origins::{bounds, distances, found, letters, symbolic};
use crate::semantics::sharing::{held, interference, names};
use crate::semantics::state::bounds::{Bound, Last, Told};
use crate::semantics::state::inscriptions::{Inscribable, Inscribed, Inscription, Pattern, Slot};
use crate::semantics::state::{Base, Entrance, State, SymbolicAddress};
use crate::semantics::system::{MemberRecord, Transfer, variables};
use crate::values::{Addresses, Offsets, Scalar};
use pepsin_digests::EdgeId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many numbers are kept below which one is that is written.
const MOST_ENDS: usize = 4;

/// What an assignment writes into memory that are numbers of variables.
#[derive(Debug, Default)]
pub struct WrittenNumbers {
    numbers: Vec<Inscription>,
    /// The record that is written, if it is one.
    record: Option<Record>,
    /// Where in a row they stand.
    slot: Option<Slot>,
}

/// A record in memory.
#[derive(Debug)]
struct Record {
    address: SymbolicAddress,
    addresses: Addresses,
    size: u64,
}

/// What `to = value` writes into memory that are numbers of variables.
pub fn written(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, value: &Expr) -> WrittenNumbers {
    if !may_inscribe(transfer, state) {
        return WrittenNumbers::default();
    }
    let types = &transfer.analysis.program.types;
    let written = match value {
        Expr::Load(from) if types.is_record(to.ty) => copied(transfer, state, to, from).unwrap_or_default(),
        _ if variables::frame_variable(transfer, to).is_none() => WrittenNumbers {
            numbers: numbers(transfer, state, to, value).unwrap_or_default(),
            ..WrittenNumbers::default()
        },
        _ => WrittenNumbers::default(),
    };
    WrittenNumbers {
        slot: slot_of(transfer, state, to),
        ..written
    }
}

/// Whether numbers are kept that are written here: by a unique thread, in the function with which it starts, if that creates threads.
pub(super) fn may_inscribe(transfer: &Transfer<'_, '_>, state: &State) -> bool {
    transfer.analysis.shape(transfer.unknown.function).creates
        && state.entrance == Entrance::Started
        && transfer.analysis.digests.names().is_unique(transfer.context.thread)
        && held::is_sensitive(transfer.analysis)
}

/// What is known of a number that is written.
fn numbers(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, value: &Expr) -> Option<Vec<Inscription>> {
    let ty = Scalar::of(&transfer.analysis.program.types, to.ty)?;
    let exact = match ty {
        Scalar::Integer(_) => inscribable(transfer, state, value),
        Scalar::Pointer { .. } => distance(transfer, state, value),
        _ => None,
    };
    let ends = match &exact {
        Some(Inscribable::Sum(variable, _)) if counts(transfer, *variable) => Vec::new(),
        _ => ends(transfer, state, value),
    };
    let exact = exact.map(|number| (Told::Is, number, None));
    let mut numbers = exact.into_iter().chain(ends).peekable();
    numbers.peek()?;
    let (address, addresses) = addressed(transfer, state, to)?;
    let inscriptions = numbers.map(|(told, number, unless)| Inscription {
        address,
        addresses: addresses.clone(),
        ty,
        told,
        number,
        unless,
    });
    Some(inscriptions.collect())
}

/// How far behind the start of its object a pointer leads, if its value alone does not tell.
fn distance(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Inscribable> {
    let distance = transfer.unrecorded(|transfer| distances::number(transfer, state, pointer))?;
    let is_told = distance.as_constant().is_none() && !letters::is_of_ego(&distance);
    is_told.then(|| of_polynomial(transfer, distance))
}

/// Below what a number is.
fn ends(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Vec<(Told, Inscribable, Option<Rc<Last>>)> {
    let bounds = bounds::of_value(transfer, state, value).into_iter();
    let ends = bounds.filter(|bound| bound.told == Told::Below && !letters::is_of_ego(&bound.number));
    let told = ends.map(|bound| {
        let variables = own_variables(transfer, &bound.number);
        let number = Inscribable::Polynomial(bound.number, variables.into_iter().collect());
        (Told::Below, number, bound.unless)
    });
    told.take(MOST_ENDS).collect()
}

/// What an expression is, as what is told by variables. One that counts is told by its name, others by what they were computed from.
pub(super) fn inscribable(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Option<Inscribable> {
    let sum = berths::number_of_variable(transfer, state, value);
    let sum = sum.map(|(variable, plus)| Inscribable::Sum(variable, plus));
    if sum
        .as_ref()
        .is_some_and(|sum| sum.variables().any(|variable| counts(transfer, variable)))
    {
        return sum;
    }
    let number = transfer.unrecorded(|transfer| bounds::number(transfer, state, value));
    let number = number.filter(|number| !letters::is_of_ego(number));
    number.map(|number| of_polynomial(transfer, number)).or(sum)
}

/// A number, as the sum of a variable and a constant if it is that.
fn of_polynomial(transfer: &Transfer<'_, '_>, number: Polynomial) -> Inscribable {
    let plus = number.constant_part();
    let variable = number.minus(&Polynomial::constant(plus));
    let variable = variable.and_then(|variable| variables::own_variable(transfer, variable.as_symbol()?));
    let variables = own_variables(transfer, &number);
    match variable.filter(|variable| variables.contains(variable)) {
        Some(variable) => Inscribable::Sum(variable, plus),
        None => Inscribable::Polynomial(Rc::new(number), variables.into_iter().collect()),
    }
}

/// The variables of the running function by which a number is told whose address is never taken, also by what stands in memory.
fn own_variables(transfer: &Transfer<'_, '_>, number: &Polynomial) -> BTreeSet<LocalId> {
    let symbols = number.symbols().into_iter();
    let variables = symbols.flat_map(|symbol| match symbol {
        Symbol::Letter(letter) => own_variables(transfer, &letter.number),
        _ => variables::frame_symbol(transfer, symbol).into_iter().collect(),
    });
    variables.collect()
}

/// A number as a polynomial, in which one of the variables is what is counted with.
pub(super) fn polynomial(
    transfer: &Transfer<'_, '_>,
    number: &Inscribable,
    count: Option<LocalId>,
) -> Option<Polynomial> {
    match number {
        Inscribable::Sum(variable, plus) => {
            let value = match Some(*variable) == count {
                true => found::counted(),
                false => bounds::own_number(transfer, *variable)?,
            };
            value.plus(&Polynomial::constant(*plus))
        }
        Inscribable::Polynomial(number, _) => told_by_count(transfer, number, count),
    }
}

/// A number in which what is counted with is told as such, also where it stands in memory.
fn told_by_count(transfer: &Transfer<'_, '_>, number: &Polynomial, count: Option<LocalId>) -> Option<Polynomial> {
    number.replaced(&|symbol| match symbol {
        _ if count.is_some() && variables::own_variable(transfer, symbol) == count => Some(found::counted()),
        Symbol::Letter(letter) => {
            let number = told_by_count(transfer, &letter.number, count)?;
            let place = letter.place;
            Polynomial::in_letter(Letter { place, number })
        }
        _ => Some(Polynomial::symbol(symbol.clone())),
    })
}

/// What stands in a record that is copied stands in the copy, too, unless others may have changed the record.
fn copied(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, from: &Place) -> Option<WrittenNumbers> {
    if state.bounds.inscriptions.is_empty() {
        return None;
    }
    let size = transfer.analysis.program.types.size(to.ty)?;
    let source = symbolic::symbolic_place(transfer, state, from)?;
    let (address, addresses) = addressed(transfer, state, to)?;
    let copy = |inscription: &Inscription| {
        let distance = source.distance_to(&inscription.address)?;
        let end = u64::try_from(distance).ok()?.checked_add(inscription.size())?;
        let mut objects = inscription.addresses.objects();
        let may_change = objects.any(|object| interference::is_shared(transfer, state, object));
        (end <= size && (!may_change || is_seeded(Bug::SharedRecordsCopied))).then_some(Inscription {
            address: address.moved(distance)?,
            addresses: addresses.moved(Offsets::constant(distance)),
            ..inscription.clone()
        })
    };
    let numbers: Vec<Inscription> = state.bounds.inscriptions.iter().filter_map(copy).collect();
    let record = Record {
        address,
        addresses,
        size,
    };
    Some(WrittenNumbers {
        record: (!numbers.is_empty()).then_some(record),
        numbers,
        slot: None,
    })
}

/// The address of a place, in symbolic form and as what it may be.
fn addressed(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<(SymbolicAddress, Addresses)> {
    let located = places::locate_bytes(transfer, state, place)?;
    let is_known = located.bits.is_none() && located.addresses.origin().is_none();
    let address = symbolic::symbolic_place(transfer, state, place)?;
    is_known.then_some((address, located.addresses))
}

impl WrittenNumbers {
    /// As what the assignment is made.
    pub fn intent(&self, transfer: &Transfer<'_, '_>) -> Inscribed {
        let mut exact = self.numbers.iter().filter(|number| number.exact().is_some());
        match &self.record {
            Some(_) => Inscribed::InParts,
            None => Inscribed::At(exact.next().and_then(|number| pattern(transfer, number)), self.slot),
        }
    }

    /// The assignment was made: numbers stand in memory from now on.
    pub fn note(&self, transfer: &Transfer<'_, '_>, state: &mut State) {
        if let Some(record) = self.record.as_ref().filter(|_| transfer.records()) {
            record.note_parts(transfer, state, &self.numbers, self.slot);
        }
        for number in &self.numbers {
            state.bounds.inscriptions.add(number.clone());
        }
    }
}

impl Record {
    /// It was written: its numbers by their patterns, and what lies between them.
    fn note_parts(&self, transfer: &Transfer<'_, '_>, state: &State, numbers: &[Inscription], slot: Option<Slot>) {
        let exact = numbers.iter().filter(|number| number.exact().is_some());
        let parts = exact.filter_map(|number| {
            let distance = u64::try_from(self.address.distance_to(&number.address)?).ok()?;
            Some((distance, number.size(), pattern(transfer, number)))
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort_unstable();
        let note = |from: u64, to: u64, pattern| {
            let addresses = self.addresses.moved(Offsets::constant(from as i64));
            accesses::note_written(transfer, state, &addresses, to - from, (pattern, slot), None);
        };
        let mut told = 0;
        for (from, size, pattern) in parts {
            if told < from {
                note(told, from, None);
            }
            note(from, from + size, pattern);
            told = told.max(from + size);
        }
        if told < self.size {
            note(told, self.size, None);
        }
    }
}

/// The pattern that a write of an inscription follows.
pub fn pattern(transfer: &Transfer<'_, '_>, inscription: &Inscription) -> Option<Pattern> {
    let (index, scale) = inscription.address.index?.whole()?;
    let count = (index.calls == 0).then_some(index.local);
    let number = polynomial(transfer, &inscription.number, count)?;
    let fits = scale.unsigned_abs() >= inscription.size() || is_seeded(Bug::InscriptionsOverlap);
    let Scalar::Integer(ty) = inscription.ty else {
        return None;
    };
    (fits && is_fixed(transfer, inscription.address.base)).then(|| Pattern {
        author: transfer.context.thread,
        base: inscription.address.base,
        scale,
        offset: inscription.address.offset,
        number: transfer.analysis.number(&number),
        ty,
    })
}

/// Whether a base is the same whenever the function runs.
fn is_fixed(transfer: &Transfer<'_, '_>, base: Base) -> bool {
    match base {
        Base::Object(_) => true,
        Base::Variable(pointer) => {
            let is_once = |body| pointer.calls == 0 && is_assigned_once(transfer, body, pointer.local);
            transfer.body().is_some_and(is_once)
        }
    }
}

/// The slot of a row that a place is, or in which it lies.
fn slot_of(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Slot> {
    variables::frame_variable(transfer, place).is_none().then_some(())?;
    let address = symbolic::symbolic_place(transfer, state, place)?;
    slot(transfer, address, transfer.analysis.program.types.size(place.ty)?)
}

/// The slot of a row that some bytes are.
fn slot(transfer: &Transfer<'_, '_>, address: SymbolicAddress, size: u64) -> Option<Slot> {
    let (index, scale) = address.index?.whole().filter(|(index, _)| index.calls == 0)?;
    is_fixed(transfer, address.base).then_some(Slot {
        author: transfer.context.thread,
        base: address.base,
        index: index.local,
        scale,
        offset: address.offset,
        size,
        at: transfer.point(),
    })
}

/// Something escaped: objects may have other names since.
pub fn rename(transfer: &Transfer<'_, '_>, state: &mut State) {
    let mut inscriptions = std::mem::take(&mut state.bounds.inscriptions);
    inscriptions.rename(&|addresses| names::renamed(transfer, state, addresses));
    state.bounds.inscriptions = inscriptions;
}

/// The inscriptions that stand at constant distances from where a pointer leads, with these distances in bytes.
pub fn behind(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Vec<(i64, Inscription)> {
    let Some(start) = symbolic::symbolic(transfer, state, pointer) else {
        return Vec::new();
    };
    let inscriptions = state.bounds.inscriptions.iter();
    let found = inscriptions.filter_map(|inscription| {
        let distance = start.distance_to(&inscription.address)?;
        Some((distance, inscription.clone()))
    });
    found.collect()
}

/// Records where the numbers stand by which the threads of a creation differ; `counts` says of a variable that it never holds the same number again.
pub fn record_members(
    transfer: &Transfer<'_, '_>,
    edge: EdgeId,
    (inscribed, pointed): (&[(i64, Inscription)], &Addresses),
    counts: &dyn Fn(LocalId) -> bool,
) {
    let offsets: BTreeSet<i64> = inscribed.iter().map(|(offset, _)| *offset).collect();
    for distance in offsets {
        let known = inscribed.iter().filter(|(offset, _)| *offset == distance);
        let known = known.map(|(_, known)| known).collect::<Vec<_>>();
        let Some(largest) = known.iter().max_by_key(|known| known.size()) else {
            continue;
        };
        let places = pointed.targets().iter().map(|(object, offsets)| {
            let offsets = offsets.plus(Offsets::constant(distance));
            (*object, accesses::bytes(offsets, largest.size()))
        });
        let mut exact = known.iter().filter(|known| known.exact().is_some());
        let pattern = exact.next().and_then(|known| pattern(transfer, known));
        let slot = slot(transfer, largest.address, largest.size()).filter(|slot| counts(slot.index));
        transfer.record(|recorder, _| {
            let key = (transfer.context.thread, edge, Given::Member(distance));
            let record = recorder.members.entry(key).or_insert(MemberRecord {
                pattern,
                slot,
                places: BTreeSet::new(),
            });
            record.pattern = record.pattern.filter(|known| Some(*known) == pattern);
            record.slot = record.slot.filter(|known| Some(*known) == slot);
            record.places.extend(places);
        });
    }
}

/// What the creator certainly wrote where it looks, if nobody else writes there.
pub fn read(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, ty: Scalar) -> Option<Polynomial> {
    Polynomial::in_letter(letter(transfer, state, place, ty)?)
}

/// A comparison bounds what the creator wrote into memory.
pub fn bound(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, bounds: Vec<Bound>) {
    let Some(ty @ Scalar::Integer(_)) = Scalar::of(&transfer.analysis.program.types, place.ty) else {
        return;
    };
    let Some((letter, (address, addresses))) =
        letter(transfer, state, place, ty).zip(addressed(transfer, state, place))
    else {
        return;
    };
    // Whatever stands there, nobody else changes it.
    let stays = Arc::new(Letter {
        number: Polynomial::default(),
        ..letter
    });
    for bound in bounds.into_iter().filter(|bound| !letters::is_of_ego(&bound.number)) {
        state.bounds.rely(stays.clone());
        let variables = own_variables(transfer, &bound.number);
        state.bounds.inscriptions.add(Inscription {
            address,
            addresses: addresses.clone(),
            ty,
            told: bound.told,
            number: Inscribable::Polynomial(bound.number, variables.into_iter().collect()),
            unless: bound.unless,
        });
    }
}

/// What stands in memory that is greater than a number, by a comparison.
pub fn above(transfer: &Transfer<'_, '_>, state: &State, number: &Polynomial) -> Vec<Polynomial> {
    let inscriptions = &state.bounds.inscriptions;
    let is_above = |known: &&Inscription| {
        let told = polynomial(transfer, &known.number, None);
        let distance = told.and_then(|told| told.ahead_of(number));
        known.told == Told::AtLeast && known.unless.is_none() && distance.is_some_and(|distance| distance >= 0)
    };
    let above = inscriptions.iter().filter(is_above);
    let exact = above.flat_map(|known| inscriptions.of(known.address, known.ty).filter_map(Inscription::exact));
    exact.filter_map(|exact| polynomial(transfer, exact, None)).collect()
}

/// What the creator certainly wrote where it looks.
fn letter(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, ty: Scalar) -> Option<Letter> {
    if state.bounds.inscriptions.is_empty() {
        return None;
    }
    let (address, addresses) = addressed(transfer, state, place)?;
    let exact = state.bounds.inscriptions.of(address, ty).find_map(Inscription::exact)?;
    let number = polynomial(transfer, exact, None)?;
    let [(object, offsets)] = addresses.targets() else {
        return None;
    };
    let place = LetterPlace::Inscribed {
        creator: transfer.context.thread,
        object: *object,
        bytes: accesses::bytes(*offsets, u64::from(ty.bits() / 8)),
    };
    Some(Letter { place, number })
}
