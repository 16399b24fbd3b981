//! Once-controls (`pthread_once`): who returns has the routine behind it, whoever ran it.

use crate::semantics::acts::locks;
use crate::semantics::calls::{bodies, ends};
use crate::semantics::effects::{blocking, rounds};
use crate::semantics::outside::functions;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, OperandFacts, Transfer};
use crate::values::Value;
use pepsin_digests::{Action, MayBe, OnceOperand};
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

/// The only operand of an action on a once-control.
const ONCE: OnceOperand = OnceOperand(0);

/// `pthread_once`: the ego runs the routine, or finds that it was run.
pub fn once(transfer: &Transfer<'_, '_>, state: State, control: &Value, routine: &Value) -> Result<Vec<State>, Stop> {
    let names = transfer.analysis.digests.names();
    let place = rounds::unique_place(transfer.analysis, control).filter(|place| {
        let written = transfer.io.global(Global::OnceRewritten(place.object));
        let is_written = written != Fact::Nothing && !is_seeded(Bug::OnceMadeAnew);
        (transfer.analysis.is_once_control(place.object) || is_seeded(Bug::OnceInAnyMemory)) && !is_written
    });
    let onces = place.map_or(MayBe::Unknown, |place| MayBe::Definite(names.once(place)));
    let facts = OperandFacts {
        onces,
        ..OperandFacts::none(transfer.analysis)
    };
    let digests = &transfer.analysis.digests;
    let mut after = Vec::new();
    let entered = digests.step(state.past.id, &Action::OnceEnter { once: ONCE }, &facts);
    let routines = functions::functions_of(transfer, routine);
    let routines = ends::called_back(transfer, routines);
    blocking::note_wait_for_once(transfer, &state, control);
    for mut inside in locks::continue_with(transfer, state.clone(), &entered) {
        blocking::note_inside_once(transfer, &mut inside, control);
        for &function in &routines {
            for mut done in bodies::call_body(transfer, inside.clone(), None, function, &[])? {
                blocking::note_outside_once(transfer, &mut done, control);
                let finished = transfer
                    .analysis
                    .digests
                    .step(done.past.id, &Action::OnceFinish { once: ONCE }, &facts);
                after.extend(locks::continue_with(transfer, done, &finished));
            }
        }
    }
    let skipped = transfer
        .analysis
        .digests
        .step(state.past.id, &Action::OnceSkip { once: ONCE }, &facts);
    after.extend(locks::continue_with(transfer, state, &skipped));
    Ok(after)
}
