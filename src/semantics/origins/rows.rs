//! Rows: memory to which one pointer in an array leads, and where that stands.
//!
//! ```text
//!     m = malloc(n * sizeof *m);
//!     for (r = 0; r < n; r++) m[r] = malloc(cols * sizeof **m);            … m[r][c] …
//! ```
//!
//! A variable of the program, or memory that it allocates, is *orderly* if each pointer that is stored there is *sole*: it leads to memory
//! that the running thread allocated, and of which no pointer was ever stored in such memory. So
//!
//! ```text
//!     (S)   no two places in orderly memory ever held pointers to one object
//! ```
//!
//! Copies of sole pointers may stand elsewhere, in memory that is not orderly for that. Two accesses to one object, by pointers that were loaded
//! from orderly memory, are by what once was stored in one place: if the places are not the same, the objects are not (row RW).
//!
//! Which memory was linked nowhere yet, a must set of the state tells ([`State`], `unlinked`). What a function is passed it does not know of
//! any more, and what it allocates its caller learns of. Each write to memory that may hold a pointer which is not sole is held against (S).
//!
//! Where a pointer stood that a variable of the running function holds, is known as bounds of the variable's *row* ([`super::bounds`]), and as the
//! place from which it was loaded, while the variables by which that is written stay as they are. Locks that are held at a constant distance from
//! that place, or in the same object, are one lock wherever it is one place.

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{BinaryOp, Expr, LocalId, Place, Root};
use crate::races::{Bytes, Letter, Polynomial, Segment, Stand, SymbolicLock};
use crate::semantics::evaluate::{accesses, places};
use crate::semantics::origins::{bounds, distances, enclosures, ranges, roots, segments, symbolic};
use crate::semantics::sharing::interference;
use crate::semantics::state::bounds::{Bound, Fact, Known, Told, Unit};
use crate::semantics::state::{Bounds, CertainSet, State};
use crate::semantics::system::{Fact as Answer, Global, Located, Transfer, Write, variables, words};
use crate::values::{Addresses, Contents, ObjectId, ObjectKind, Offsets, Rvalue, Strength, Value};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many pointers are followed from an access to where it begins.
const MOST_LEVELS: usize = 3;

/// Memory was allocated that holds something.
pub fn note_allocated(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, contents: &Contents) {
    if transfer.analysis.text.has_segments() {
        state.unlinked.insert(object);
        note_initial(transfer, object, contents);
    }
}

/// A variable of the program holds something from the start.
pub fn note_initial(transfer: &Transfer<'_, '_>, object: ObjectId, contents: &Contents) {
    if transfer.analysis.text.has_segments() && leads_anywhere(transfer, contents) {
        spoil(transfer, object);
    }
}

/// Memory to which nothing leads yet that a caller knows of behind a call: what had its name before the call may have another one now.
pub fn unlinked_behind(before: &CertainSet<ObjectId>, exit: &State) -> CertainSet<ObjectId> {
    let mut unlinked = match is_seeded(Bug::RowsRenamed) {
        true => before.clone(),
        false => before.without(&exit.renamed),
    };
    unlinked.extend(&exit.unlinked);
    unlinked
}

/// A value is about to be stored at some addresses: whether all pointers in it are sole, which they are no more then.
pub fn link(transfer: &Transfer<'_, '_>, state: &mut State, to: &Addresses, value: &Rvalue) -> bool {
    if !transfer.analysis.text.has_segments() {
        return false;
    }
    let mut objects = to.objects();
    if !objects.any(|object| may_be_orderly(transfer, object)) {
        return false;
    }
    let Rvalue::Scalar(value) = value else { return false };
    let linked: Vec<ObjectId> = data_objects(transfer, value).collect();
    let is_sole =
        |object: &ObjectId| state.unlinked.contains(*object) && !interference::is_shared(transfer, state, *object);
    let are_sole = value.as_addresses().origin().is_none() && linked.iter().all(is_sole);
    if !is_seeded(Bug::RowsLinkedAgain) {
        linked.iter().for_each(|object| state.unlinked.remove(*object));
    }
    are_sole
}

/// Holds a write against (S).
pub fn note_write(transfer: &Transfer<'_, '_>, write: &Write, change: impl Fn(&mut Contents, Strength)) {
    if write.intent.is_sole || !transfer.analysis.text.has_segments() || !may_be_orderly(transfer, write.object) {
        return;
    }
    let mut written = Contents::nothing();
    change(&mut written, Strength::Strong);
    if leads_anywhere(transfer, &written) {
        transfer.refute(|| {
            let object = words::object(transfer.analysis, write.object);
            format!(
                "not each pointer in {object} is the only one to what it leads to, because of the pointer stored here"
            )
        });
        spoil(transfer, write.object);
    }
}

/// Memory holds pointers that are not sole.
fn spoil(transfer: &Transfer<'_, '_>, object: ObjectId) {
    let family = roots::family(transfer, object);
    transfer.io.side(Global::Disorderly(family), Answer::value(Value::ZERO));
}

/// Whether something may be claimed of memory: all that is written there is held against (S).
fn may_be_orderly(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    match transfer.analysis.objects.kind(object) {
        ObjectKind::Heap { .. } => true,
        ObjectKind::Global(global) => !transfer.analysis.program.global(global).thread_local,
        _ => false,
    }
}

/// Whether all memory at some addresses is orderly.
fn is_orderly(transfer: &Transfer<'_, '_>, addresses: &Addresses) -> bool {
    let is_one = |object: ObjectId| {
        let family = roots::family(transfer, object);
        let spoiled = transfer.io.global(Global::Disorderly(family)) != Answer::Nothing;
        may_be_orderly(transfer, object) && (!spoiled || is_seeded(Bug::RowsUnclaimed))
    };
    addresses.origin().is_none() && addresses.objects().all(is_one)
}

fn leads_anywhere(transfer: &Transfer<'_, '_>, contents: &Contents) -> bool {
    let mut values = contents.values();
    values.any(|value| value.as_addresses().origin().is_some() || data_objects(transfer, value).next().is_some())
}

fn data_objects<'v>(transfer: &'v Transfer<'_, '_>, value: &'v Value) -> impl Iterator<Item = ObjectId> + 'v {
    value.objects().filter(|object| transfer.analysis.is_data(*object))
}

/// From where a pointer was taken, but for how it was moved inside of its object.
enum Source<'e> {
    /// A variable of the running function.
    Variable(LocalId),
    /// Memory.
    Loaded(&'e Place),
}

fn source<'e>(transfer: &Transfer<'_, '_>, pointer: &'e Expr) -> Option<Source<'e>> {
    let types = &transfer.analysis.program.types;
    match pointer {
        Expr::Load(place) => Some(match variables::frame_variable(transfer, place) {
            Some(variable) => Source::Variable(variable),
            None => Source::Loaded(place),
        }),
        Expr::Cast(operand, ty) if types.is_pointer(*ty) && types.is_pointer(operand.ty()) => source(transfer, operand),
        Expr::Binary(BinaryOp::PointerAdd, base, ..) => source(transfer, base),
        Expr::AddressOf(place, _) => match &place.root {
            Root::Deref(base) => source(transfer, base),
            Root::Local(_) | Root::Global(_) => None,
        },
        _ => None,
    }
}

/// Where a pointer stood in orderly memory, if that is told by what is the same for all threads, or by which they differ.
pub fn stood(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Vec<(Unit, Bound)> {
    if !transfer.analysis.text.has_segments() || state.bounds.is_empty() && state.owned.ticket.is_none() {
        return Vec::new();
    }
    transfer.unrecorded(|transfer| match source(transfer, pointer) {
        Some(Source::Variable(variable)) => of_variable(state, variable),
        Some(Source::Loaded(place)) => loaded(transfer, state, place).unwrap_or_default(),
        None => Vec::new(),
    })
}

fn of_variable(state: &State, variable: LocalId) -> Vec<(Unit, Bound)> {
    let facts = state.bounds.facts().iter();
    let rows = facts.filter_map(|fact| match fact.variable {
        Known::Row(row, unit) if row == variable => Some((unit, fact.bound.clone())),
        _ => None,
    });
    rows.collect()
}

/// Where a pointer stands that is loaded.
fn loaded(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Vec<(Unit, Bound)>> {
    let distance = distances::of_place(transfer, state, place)?;
    let range = ranges::of(transfer, state, &distance)?;
    orderly(transfer, state, place)?;
    let unit = Unit {
        bytes: range.unit,
        first: range.first,
    };
    let ends = range.low.iter().map(|end| (Told::AtLeast, end));
    let ends = ends.chain(range.high.iter().map(|end| (Told::Below, end)));
    let mut rows = Vec::new();
    let mut relied: Vec<Arc<Letter>> = range.letters.clone();
    for (told, end) in ends {
        relied.extend(end.letters.iter().cloned());
        let bound = match (&end.cycle, told) {
            (None, _) => Bound {
                unless: end.unless.clone(),
                ..Bound::always(told, end.number.clone())
            },
            (Some(cycle), Told::AtLeast) if range.is_one(end) => {
                Bound::by_steps(end.number.clone(), &Rc::new(cycle.by.clone()))
            }
            _ => continue,
        };
        rows.push((unit, bound));
        if told == Told::AtLeast && end.cycle.is_none() && range.is_one(end) {
            rows.push((unit, Bound::always(Told::Is, end.number.clone())));
        }
    }
    relied.into_iter().for_each(|letter| state.bounds.rely(letter));
    Some(rows)
}

/// A variable was assigned a pointer that stood somewhere.
pub fn assign(transfer: &Transfer<'_, '_>, state: &mut State, variable: LocalId, stood: &[(Unit, Bound)]) {
    for (unit, bound) in stood {
        if !bounds::is_told_by(transfer, bound, variable) {
            state.bounds.learn(Fact {
                variable: Known::Row(variable, *unit),
                bound: bound.clone(),
            });
        }
    }
}

/// A callee knows of parameters where the pointers stood that they are passed.
pub fn pass(transfer: &Transfer<'_, '_>, state: &mut State, entered: &mut Bounds, arguments: &[Expr]) {
    for (number, argument) in arguments.iter().enumerate() {
        for (unit, bound) in stood(transfer, state, argument) {
            let variable = Known::Row(LocalId(number as u32), unit);
            entered.learn(Fact { variable, bound });
        }
    }
}

/// Where a pointer stands, as it is written, if that stays as long as the variables by which it is written are not assigned.
pub fn word(transfer: &Transfer<'_, '_>, state: &State, pointer: &Expr) -> Option<Rc<Place>> {
    match source(transfer, pointer)? {
        Source::Variable(variable) => state.symbolic.word(variable).cloned(),
        Source::Loaded(place) => {
            let stays = transfer.analysis.text.has_segments() && enclosures::is_told_by_variables(transfer, place);
            stays.then(|| Rc::new(place.clone()))
        }
    }
}

/// Where the pointers stood by which an access reaches its memory, the last one first.
pub fn levels(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Vec<Stand> {
    let mut levels = Vec::new();
    let may_tell = transfer.analysis.recorder.is_some() && transfer.analysis.text.has_segments();
    if !may_tell || !matches!(place.root, Root::Deref(_)) {
        return levels;
    }
    follow(transfer, state, place, &mut levels);
    match levels.iter().all(Stand::is_anywhere) {
        true => Vec::new(),
        false => levels,
    }
}

/// Adds where the pointer stood by which a place is reached, and those by which that is.
fn follow(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, levels: &mut Vec<Stand>) {
    let (Root::Deref(pointer), true) = (&place.root, levels.len() < MOST_LEVELS) else {
        return;
    };
    let stood = stood(transfer, state, pointer);
    let stand = Stand {
        segments: parts(transfer, state, &stood),
        ..Stand::anywhere()
    };
    match source(transfer, pointer) {
        Some(Source::Loaded(word)) => stand_at(transfer, state, (word, stand), levels),
        Some(Source::Variable(variable)) => {
            let bytes = dealt_out(transfer, &stood);
            let stand = Stand { bytes, ..stand };
            match state.symbolic.word(variable).cloned() {
                Some(word) => stand_at(transfer, state, (&word, stand), levels),
                None => levels.push(stand),
            }
        }
        None => {}
    }
}

/// Adds that a pointer stood somewhere, and by which pointers that is reached.
fn stand_at(transfer: &Transfer<'_, '_>, state: &mut State, (word, stand): (&Place, Stand), levels: &mut Vec<Stand>) {
    match transfer.unrecorded(|transfer| located(transfer, state, word, stand)) {
        Some(stand) => levels.push(stand),
        // Of what many pointers lead to it tells nothing where these are found.
        None if !is_seeded(Bug::RowsBehindOthers) => return,
        None => levels.push(Stand::anywhere()),
    }
    follow(transfer, state, word, levels);
}

/// Where a pointer stands that is loaded, by its address, and which locks lie beside it.
fn located(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, stand: Stand) -> Option<Stand> {
    let located = orderly(transfer, state, place)?;
    let addresses = &located.addresses;
    let objects = addresses.objects().map(|object| roots::family(transfer, object));
    let mut offsets = addresses.targets().iter().map(|(_, offsets)| *offsets);
    let all = offsets.next().map(|first| {
        offsets.fold(first, |mut all, more| {
            all.join(&more);
            all
        })
    });
    Some(Stand {
        objects: objects.collect(),
        bytes: all.map_or(stand.bytes, |all| accesses::bytes(all, word_size(transfer))),
        locks: locks_beside(transfer, state, place, &located),
        ..stand
    })
}

/// The locks held at constant distances from a pointer, or in the object in which it stands, whichever that is.
fn locks_beside(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> Vec<SymbolicLock> {
    let mut locks = symbolic::locks_near(transfer, state, place, 0);
    let inside = enclosures::locks_inside(transfer, state, place, located);
    let mut objects = located.addresses.objects();
    if let (Some(object), None) = (objects.next(), objects.next()) {
        locks.extend(inside.iter().filter_map(|lock| lock.seen_from(object)));
    }
    locks
}

/// What a place denotes, if all memory there is orderly.
fn orderly(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Located> {
    let located = places::locate_bytes(transfer, state, place)?;
    is_orderly(transfer, &located.addresses).then_some(located)
}

/// The bytes at which pointers stand that are dealt out in turn by numbers.
fn dealt_out(transfer: &Transfer<'_, '_>, stood: &[(Unit, Bound)]) -> Bytes {
    let mut steps = stood.iter().filter_map(|(unit, bound)| {
        let bytes = |number: &Polynomial| number.as_constant()?.checked_mul(unit.bytes);
        let start = Offsets::constant(bytes(&bound.number)?.checked_add(unit.first)?);
        let offsets = match (bound.told, &bound.cycle) {
            (Told::Is, _) => start,
            (Told::Steps, Some(cycle)) => {
                let stride = bytes(cycle)?.unsigned_abs();
                Offsets::multiples_of(Some(stride).filter(|stride| *stride > 0)?).plus(start)
            }
            _ => return None,
        };
        Some(accesses::bytes(offsets, word_size(transfer)))
    });
    steps.next().unwrap_or(Bytes::ANYWHERE)
}

/// The pointers that stand somewhere, as segments.
fn parts(transfer: &Transfer<'_, '_>, state: &State, stood: &[(Unit, Bound)]) -> Vec<Segment> {
    let Some((unit, _)) = stood.first() else {
        return Vec::new();
    };
    let ends = |told: Told, by: i64| {
        let of_unit = stood.iter().filter(|(other, _)| other == unit);
        let end = |(bound, by): (&Bound, i64)| ranges::End::told(bound).moved(by);
        let plain = of_unit
            .clone()
            .filter(|(_, bound)| bound.told == told)
            .map(|(_, bound)| (bound, 0));
        let steps = of_unit
            .filter(|(_, bound)| matches!(bound.told, Told::Is | Told::Steps))
            .map(|(_, bound)| (bound, by));
        plain.chain(steps).filter_map(end).collect()
    };
    let range = ranges::Range {
        unit: unit.bytes,
        first: unit.first,
        letters: Vec::new(),
        low: ends(Told::AtLeast, 0),
        high: ends(Told::Below, 1),
    };
    segments::between(state, &range, (unit.first, word_size(transfer) as i64))
}

/// How many bytes a pointer takes.
fn word_size(transfer: &Transfer<'_, '_>) -> u64 {
    transfer.analysis.program.types.model().pointer_size()
}
