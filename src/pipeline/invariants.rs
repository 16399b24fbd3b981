//! Invariants of loops, for witnesses: what the solution says of the variables that conditions of loops read.
//!
//! Control at the head of a loop goes on to evaluate its condition. Whatever value a variable has there, the thread may read it next,
//! so it is among the values that the solution claims for that read, whoever changes the variable in other executions.

use std::collections::BTreeSet;

use crate::config::Settings;
use crate::ir::graph::Graph;
use crate::ir::loops::loops;
use crate::ir::{
    Block, BlockId, Body, Expr, FunctionId, LocalKind, Place, Position, Program, Root, Terminator, TypeId, TypeKind,
};
use crate::limits::Watch;
use crate::races::Arguments;
use crate::semantics::{Claims, Detail, Precision};
use crate::values::{IntegerType, Value};
use crate::witness::Invariant;

use super::Errors;
use super::solving::analyse;

/// The invariants that a second solution of the program claims; none if it is not complete.
///
/// # Errors
/// If the constraint system cannot be set up, which it was before.
pub fn invariants(program: &Program, settings: &Settings, watch: &Watch) -> Result<Vec<Invariant>, Errors> {
    let arguments = Arguments::standard();
    let precision = Precision::ordinary(settings.contexts);
    let outcome = analyse(
        program,
        settings,
        arguments.catalogue(),
        precision,
        Detail::Claims,
        watch,
    )?;
    let Some(claims) = outcome.claims.filter(|_| outcome.evidence.cut.is_none()) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    let mut places = BTreeSet::new();
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for block in heads(body) {
            let invariant = invariant(program, &claims, FunctionId(number as u32), body, block);
            found.extend(invariant.filter(|invariant| places.insert((invariant.at, invariant.formula.clone()))));
        }
    }
    Ok(found)
}

/// The blocks that begin loops with their conditions.
fn heads(body: &Body) -> Vec<&Block> {
    let mut headers: Vec<BlockId> = loops(body, &Graph::new(body))
        .iter()
        .map(|found| found.header)
        .collect();
    headers.sort_unstable();
    let blocks = headers.iter().map(|header| &body.blocks[header.0 as usize]);
    let is_test =
        |block: &&Block| block.instructions.is_empty() && matches!(block.terminator, Terminator::Branch { .. });
    blocks.filter(is_test).collect()
}

/// What the solution says of the one variable that a condition reads, if it reads one.
fn invariant(
    program: &Program,
    claims: &Claims,
    function: FunctionId,
    body: &Body,
    block: &Block,
) -> Option<Invariant> {
    let Terminator::Branch { condition, .. } = &block.terminator else {
        return None;
    };
    let mut read = Vec::new();
    loads(condition, &mut read)?;
    let [place] = read.as_slice() else { return None };
    let (name, ty) = variable(program, body, place)?;
    // What the linker tells apart by other names has no name in C.
    let is_identifier = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_identifier {
        return None;
    }
    let value = claimed(claims, place.at)?;
    Some(Invariant {
        at: block.at,
        function,
        formula: formula(program, name, ty, &value)?,
    })
}

/// Collects the places that an expression reads; `None` if it reads any in a way that depends on others.
fn loads<'e>(expression: &'e Expr, read: &mut Vec<&'e Place>) -> Option<()> {
    match expression {
        Expr::Load(place) if place.projections.is_empty() => read.push(place),
        Expr::Load(_) | Expr::AddressOf(..) | Expr::Unknown(_) => return None,
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => loads(operand, read)?,
        Expr::Binary(_, left, right, _) => {
            loads(left, read)?;
            loads(right, read)?;
        }
        Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) => {}
    }
    Some(())
}

/// The name and type of a variable of the source.
fn variable<'p>(program: &'p Program, body: &'p Body, place: &Place) -> Option<(&'p str, TypeId)> {
    match place.root {
        Root::Local(local) => {
            let local = &body.locals[local.0 as usize];
            (local.kind != LocalKind::Temporary).then_some((local.name.as_str(), local.ty))
        }
        Root::Global(global) => {
            let global = program.global(global);
            Some((global.name.as_str(), global.ty))
        }
        Root::Deref(_) => None,
    }
}

/// The values that any thread may read at a place.
fn claimed(claims: &Claims, at: Position) -> Option<Value> {
    use pepsin_lattice::Lattice;
    let mut joined = Value::NOTHING;
    for (_, value) in claims.loads.iter().filter(|((place, _), _)| *place == at) {
        joined.join(value);
    }
    let numbers_only = joined.as_addresses().targets().is_empty() && joined.as_addresses().origin().is_none();
    (numbers_only && !joined.is_indeterminate()).then_some(joined)
}

/// An interval as an expression in C, without the bounds that the type has anyway.
fn formula(program: &Program, name: &str, ty: TypeId, value: &Value) -> Option<String> {
    let TypeKind::Integer { size, signed } = *program.types.kind(ty) else {
        return None;
    };
    let all = IntegerType::of_size(size, signed);
    let (least, most) = (all.low(), all.high());
    let (low, high) = (value.as_integer().low()?, value.as_integer().high()?);
    // Longer numbers would need suffixes that depend on the data model.
    let shown = |bound: i128| (bound > i128::from(i32::MIN) && bound <= i128::from(i32::MAX)).then_some(bound);
    let lower = (low > least).then(|| shown(low)).flatten();
    let upper = (high < most).then(|| shown(high)).flatten();
    match (lower, upper) {
        (Some(low), Some(high)) if low == high => Some(format!("{name} == {low}")),
        (Some(low), Some(high)) => Some(format!("{low} <= {name} && {name} <= {high}")),
        (Some(low), None) => Some(format!("{low} <= {name}")),
        (None, Some(high)) => Some(format!("{name} <= {high}")),
        (None, None) => None,
    }
}
