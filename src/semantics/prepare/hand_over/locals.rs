//! What the text of a function tells of its variables, whatever heap it is entered with.

use std::collections::{BTreeMap, BTreeSet};

use super::inner_pointers::InnerPointers;
use super::lent::Lent;
use super::settled::written;
use crate::ir::{Body, Expr, InstructionKind, Local, LocalId, LocalKind, Program, Root, Terminator, Types};

/// Variables of one function that are looked at, or forgotten, otherwise than others.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    /// Temporaries that live in one block only.
    pub fleeting: BTreeSet<LocalId>,
    /// Numbers that are only ever assigned constants, such as whether something was put in.
    pub statuses: BTreeSet<LocalId>,
    /// Pointers inside of variables.
    pub members: InnerPointers,
    /// Variables that are lent.
    pub lent: Lent,
}

impl Locals {
    /// Those of each function.
    pub fn of(program: &Program) -> Vec<Self> {
        let of_body = |body, lent| Locals {
            fleeting: fleeting(body),
            statuses: statuses(&program.types, body),
            members: InnerPointers::of(&program.types, body),
            lent,
        };
        let bodies = program.functions.iter().map(|function| function.body.as_ref());
        let with_lent = bodies.zip(Lent::of(program));
        with_lent
            .map(|(body, lent)| body.map(|body| of_body(body, lent)).unwrap_or_default())
            .collect()
    }
}

/// The numbers that are only assigned constants, by name.
fn statuses(types: &Types, body: &Body) -> BTreeSet<LocalId> {
    let numbered = (0..).map(LocalId).zip(&body.locals);
    let is_status = |(_, local): &(LocalId, &Local)| {
        local.kind == LocalKind::Variable && !local.address_taken && types.is_integer(local.ty)
    };
    let mut statuses: BTreeSet<LocalId> = numbered.filter(is_status).map(|(number, _)| number).collect();
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        let is_constant =
            matches!(&instruction.kind, InstructionKind::Assign { value, .. } if value.as_number().is_some());
        for place in written(&instruction.kind) {
            if let Root::Local(local) = place.root
                && !is_constant
            {
                statuses.remove(&local);
            }
        }
    }
    statuses
}

/// The temporaries that occur in one block only.
fn fleeting(body: &Body) -> BTreeSet<LocalId> {
    let mut homes: BTreeMap<LocalId, BTreeSet<usize>> = BTreeMap::new();
    for (number, block) in body.blocks.iter().enumerate() {
        let mut see = |local| {
            homes.entry(local).or_default().insert(number);
        };
        for instruction in &block.instructions {
            instruction.kind.places(&mut |place| {
                if let Root::Local(local) = place.root {
                    see(local);
                }
            });
        }
        let condition = match &block.terminator {
            Terminator::Branch { condition: expr, .. }
            | Terminator::Switch { value: expr, .. }
            | Terminator::Computed { value: expr, .. }
            | Terminator::Return(Some(expr)) => Some(expr),
            _ => None,
        };
        if let Some(expr) = condition {
            expr.expressions(&mut |expr| {
                if let Expr::Load(place) = expr
                    && let Root::Local(local) = place.root
                {
                    see(local);
                }
            });
        }
    }
    let is_temporary = |local: &LocalId| {
        let local = body.locals.get(local.0 as usize);
        local.is_some_and(|local| local.kind == LocalKind::Temporary)
    };
    homes
        .into_iter()
        .filter(|(local, blocks)| blocks.len() == 1 && is_temporary(local))
        .map(|(local, _)| local)
        .collect()
}
