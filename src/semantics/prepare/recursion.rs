//! Which functions may have two running activations in one thread, by the text alone.
//!
//! A function is *recursive* if it is on a cycle of the call graph. In that graph a call through a pointer may call each function whose
//! address is taken, and so may the library where it calls back: what sorts and searches, runs a routine once, ends a thread or the
//! process, and what has no model. If threads are cancelled, each function of the library may end one.
//! Who calls nobody that is left is on no cycle, nor is who is called by nobody that is left; both are taken away until nothing changes.
//! What remains is a superset of all cycles (those on ways from one to another remain, too), found in time linear in the calls.

use super::declared::address_taken;
use crate::ir::{Body, Callee, FunctionId, InstructionKind, Program};
use crate::library::Library;
use crate::library::model::Effect;

/// For each function, whether it may be recursive.
pub fn recursive(program: &Program, library: &Library) -> Vec<bool> {
    let count = program.functions.len();
    // The last node stands for whoever calls through a pointer.
    let anybody = count;
    let is_cancelled = calls_of_bodiless(program)
        .any(|function| matches!(effect(program, library, function), Some(Effect::Cancel { .. })));
    let calls_back = |function: FunctionId| match library.model(&program.function(function).name) {
        None => true,
        Some(model) => is_cancelled || model.effect.as_ref().is_some_and(calls_back),
    };
    let mut callees: Vec<Vec<usize>> = program
        .functions
        .iter()
        .enumerate()
        .map(|(number, function)| match &function.body {
            Some(body) => direct_callees(body, anybody),
            None if calls_back(FunctionId(number as u32)) => vec![anybody],
            None => Vec::new(),
        })
        .collect();
    let at_exit = (0..count).filter(|number| program.functions[*number].destructor.is_some());
    let taken = address_taken(program).into_iter().map(|function| function.0 as usize);
    callees.push(at_exit.chain(taken).collect());
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for (caller, callees) in callees.iter().enumerate() {
        callees.iter().for_each(|callee| callers[*callee].push(caller));
    }
    let mut left = vec![true; count + 1];
    take_away(&mut left, &callees, &callers);
    take_away(&mut left, &callers, &callees);
    left.truncate(count);
    left
}

/// Takes away who has no successor that is left, again and again.
fn take_away(left: &mut [bool], successors: &[Vec<usize>], predecessors: &[Vec<usize>]) {
    let mut degrees: Vec<usize> = successors
        .iter()
        .map(|successors| successors.iter().filter(|node| left[**node]).count())
        .collect();
    let mut open: Vec<usize> = (0..left.len())
        .filter(|node| left[*node] && degrees[*node] == 0)
        .collect();
    while let Some(node) = open.pop() {
        left[node] = false;
        for &predecessor in predecessors[node].iter().filter(|node| left[**node]) {
            degrees[predecessor] -= 1;
            if degrees[predecessor] == 0 {
                open.push(predecessor);
            }
        }
    }
}

/// The functions that a body calls, each as often as it does.
fn direct_callees(body: &Body, anybody: usize) -> Vec<usize> {
    callees(body)
        .map(|callee| match callee {
            Callee::Function(function) => function.0 as usize,
            Callee::Pointer(_) => anybody,
        })
        .collect()
}

fn callees(body: &Body) -> impl Iterator<Item = &Callee> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call { callee, .. } => Some(callee),
        _ => None,
    })
}

fn calls_of_bodiless(program: &Program) -> impl Iterator<Item = FunctionId> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let called = bodies.flat_map(callees).filter_map(|callee| match callee {
        Callee::Function(function) => Some(*function),
        Callee::Pointer(_) => None,
    });
    called.filter(|function| program.function(*function).body.is_none())
}

fn effect<'l>(program: &Program, library: &'l Library, function: FunctionId) -> Option<&'l Effect> {
    library.model(&program.function(function).name)?.effect.as_ref()
}

/// Whether functions of the program may run before a call returns, or instead.
fn calls_back(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Once { .. }
            | Effect::Sort { .. }
            | Effect::Search { .. }
            | Effect::CallBack { .. }
            | Effect::ThreadExit { .. }
            | Effect::ProcessExit { .. }
            | Effect::Unsupported { .. }
            | Effect::Unwind {}
            | Effect::SystemCall { .. }
            | Effect::Break { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::take_away;

    /// Which of the nodes of a graph are left, as a text of their numbers.
    fn left(successors: &[&[usize]]) -> String {
        let successors: Vec<Vec<usize>> = successors.iter().map(|list| list.to_vec()).collect();
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (node, list) in successors.iter().enumerate() {
            list.iter().for_each(|successor| predecessors[*successor].push(node));
        }
        let mut left = vec![true; successors.len()];
        take_away(&mut left, &successors, &predecessors);
        take_away(&mut left, &predecessors, &successors);
        let numbers = left.iter().enumerate().filter(|(_, left)| **left);
        numbers.map(|(number, _)| number.to_string()).collect()
    }

    #[test]
    fn what_calls_no_cycle_and_what_no_cycle_calls_is_taken_away() {
        assert_eq!(left(&[&[1, 2], &[2, 2], &[]]), "");
        assert_eq!(left(&[&[0]]), "0");
        assert_eq!(left(&[&[1], &[2, 4], &[3], &[1], &[]]), "123");
    }

    #[test]
    fn what_lies_between_cycles_is_left() {
        assert_eq!(left(&[&[0, 1], &[2], &[2, 3], &[]]), "012");
    }
}
