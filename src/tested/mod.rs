//! Which results of calls a program tests: those that may decide what it does next.
//!
//! Whoever follows the failure of a call wants to know whether the program looks at what the call returned. A program that does not,
//! goes on as if the call had succeeded, and what it does then with a null pointer or with a thread that was never created is undefined.
//!
//! A variable is tested if its value flows into the condition of a branch, or tells where an access lies or which function is called:
//!
//! ```text
//!     branch (… x …)        ⟹  x is tested
//!     a[… x …], p + (… x …) ⟹  x is tested
//!     y = (… x …), y tested ⟹  x is tested
//! ```
//!
//! Flow is told apart by variables and fields, neither by places in the program nor by objects. Arguments flow into parameters, and results
//! out of functions; through a function without body as far as its row says what it reads and writes ([`passing`]). What is written through
//! a pointer `*p` may be read under any name, and what is written under a name may be read through any pointer; only pointers and numbers are
//! told apart ([`variables`]). A value that is only followed, as the pointer is in `p->x`, decides nothing.
//!
//! Flow that is not there costs a proof where it is taken for one, since the failure of a call that nobody looks at is followed; flow that
//! is missed makes code behind a failure dead. So there is more flow than what the text shows, and each bit of it is as *evident* as the
//! least evident step. A proof considers all of it. An execution that shows a race lets a call fail only where the flow is in the text.
//!
//! A call that tells failure by a variable that it leaves as it was is tested if that variable is: `if (!id)` behind `pthread_create(&id, …)`.
//!
//! This layer knows the rows of the library, and neither analysis nor execution.

mod bytes;
mod flow;
mod passing;
mod variables;

use std::collections::BTreeMap;

use crate::ir::{Expr, FunctionId, Place, Program};
use crate::library::Library;
use crate::library::model::{Effect, Model};
use flow::Flow;
use variables::{Variable, Variables};

/// The variables whose values may decide what the program does.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// How evident it is, for each.
    reached: BTreeMap<Variable, Evidence>,
    variables: Variables,
}

/// How evident it is that a value flows somewhere, the most evident first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    /// From one named variable to another.
    Named,
    /// Through memory that may be the same, as far as its type tells.
    Held,
    /// By bytes of another type, or by a function of which it is not known what it does with them.
    Possible,
}

/// Whether a program looks at what a call tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// It does not.
    #[default]
    Never,
    /// That cannot be told.
    Perhaps,
    /// It does.
    Surely,
}

/// Where a call tells whether it succeeded.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The function that calls.
    pub caller: FunctionId,
    /// Where the result goes.
    pub to: Option<&'a Place>,
    /// The arguments.
    pub arguments: &'a [Expr],
    /// The row of what is called, if it is known.
    pub model: Option<&'a Model>,
}

impl Tested {
    /// Finds what a program tests.
    pub fn of(program: &Program, library: &Library) -> Self {
        let variables = Variables::of(program);
        let reached = Flow::of(program, library, &variables).into_decisions();
        Tested { reached, variables }
    }

    /// Whether a program looks at what a call tells.
    pub fn look(&self, program: &Program, call: Telling<'_>) -> Look {
        let written = |place| self.variables.written(program, call.caller, place);
        let by_result = call
            .to
            .into_iter()
            .flat_map(written)
            .filter_map(|way| self.evidence(way));
        let by_variable = told_through(call).into_iter().flat_map(|(argument, least)| {
            let written = self.variables.behind(program, call.caller, argument).written;
            let evident = written.into_iter().filter_map(|way| self.evidence(way));
            evident.filter(move |evidence| *evidence <= least)
        });
        match by_result.chain(by_variable).min() {
            None => Look::Never,
            Some(Evidence::Possible) => Look::Perhaps,
            Some(Evidence::Named | Evidence::Held) => Look::Surely,
        }
    }

    /// How evident it is that what is written in a way decides something.
    fn evidence(&self, (variable, step): (Variable, Evidence)) -> Option<Evidence> {
        self.reached.get(&variable).map(|evidence| step.max(*evidence))
    }
}

/// The argument behind which a call stores what it was asked for, and how evident a look at it has to be. Ids of threads are hardly ever
/// looked at but by the library, which wants those of threads.
fn told_through(call: Telling<'_>) -> Option<(&Expr, Evidence)> {
    let (argument, least) = match call.model?.effect {
        Some(Effect::Create { id: Some(id), .. }) => (id, Evidence::Named),
        Some(Effect::Allocate { to: Some(to), .. }) => (to, Evidence::Possible),
        _ => return None,
    };
    Some((call.arguments.get(argument)?, least))
}
