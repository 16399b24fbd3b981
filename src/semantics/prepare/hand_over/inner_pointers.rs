//! What lies inside of a function's own variables, as variables: `batch.first`, `jobs[i]`.
//!
//! As long as nobody has the address of a variable, only the text of its function reaches a pointer in it. `jobs[i]` is one place as long as
//! `i` keeps its value, and whatever is stored in another element of `jobs` may be stored there, too.

use std::collections::BTreeMap;

use crate::ir::{Body, Expr, Local, LocalId, Place, Projection, Root, Types};

/// One step of the way to a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// To a field.
    Field(u32),
    /// To this element.
    At(i128),
    /// To the element that a variable of the function chooses.
    Chosen(LocalId),
}

/// The pointers inside of the variables of a function, each with a number that no variable has.
#[derive(Clone, Debug, Default)]
pub struct InnerPointers {
    numbers: BTreeMap<(LocalId, Vec<Step>), LocalId>,
    /// By the variable in which they lie, and by those that choose them.
    of: BTreeMap<LocalId, Vec<LocalId>>,
}

impl InnerPointers {
    /// Those of a function.
    pub fn of(types: &Types, body: &Body) -> Self {
        let mut members = InnerPointers::default();
        let mut next = body.locals.len() as u32;
        body.places(&mut |place| {
            let Some(name) = name(body, place).filter(|_| types.is_pointer(place.ty)) else {
                return;
            };
            if members.numbers.contains_key(&name) {
                return;
            }
            let number = LocalId(next);
            next += 1;
            let chosen_by = name.1.iter().filter_map(|step| match step {
                Step::Chosen(index) => Some(*index),
                Step::Field(_) | Step::At(_) => None,
            });
            for variable in chosen_by.chain([name.0]) {
                members.of.entry(variable).or_default().push(number);
            }
            members.numbers.insert(name, number);
        });
        members
    }

    /// The number of the member that a place is.
    pub fn number(&self, body: &Body, place: &Place) -> Option<LocalId> {
        match self.numbers.is_empty() {
            true => None,
            false => self.numbers.get(&name(body, place)?).copied(),
        }
    }

    /// The members that may be others, or hold something else, once a variable has changed.
    pub fn changed_with(&self, variable: LocalId) -> &[LocalId] {
        self.of.get(&variable).map_or(&[], Vec::as_slice)
    }
}

/// The variable in which a place lies, of which nobody has the address, and the way there.
fn name(body: &Body, place: &Place) -> Option<(LocalId, Vec<Step>)> {
    let own = |local: LocalId| {
        let held = body.locals.get(local.0 as usize);
        held.is_some_and(|held: &Local| !held.address_taken).then_some(local)
    };
    let Root::Local(local) = place.root else { return None };
    if place.projections.is_empty() {
        return None;
    }
    let steps = place.projections.iter().map(|projection| match projection {
        Projection::Field(_, field) => Some(Step::Field(*field)),
        Projection::Index(index, _) => match &**index {
            Expr::Load(index) => index.as_local().and_then(own).map(Step::Chosen),
            index => index.as_number().map(Step::At),
        },
    });
    Some((own(local)?, steps.collect::<Option<_>>()?))
}
