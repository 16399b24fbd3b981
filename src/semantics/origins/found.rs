//! Numbers that threads find where their arguments point, told by what their creator counted with.
//!
//! ```text
//!     for (i = 0; i < n; i++) { a[i].low = i · chunk; a[i].high = (i + 1) · chunk; create(&t[i], w, &a[i]); }
//!     thread: low  is  count · chunk      high  is  count · chunk + chunk
//! ```
//!
//! The creator knows what stands at a constant distance from the argument ([`super::inscriptions`]), as a polynomial in its variables. One of
//! these, the *count*, never holds the same number at the creation again; that the others stay what they are while several threads run is held
//! against all writes ([`crate::semantics::evidence`]). So for two threads of the creation the polynomial is the same, and their counts differ,
//! though neither thread has its count in a variable. What
//! a thread reads there is a letter ([`super::letters`]) with this polynomial, which holds if nobody writes anything else there.

use std::rc::Rc;

use crate::ir::{Expr, LocalId, Place};
use crate::races::{Given, Letter, LetterPlace, Polynomial, Symbol};
use crate::semantics::origins::rounds::{Steps, is_steady};
use crate::semantics::origins::{bounds, inscriptions, letters, owned};
use crate::semantics::state::bounds::{Bound, Last, Told};
use crate::semantics::state::inscriptions::Inscription;
use crate::semantics::state::{Found, State, Table};
use crate::semantics::system::{Transfer, variables};
use crate::values::Scalar;
use pepsin_digests::{EdgeId, ThreadId};

/// What the creator counts with.
#[derive(Clone, Copy)]
pub struct Count {
    /// The variable.
    pub variable: LocalId,
    /// By how much it grows.
    pub steps: Steps,
}

/// The variable by which numbers are told that is another one at each creation.
pub fn count(
    transfer: &Transfer<'_, '_>,
    inscribed: &[(i64, Inscription)],
    never_again: &dyn Fn(LocalId) -> Option<Steps>,
) -> Option<Count> {
    let mut variables = inscribed.iter().flat_map(|(_, known)| known.number.variables());
    variables.find_map(|variable| {
        let steps = never_again(variable).filter(|_| !is_steady(transfer, variable))?;
        Some(Count { variable, steps })
    })
}

/// The numbers at constant distances from an argument, as the new thread sees them.
pub fn found(
    transfer: &Transfer<'_, '_>,
    state: &State,
    inscribed: &[(i64, Inscription)],
    count: Option<Count>,
) -> Table<Found> {
    let counts = count.map(|count| count.variable);
    let settled = |number: &Polynomial| letters::settled(transfer, state, number);
    let is_count = |symbol| counts.is_some() && variables::own_variable(transfer, symbol) == counts;
    let found = inscribed.iter().filter_map(|(offset, known)| {
        let number = inscriptions::polynomial(transfer, &known.number, counts)?;
        let unless = match &known.unless {
            Some(last) => Some(Rc::new(Last {
                counted: is_count(&last.counted).then_some(Symbol::Ticket(Given::Count))?,
                number: settled(&last.number)?,
            })),
            None => None,
        };
        Some(Found {
            offset: *offset,
            ty: known.ty,
            bound: Bound {
                cycle: None,
                told: known.told,
                number: Rc::new(settled(&number)?),
                unless,
            },
            pattern: inscriptions::pattern(transfer, known),
        })
    });
    found.collect()
}

/// The number that the ego finds at a place, if that is where its argument points.
pub fn read(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, ty: Scalar) -> Option<Polynomial> {
    let all = at(transfer, state, place, ty)?;
    let mut exact = all.found.iter().filter(|found| all.has(found));
    let number = exact.find_map(|found| found.bound.exact())?;
    all.standing_there(number)
}

/// Below what an expression is that the ego finds where its argument points.
pub fn ends(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Vec<Bound> {
    let place = bounds::loaded_number(transfer, state, expr);
    let all = place.and_then(|place| match variables::scalar(transfer.analysis.program, place.ty) {
        ty @ Scalar::Integer(_) => at(transfer, state, place, ty),
        _ => None,
    });
    let Some(all) = all else { return Vec::new() };
    let ends = all
        .found
        .iter()
        .filter(|found| all.has(found) && found.bound.told == Told::Below);
    let ends = ends.filter_map(|found| Some(found.bound.of(all.standing_there(&found.bound.number)?)));
    ends.collect()
}

/// A place where the ego's argument points.
struct FoundAt {
    creator: ThreadId,
    edge: EdgeId,
    offset: i64,
    ty: Scalar,
    /// What is known of all that.
    found: Table<Found>,
}

impl FoundAt {
    fn has(&self, found: &Found) -> bool {
        (found.offset, found.ty) == (self.offset, self.ty)
    }

    /// A number that stands there, or that bounds it, as long as nobody writes anything else there.
    fn standing_there(&self, number: &Polynomial) -> Option<Polynomial> {
        Polynomial::in_letter(Letter {
            place: LetterPlace::Member {
                creator: self.creator,
                edge: self.edge,
                offset: self.offset,
            },
            number: number.clone(),
        })
    }
}

fn at(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, ty: Scalar) -> Option<FoundAt> {
    let ticket = state.owned.ticket.as_ref();
    let ticket = ticket.filter(|ticket| !ticket.marks.found.is_empty())?;
    let (creator, edge, found) = (ticket.creator, ticket.edge, ticket.marks.found.clone());
    let address = owned::memory_given(transfer, state, place).filter(|_| !owned::is_bit_field(transfer, place))?;
    Some(FoundAt {
        creator,
        edge,
        offset: address.offset?,
        ty,
        found,
    })
}

/// What is counted with, as a number.
pub fn counted() -> Polynomial {
    Polynomial::symbol(Symbol::Ticket(Given::Count))
}
