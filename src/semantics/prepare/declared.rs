//! What a program names: what it declares and does not define, and the functions whose address it takes.

use std::collections::BTreeMap;

use crate::ir::{Expr, FunctionId, GlobalId, Program};

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
    for function in &program.functions {
        function.body.iter().for_each(|body| body.expressions(&mut see));
    }
    for global in &program.globals {
        global
            .initial
            .iter()
            .for_each(|initial| initial.value.expressions(&mut see));
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}
