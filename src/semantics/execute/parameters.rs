//! Parameters: what a function is passed, in the frame that it is entered with.

use crate::ir::{FunctionId, LocalId};
use crate::semantics::sharing::{held, interference, names, views};
use crate::semantics::state::State;
use crate::semantics::system::{Transfer, variables};
use crate::values::{Contents, Rvalue};
use pepsin_digests::ThreadId;
use pepsin_lattice::Lattice;

/// Binds parameters in the frame of a function that is entered.
pub fn pass_arguments(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    thread: ThreadId,
    values: &[Rvalue],
) {
    let analysis = transfer.analysis;
    let Some(body) = &analysis.program.function(function).body else {
        return;
    };
    let parameters = analysis.parameters(function);
    for (number, local) in body.locals.iter().take(parameters).enumerate() {
        let object = analysis.local(function, LocalId(number as u32), thread);
        // A parameter that is memory settles what it points to.
        let passed = values.get(number).map(|value| match held::is_sensitive(analysis) {
            true => value.clone(),
            false => names::under_new_names(transfer, state, value),
        });
        let mut contents = passed.map_or_else(Contents::indeterminate, |value| {
            value.into_contents(variables::scalar(transfer.analysis.program, local.ty))
        });
        if local.address_taken {
            if views::is_reentered(transfer, state, function) {
                contents.join(&views::view(transfer, state, object));
            }
            // Other threads may still know the variable of an earlier activation by the same name.
            if views::has_escaped(transfer, state, object) && !interference::is_alone(transfer.analysis, state) {
                interference::introduce(transfer, state, object, &contents);
            }
            views::set_view(transfer, state, object, contents);
        } else {
            state.frame.set(object, contents);
        }
    }
}
