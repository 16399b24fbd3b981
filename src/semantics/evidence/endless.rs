//! Functions that are entered and never return, though nothing explains it.
//!
//! Behind a call that never returns all is dead. That is right behind an exit, a loop without end or a wait for what never comes, but
//! where only recursion would be the reason, what was called is rather not what the program calls: nothing may rest on it.
//!
//! ```text
//!     f is explained  iff  a stop stands in its reached code, or all that it calls returns (then it ends in what is undefined),
//!                          or it calls, without return, a function that is explained
//! ```

use std::collections::BTreeSet;

use crate::ir::{Block, Body, Callee, FunctionId, InstructionKind, Terminator};
use crate::library::model::Effect;
use crate::races::{Effect as Consequence, Obstacle};
use crate::semantics::system::{Analysis, Recorder, Returning};

/// An obstacle for each function that never returns for no reason but recursion, where it is called first.
pub fn endless_recursions(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<Obstacle> {
    let returning: BTreeSet<FunctionId> = recorder
        .calls
        .iter()
        .filter(|(_, call)| call.returns == Returning::Sometimes)
        .map(|((_, callee), _)| *callee)
        .collect();
    let never: Vec<(FunctionId, FunctionId)> = recorder
        .calls
        .keys()
        .filter(|(_, callee)| !returning.contains(callee))
        .copied()
        .collect();
    let callees: BTreeSet<FunctionId> = never.iter().map(|(_, callee)| *callee).collect();
    let mut explained: BTreeSet<FunctionId> = callees
        .iter()
        .filter(|function| {
            has_stop(analysis, recorder, **function) || !never.iter().any(|(caller, _)| caller == *function)
        })
        .copied()
        .collect();
    loop {
        let before = explained.len();
        let by_callee = never.iter().filter(|(_, callee)| explained.contains(callee));
        let callers: Vec<FunctionId> = by_callee.map(|(caller, _)| *caller).collect();
        explained.extend(callers);
        if explained.len() == before {
            break;
        }
    }
    callees
        .difference(&explained)
        .filter_map(|function| {
            let call = recorder.calls.iter().find(|((_, callee), _)| callee == function)?;
            let name = &analysis.program.function(*function).name;
            Some(Obstacle {
                at: call.1.at,
                what: format!("`{name}` never returns, and only endless recursion explains it"),
                effect: Consequence::MayHideRace,
            })
        })
        .collect()
}

/// Whether reached code of a function has something that may end or halt a thread.
fn has_stop(analysis: &Analysis<'_>, recorder: &Recorder, function: FunctionId) -> bool {
    let Some(body) = &analysis.program.function(function).body else {
        return true;
    };
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let stops = |callee: FunctionId| {
        let function = analysis.program.function(callee);
        let model = analysis.library.model(&function.name);
        let effect = model.and_then(|model| model.effect.as_ref());
        function.no_return || function.body.is_none() && effect.is_some_and(may_stop)
    };
    has_loop(body)
        || instructions.any(|instruction| match &instruction.kind {
            InstructionKind::Call { callee, .. } if recorder.reached.contains(&instruction.at) => match callee {
                Callee::Function(callee) => stops(*callee),
                Callee::Pointer(_) => true,
            },
            _ => false,
        })
}

fn may_stop(effect: &Effect) -> bool {
    let ends = matches!(
        effect,
        Effect::Terminate {} | Effect::ProcessExit { .. } | Effect::ThreadExit { .. } | Effect::Assume { .. }
    );
    ends || effect.waits()
}

/// Whether some block leads to itself, or ends in what never goes on: blocks are taken away that nothing left leads to.
fn has_loop(body: &Body) -> bool {
    let targets = |block: &Block| block.terminator.successors();
    let mut leading = vec![0_u32; body.blocks.len()];
    for target in body.blocks.iter().flat_map(targets) {
        leading[target.0 as usize] += 1;
    }
    let mut free: Vec<usize> = (0..leading.len()).filter(|block| leading[*block] == 0).collect();
    let mut taken = 0;
    while let Some(block) = free.pop() {
        taken += 1;
        for target in targets(&body.blocks[block]) {
            leading[target.0 as usize] -= 1;
            if leading[target.0 as usize] == 0 {
                free.push(target.0 as usize);
            }
        }
    }
    let halts = |block: &Block| matches!(block.terminator, Terminator::Unreachable | Terminator::Computed { .. });
    taken < body.blocks.len() || body.blocks.iter().any(halts)
}
