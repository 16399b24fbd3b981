//! Letters: what a creator of threads had written into memory before it created one, and what that finds there.
//!
//! ```text
//!     part[i].low = i * chunk;              low of part[2]  is  2 · chunk
//!     create(&id[i], worker, &part[i]);     what thread 2 reads there is a letter with that number
//! ```
//!
//! A *letter* is a number in a variable of which there is one, as the creator of a thread knows it when it creates that. It holds for the thread as
//! long as that does not write there itself, if all others who write there while several threads run write the same number
//! ([`crate::semantics::evidence`]).

use super::bounds::{fits_parameter, in_memory, is_creator, number};
use crate::ir::{Expr, FunctionId, LocalId, Place};
use crate::races::{Bytes, Letter, LetterPlace, Polynomial, Symbol};
use crate::semantics::evaluate::loads;
use crate::semantics::origins::rounds::{is_steady, round_trips};
use crate::semantics::state::bounds::{Bound, Fact, Known, Told};
use crate::semantics::state::inscriptions::NumberId;
use crate::semantics::state::{Bounds, State, Variable};
use crate::semantics::system::{Point, Transfer, variables};
use crate::values::{IntegerType, Scalar};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a thread knows that is created: its parameter, which is passed an expression, and what stands in memory.
pub fn of_thread(transfer: &Transfer<'_, '_>, state: &State, routine: FunctionId, argument: Option<&Expr>) -> Bounds {
    if !transfer.analysis.text.has_segments() {
        return Bounds::default();
    }
    let creator = state;
    let given = |number: &Polynomial| given(transfer, creator, number);
    let mut facts: Vec<Fact> = Vec::new();
    for fact in state.bounds.in_memory() {
        let number = fact.bound.exact().and_then(|number| given(number));
        if let (Known::InMemory(variable, _), Some(number)) = (fact.variable, number) {
            facts.extend(in_letter(variable, number).map(|letter| Fact {
                bound: fact.bound.of(letter),
                ..fact.clone()
            }));
        }
    }
    let mut state = state.clone();
    let number = argument.and_then(|argument| {
        let fits = fits_parameter(transfer, &mut state, (routine, 0), argument);
        transfer
            .unrecorded(|transfer| number(transfer, &mut state, argument))
            .filter(|_| fits)
    });
    facts.extend(number.and_then(|number| given(&number)).map(|number| Fact {
        variable: Known::Own(LocalId(0)),
        bound: Bound::always(Told::Is, number),
    }));
    Bounds::started(facts, state.bounds.relied().to_vec())
}

/// A number as the new thread sees it: variables of the creator hold what they held when it was created. In a loop these must be the same in each round.
pub(super) fn given(transfer: &Transfer<'_, '_>, state: &State, number: &Polynomial) -> Option<Polynomial> {
    let Point::End(block) = transfer.unknown.point else {
        return None;
    };
    if is_of_ego(number) {
        return None;
    }
    let graph = transfer.analysis.graph(transfer.unknown.function);
    match round_trips(transfer.body()?, graph, block).contains(&block) {
        true => number.replaced(&|symbol| {
            let moves = variables::own_variable(transfer, symbol).is_some_and(|local| !is_steady(transfer, local));
            (!moves).then(|| Polynomial::symbol(symbol.clone()))
        }),
        false => settled(transfer, state, number),
    }
}

/// Whether a number is told by what the ego was given, which its threads were not, or by what it took.
pub(super) fn is_of_ego(number: &Polynomial) -> bool {
    let is_given = |symbol: &Symbol| matches!(symbol, Symbol::Ticket(_)) && !is_seeded(Bug::TicketsInherited);
    number.any(&|symbol| is_given(symbol) || matches!(symbol, Symbol::Taken(_)))
}

/// A number in which variables of the running function are the numbers that they hold, where these are known.
pub(super) fn settled(transfer: &Transfer<'_, '_>, state: &State, number: &Polynomial) -> Option<Polynomial> {
    number.replaced(&|symbol| {
        let held = variables::own_variable(transfer, symbol).and_then(|local| value_of(transfer, state, local));
        Some(held.map_or_else(|| Polynomial::symbol(symbol.clone()), Polynomial::constant))
    })
}

/// The number that an assignment to memory certainly writes.
pub fn intent(transfer: &Transfer<'_, '_>, state: &State, to: &Place, bounds: &[Bound]) -> Option<NumberId> {
    let is_integer = transfer.analysis.program.types.is_integer(to.ty);
    if !transfer.records() || !is_integer || variables::frame_variable(transfer, to).is_some() {
        return None;
    }
    let number = settled(transfer, state, exact(bounds)?).filter(|number| !is_of_ego(number))?;
    Some(transfer.analysis.number(&number))
}

fn exact(bounds: &[Bound]) -> Option<&Polynomial> {
    bounds.iter().find_map(|bound| bound.exact()).map(|number| &**number)
}

/// A creator of threads wrote a number into memory.
pub fn note_written(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, bounds: &[Bound]) {
    if !is_creator(transfer) || variables::frame_variable(transfer, to).is_some() {
        return;
    }
    let Some(number) = exact(bounds).and_then(|number| settled(transfer, state, number)) else {
        return;
    };
    let Scalar::Integer(ty) = variables::scalar(transfer.analysis.program, to.ty) else {
        return;
    };
    let variable = transfer.unrecorded(|transfer| in_memory(transfer, state, to));
    if let Some(variable) = variable.filter(|variable| !is_told_by(&number, *variable)) {
        state.bounds.learn(Fact {
            variable: Known::InMemory(variable, ty),
            bound: Bound::always(Told::Is, number),
        });
    }
}

/// The number that a variable of the running function holds, if it is one.
pub(super) fn value_of(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<i64> {
    let value = loads::frame_value(transfer, state, variable)?;
    i64::try_from(value.as_constant()?).ok()
}

/// Whether a number is told by what stood in some of the bytes of a variable, which hold another one now.
fn is_told_by(number: &Polynomial, variable: Variable) -> bool {
    let bytes = Bytes::at(variable.offset, variable.size);
    let meets = |object, offset, size| object == variable.object && bytes.overlaps(&Bytes::at(offset, size));
    let is_met = |symbol: &Symbol| match symbol {
        Symbol::Variable {
            object, offset, size, ..
        } => meets(*object, *offset, *size),
        Symbol::Letter(letter) => match letter.place {
            LetterPlace::Variable { object, offset, size } => meets(object, offset, size),
            LetterPlace::Member { .. } | LetterPlace::Inscribed { .. } => true,
        },
        Symbol::Ticket(_) | Symbol::Taken(_) | Symbol::Quotient(..) => false,
    };
    number.any(&is_met) && !is_seeded(Bug::ToldByThemselves)
}

/// What is known to stand in a variable in memory, as a number of a type.
pub(super) fn read(
    transfer: &Transfer<'_, '_>,
    state: &State,
    variable: Variable,
    ty: IntegerType,
) -> Option<Polynomial> {
    let known = Known::InMemory(variable, ty);
    match state.bounds.exact(known).next()? {
        number if stands_in(variable, number) => Some(Polynomial::clone(number)),
        // Others may write there, which is held against all that they write.
        number => in_letter(variable, settled(transfer, state, number)?),
    }
}

/// Whether a number is told as what stands in a variable.
fn stands_in(variable: Variable, number: &Polynomial) -> bool {
    matches!(number.as_symbol(), Some(Symbol::Letter(letter))
        if letter.place == place_of(variable))
}

/// What stands in a variable, if nobody else writes there.
fn in_letter(variable: Variable, number: Polynomial) -> Option<Polynomial> {
    let place = place_of(variable);
    Polynomial::in_letter(Letter { place, number })
}

fn place_of(variable: Variable) -> LetterPlace {
    LetterPlace::Variable {
        object: variable.object,
        offset: variable.offset,
        size: variable.size,
    }
}
