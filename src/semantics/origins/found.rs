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
use std::sync::Arc;

use crate::ir::{LocalId, Place};
use crate::races::{Given, Letter, LetterPlace, Polynomial, Symbol};
use crate::semantics::origins::rounds::{Steps, is_steady};
use crate::semantics::origins::{inscriptions, letters, owned};
use crate::semantics::state::inscriptions::Inscription;
use crate::semantics::state::{Found, State, Table};
use crate::semantics::system::Transfer;
use crate::values::IntegerType;

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
    let found = inscribed.iter().filter_map(|(offset, known)| {
        let number = inscriptions::polynomial(transfer, &known.number, count.map(|count| count.variable))?;
        Some(Found {
            offset: *offset,
            ty: known.ty,
            number: Rc::new(letters::settled(transfer, state, &number)?),
            pattern: inscriptions::pattern(transfer, known),
        })
    });
    found.collect()
}

/// What the ego finds at a place, if that is where its argument points.
pub fn read(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, ty: IntegerType) -> Option<Polynomial> {
    let ticket = state
        .owned
        .ticket
        .as_ref()
        .filter(|ticket| !ticket.marks.found.is_empty())?;
    let (creator, edge, found) = (ticket.creator, ticket.edge, ticket.marks.found.clone());
    let address = owned::memory_given(transfer, state, place).filter(|_| !owned::is_bit_field(transfer, place))?;
    let mut found = found.iter();
    let found = found.find(|found| Some(found.offset) == address.offset && found.ty == ty)?;
    Some(Polynomial::symbol(Symbol::Letter(Arc::new(Letter {
        place: LetterPlace::Member {
            creator,
            edge,
            offset: found.offset,
        },
        number: Polynomial::clone(&found.number),
    }))))
}

/// What is counted with, as a number.
pub fn counted() -> Polynomial {
    Polynomial::symbol(Symbol::Ticket(Given::Count))
}
