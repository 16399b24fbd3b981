//! Models of users: that they are for functions as the program declares them, those that count in place of bodies, and those that a result
//! rests on.

use crate::ir::{Callee, Expr, Function, FunctionId, InstructionKind, Position, Program, TypeKind, Types};
use crate::library::{Library, Stated};
use crate::races::Assumption;
use std::collections::BTreeSet;

/// Takes away the bodies in whose place a user's model counts.
///
/// # Errors
/// If a model is for a function that has a body, and does not say that it replaces that; or for `main`; or names an argument that the
/// function does not have.
pub fn apply(program: &mut Program, library: &Library) -> Result<(), Vec<String>> {
    let main = program.main;
    let mut errors = Vec::new();
    for (number, function) in program.functions.iter_mut().enumerate() {
        let Some((_, stated)) = library.stated_by_name(&function.name) else {
            continue;
        };
        errors.extend(absent_arguments(function, stated, &program.types));
        if function.body.is_none() {
            continue;
        }
        let name = &function.name;
        if FunctionId(number as u32) == main {
            errors.push(format!("{}: error: `{name}` is the program itself.", stated.at));
        } else if stated.replaces_body {
            function.body = None;
        } else {
            errors.push(format!(
                "{}: error: `{name}` has a body in the program; a row counts in its place with `replace = true`.",
                stated.at
            ));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// What there is to say of the arguments that a row names and the function does not have, each once.
fn absent_arguments(function: &Function, stated: &Stated, types: &Types) -> Vec<String> {
    let TypeKind::Function(ty) = types.kind(function.ty) else {
        return Vec::new();
    };
    let has = ty.parameters.len();
    let absent = stated
        .arguments
        .iter()
        .filter(|(argument, _)| *argument >= has && !ty.variadic);
    let message = |(argument, at): &(usize, String)| {
        let parameters = match has {
            0 => "no parameter".to_owned(),
            1 => "one parameter".to_owned(),
            has => format!("{has} parameters"),
        };
        format!(
            "{at}: error: The row of `{}` names argument {argument}, and the function has {parameters} (arguments are counted from 0).",
            function.name
        )
    };
    let mut messages: Vec<String> = absent.map(message).collect();
    messages.dedup();
    messages
}

/// The models of users on which a result rests: those of functions that are called, or whose addresses are taken, at places that were
/// reached.
pub fn assumptions(program: &Program, library: &Library, reached: &BTreeSet<Position>) -> Vec<Assumption> {
    let used = used(program, reached).into_iter();
    let stated = used.filter_map(|function| {
        let function = program.function(function);
        let stated = library
            .model(&function.name)
            .filter(|_| function.body.is_none())?
            .stated
            .as_ref()?;
        Some(Assumption {
            what: format!("`{}` does what its model says ({}).", function.name, stated.at),
            setting: Some("models"),
        })
    });
    stated.collect()
}

/// The functions that are named at places that were reached, or in initialisers.
fn used(program: &Program, reached: &BTreeSet<Position>) -> BTreeSet<FunctionId> {
    let mut used = BTreeSet::new();
    let mut see = |expr: &Expr| {
        if let Expr::Function(function, _) = expr {
            used.insert(*function);
        }
    };
    for initial in program.globals.iter().flat_map(|global| &global.initial) {
        initial.value.expressions(&mut see);
    }
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut called = BTreeSet::new();
    for instruction in bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.instructions)) {
        if !reached.contains(&instruction.at) {
            continue;
        }
        instruction.kind.expressions(&mut see);
        if let InstructionKind::Call {
            callee: Callee::Function(function),
            ..
        } = &instruction.kind
        {
            called.insert(*function);
        }
    }
    used.extend(called);
    used
}
