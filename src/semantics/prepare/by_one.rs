//! Steps by one: assignments that make a number one more or one less, by the text.

use crate::ir::{BinaryOp, Body, Expr, InstructionKind, LocalId, Place};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// By how much a number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByOne {
    /// It is one more.
    More,
    /// It is one less.
    Less,
}

/// What an assigned value adds one to, or takes one from: at once, or by way of the temporary that the instruction before assigned, as for
/// `--x == 0`. Nobody else may write to that temporary, so its address is never taken.
pub fn changed_by_one<'p>(
    body: &Body,
    value: &'p Expr,
    previous: Option<&'p InstructionKind>,
) -> Option<(&'p Place, ByOne)> {
    let is_own = |local: LocalId| {
        let local = body.locals.get(local.0 as usize);
        local.is_some_and(|local| !local.address_taken) || is_seeded(Bug::SharedTemporaries)
    };
    let by_way_of = |place: &Place| match previous {
        Some(InstructionKind::Assign { to, value }) if to.as_local().is_some_and(is_own) => {
            (to.as_local() == place.as_local()).then_some(value)
        }
        _ => None,
    };
    match value {
        Expr::Load(temporary) => changed_at_once(by_way_of(temporary)?),
        _ => {
            let (place, by) = changed_at_once(value)?;
            match by_way_of(place) {
                Some(Expr::Load(copied)) => Some((copied, by)),
                _ => Some((place, by)),
            }
        }
    }
}

fn changed_at_once(value: &Expr) -> Option<(&Place, ByOne)> {
    let Expr::Binary(op, operand, by, _) = value else {
        return None;
    };
    let Expr::Load(place) = &**operand else { return None };
    let by = match (op, by.as_number()?) {
        (BinaryOp::Add, 1) | (BinaryOp::Subtract, -1) => ByOne::More,
        (BinaryOp::Subtract, 1) | (BinaryOp::Add, -1) => ByOne::Less,
        _ => return None,
    };
    Some((place, by))
}
