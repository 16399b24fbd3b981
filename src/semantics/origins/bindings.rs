//! Bindings: how what is known by symbolic address passes calls.
//!
//! While a function runs, the variables of its callers whose address is never taken stay as they are. So a symbolic
//! address of the caller holds in the callee as well, spelled in two ways:
//! - *by parameters*, if a parameter that is never assigned holds a value at a constant distance from it: callers that
//!   know the same of what they pass agree on it;
//! - *from outside*, by variables one more call ago.
//!
//! Behind the call both are turned back. What is known in terms of the callee's other variables ends with them.
//! All of it is relative to the callers of one call each, so calls from several places can be joined.

use crate::ir::{Expr, FunctionId};
use crate::semantics::evaluate::expressions;
use crate::semantics::origins::{regions, symbolic};
use crate::semantics::state::symbolic::Variable;
use crate::semantics::state::{Bindings, State};
use crate::semantics::system::Transfer;

/// What is known of the arguments with which a function is called.
pub fn bindings(transfer: &Transfer<'_, '_>, state: &mut State, function: FunctionId, arguments: &[Expr]) -> Bindings {
    let mut bindings = Bindings::default();
    let analysis = transfer.analysis;
    for &parameter in &analysis.shape(function).lasting {
        let Some(argument) = arguments.get(parameter.0 as usize) else {
            continue;
        };
        if analysis.program.types.is_pointer(argument.ty()) {
            let address = symbolic::symbolic(transfer, state, argument);
            bindings.pointers.extend(address.map(|address| (parameter, address)));
            let owner = regions::owned_pointer(transfer, state, argument);
            bindings.owners.extend(owner.map(|owner| (parameter, owner)));
        } else if let Some(variable) = expressions::variable_behind_casts(transfer, state, argument) {
            bindings.numbers.push((parameter, Variable::own(variable)));
        }
    }
    bindings
}
