//! Copies: variables that hold what the ego last read from a watched variable.
//!
//! `tmp = flag; if (tmp) …` tells as much of `flag` as `if (flag) …` does, and an atomic operation gives its result in no
//! other way. A copy is forgotten when either side gets another value, or the ego looks at the watched variable again.
//!
//! Testing a copy is a *look* at the watched variable if all that matters of the ego's past lies before the reading, too. Who looks
//! at a signal, counts itself in, and then tests what it saw has not looked behind counting in: so looks are forgotten sooner
//! than copies (row CD).

use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, Expr, Place, Root};
use crate::semantics::evaluate::places;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Copies, State, Table, Variable};
use crate::semantics::system::{Transfer, variables};
use crate::values::{ObjectId, Offsets, Scalar, Strength, Value};

/// The watched variable whose value an expression is, but for conversions that keep it.
pub fn copied(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Option<usize> {
    copied_among(transfer, state, value, &|copies| &copies.pairs)
}

/// The watched variable at which the ego looks, or has looked with nothing since that matters, for the value of an expression.
pub fn looked_up(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Option<usize> {
    copied_among(transfer, state, value, &|copies| &copies.looks)
}

fn copied_among(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    value: &Expr,
    among: &dyn Fn(&Copies) -> &Table<(ObjectId, usize)>,
) -> Option<usize> {
    match value {
        Expr::Cast(operand, ty)
            if variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_values_apart(variables::scalar(transfer.analysis.program, *ty))
                || is_seeded(Bug::CopiesThroughAnyCast) =>
        {
            copied_among(transfer, state, operand, among)
        }
        Expr::Load(place) => match places::local_object(transfer, place) {
            Some(variable) => {
                let mut pairs = among(&state.copies).iter();
                pairs.find(|pair| pair.0 == variable).map(|pair| pair.1)
            }
            None => watched_place(transfer, state, place),
        },
        _ => None,
    }
}

/// The watched variable that lies at a place, by whatever way it is reached.
pub fn watched_place(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<usize> {
    let types = &transfer.analysis.program.types;
    let may_be_watched = match place.root {
        Root::Local(_) => false,
        Root::Global(_) => transfer.analysis.is_watched_place(place),
        Root::Deref(_) => {
            let mut watched = transfer.analysis.text.watched.iter();
            watched.any(|watched| types.size(watched.ty) == types.size(place.ty))
        }
    };
    if !may_be_watched {
        return None;
    }
    let located = places::locate_bytes(transfer, state, place)?;
    variables::watched_at(transfer, &located.addresses, located.size).filter(|_| located.is_whole())
}

/// A variable of the ego now holds, whole, what was just read from a watched variable.
/// It `looked` at that just now, or nothing has happened since that matters.
pub fn note_copy(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    variable: ObjectId,
    watched: Option<usize>,
    looked: Option<usize>,
) {
    let kept_apart = !interference::is_shared(transfer, state, variable)
        && interference::strength_of_own(transfer, state, variable) == Strength::Strong;
    if let Some(watched) = watched.filter(|_| kept_apart) {
        state.copies.pairs.push((variable, watched));
        if looked == Some(watched) {
            state.copies.looks.push((variable, watched));
        }
    }
}

/// A variable turns out to hold one of some values, of a type as wide as itself: so does what it was copied from. False if
/// that is impossible.
pub fn learn_copies(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    variable: ObjectId,
    ty: Scalar,
    value: &Value,
) -> bool {
    if transfer.analysis.objects.size(variable) != Some(u64::from(ty.bits() / 8)) {
        return true;
    }
    let copies = state.copies.clone();
    let mut of_variable = copies.pairs.iter().filter(|pair| pair.0 == variable);
    of_variable.all(|&(_, watched)| {
        let Variable { object, offset, .. } = variables::watched_variable(transfer, watched);
        let watched_ty = variables::scalar(transfer.analysis.program, transfer.analysis.text.watched[watched].ty);
        let Some(mut contents) = views::seen(transfer, state, object) else {
            return true;
        };
        let offsets = Offsets::constant(offset);
        let before = contents.read(offsets, watched_ty);
        let value = value.cast(ty, watched_ty);
        let (narrowed, _) = before.refine(&value, BinaryOp::Equal, watched_ty, &transfer.analysis.objects);
        contents.write(offsets, watched_ty, &narrowed, Strength::Strong);
        views::refine_view(transfer, state, object, contents);
        !narrowed.is_bottom()
    })
}

/// Whether an expression loads from a watched variable.
pub fn loads_watched(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> bool {
    match expr {
        Expr::Load(place) => match place.root {
            Root::Global(_) => transfer.analysis.is_watched_place(place),
            Root::Local(_) | Root::Deref(_) => watched_place(transfer, state, place).is_some(),
        },
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => loads_watched(transfer, state, operand),
        Expr::Binary(_, left, right, _) => {
            loads_watched(transfer, state, left) || loads_watched(transfer, state, right)
        }
        _ => false,
    }
}

/// The variables that an expression reads, or of which it holds copies that count as looks.
pub fn looked_at(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Vec<Variable> {
    match expr {
        Expr::Load(place) => {
            let copied = looked_up(transfer, state, expr).map(|number| variables::watched_variable(transfer, number));
            let is_local = matches!(place.root, Root::Local(_));
            let located = if is_local {
                None
            } else {
                places::locate_bytes(transfer, state, place)
            };
            let read = located.filter(|located| located.bits.is_none());
            let read = read.and_then(|located| Variable::at(&located.addresses, located.size));
            copied.into_iter().chain(read).collect()
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => looked_at(transfer, state, operand),
        Expr::Binary(_, left, right, _) => {
            let mut places = looked_at(transfer, state, left);
            places.extend(looked_at(transfer, state, right));
            places
        }
        _ => Vec::new(),
    }
}
