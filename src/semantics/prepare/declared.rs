//! What a program names: what it declares and does not define, and what it takes the address of.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Expr, FunctionId, GlobalId, Program, Root};

/// What a program declares and does not define, by name.
pub struct Undefined {
    /// The variables.
    pub variables: BTreeMap<String, GlobalId>,
    /// The functions.
    pub functions: BTreeMap<String, FunctionId>,
}

impl Undefined {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let variables = (0..).zip(&program.globals).filter(|(_, global)| !global.defined);
        let functions = (0..)
            .zip(&program.functions)
            .filter(|(_, function)| function.body.is_none());
        Undefined {
            variables: variables
                .map(|(number, global)| (global.name.clone(), GlobalId(number)))
                .collect(),
            functions: functions
                .map(|(number, function)| (function.name.clone(), FunctionId(number)))
                .collect(),
        }
    }
}

/// The functions whose address a program takes, in order.
pub fn address_taken(program: &Program) -> Vec<FunctionId> {
    let mut taken = Vec::new();
    let mut see = |expr: &Expr| {
        if let Expr::Function(function, _) = expr {
            taken.push(*function);
        }
    };
    program.expressions(&mut see);
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// The variables with static storage whose address a program takes.
pub fn variables_taken(program: &Program) -> BTreeSet<GlobalId> {
    let mut taken = BTreeSet::new();
    program.expressions(&mut |expr| {
        if let Expr::AddressOf(place, _) = expr
            && let Root::Global(global) = place.root
        {
            taken.insert(global);
        }
    });
    taken
}
