//! Variables that are lent: `struct job *job; while (take(queue, &job)) run(job);`.
//!
//! The address of a variable is *lent* if it is nothing but passed to calls of functions by their names, for parameters that these follow, compare with
//! null, or pass on in the same way, and nothing else. While such a call runs, the variable is where the parameter leads, and no other pointer leads there:
//! `*parameter` is a variable of the callee, which the caller gets back when it returns. A variable that is passed twice at once is none.

use std::collections::BTreeSet;

use super::places::without_casts;
use super::settled::stays;
use crate::ir::{
    BinaryOp, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Program, Root, Terminator, Types,
    UnaryOp,
};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a function lends, and what it is lent.
#[derive(Clone, Debug, Default)]
pub struct Lent {
    /// Its variables of which the address is lent only.
    pub variables: BTreeSet<LocalId>,
    /// Its parameters that are only followed, compared with null, or lent in turn.
    pub parameters: BTreeSet<LocalId>,
}

/// What a parameter leads to, as a variable, has a number that no variable has.
pub(super) fn behind(parameter: LocalId) -> LocalId {
    const FIRST: u32 = 1 << 30;
    LocalId(FIRST + parameter.0)
}

impl Lent {
    /// What each function lends and is lent.
    pub fn of(program: &Program) -> Vec<Self> {
        let bodies = || program.functions.iter().map(|function| function.body.as_ref());
        let all_parameters = |body: &Body| -> BTreeSet<LocalId> {
            let parameters = (0..body.parameters() as u32).map(LocalId);
            parameters.filter(|parameter| stays(body, *parameter)).collect()
        };
        let mut lent: Vec<Lent> = bodies()
            .map(|body| Lent {
                variables: BTreeSet::new(),
                parameters: body.map(all_parameters).unwrap_or_default(),
            })
            .collect();
        // The greatest solution: what is not used otherwise anywhere.
        loop {
            let further: Vec<Lent> = bodies()
                .map(|body| body.map_or(Lent::default(), |body| Uses::of(program, body, &lent).lent(body)))
                .collect();
            let is_done = further
                .iter()
                .zip(&lent)
                .all(|(one, other)| one.parameters == other.parameters);
            lent = further;
            if is_done {
                return lent;
            }
        }
    }
}

/// How often variables occur as pointers, or have their address taken, and how often so that nothing keeps the address.
struct Uses {
    /// By number: all occurrences, less those of which nothing comes.
    of_pointers: Vec<isize>,
    of_addresses: Vec<isize>,
    /// Whether the address is lent at all.
    is_lent: Vec<bool>,
}

impl Uses {
    fn of(program: &Program, body: &Body, lent: &[Lent]) -> Self {
        let mut uses = Uses {
            of_pointers: vec![0; body.locals.len()],
            of_addresses: vec![0; body.locals.len()],
            is_lent: vec![false; body.locals.len()],
        };
        let types = &program.types;
        body.expressions(&mut |expr| uses.see(types, expr));
        for block in &body.blocks {
            for instruction in &block.instructions {
                uses.see_instruction(program, &instruction.kind, lent);
            }
            if let Terminator::Branch { condition, .. } = &block.terminator
                && let Some(pointer) = compared_with_null(types, condition)
            {
                uses.of_pointers[pointer.0 as usize] -= 1;
            }
        }
        uses
    }

    fn see(&mut self, types: &Types, expr: &Expr) {
        match expr {
            Expr::Load(place) => {
                if let Some(local) = place.as_local() {
                    self.of_pointers[local.0 as usize] += 1;
                }
                self.follow(types, place);
            }
            Expr::AddressOf(place, _) => {
                if let Root::Local(local) = place.root {
                    self.of_addresses[local.0 as usize] += 1;
                }
            }
            _ => {}
        }
    }

    /// A place is read or written: of the pointer that is followed nothing comes.
    fn follow(&mut self, types: &Types, place: &Place) {
        if let Root::Deref(pointer) = &place.root
            && let Some(pointer) = loaded(types, pointer)
        {
            self.of_pointers[pointer.0 as usize] -= 1;
        }
    }

    fn see_instruction(&mut self, program: &Program, kind: &InstructionKind, lent: &[Lent]) {
        let types = &program.types;
        match kind {
            InstructionKind::Assign { to, .. } | InstructionKind::Zero { place: to } => self.follow(types, to),
            InstructionKind::Call { to, callee, arguments } => {
                to.iter().for_each(|to| self.follow(types, to));
                let Callee::Function(callee) = callee else { return };
                for (number, argument) in (0..).map(LocalId).zip(arguments) {
                    if is_lent_to(lent, *callee, number) {
                        self.lend(types, argument);
                    }
                }
            }
            _ => {}
        }
    }

    fn lend(&mut self, types: &Types, argument: &Expr) {
        match without_casts(types, argument) {
            Expr::Load(place) => {
                if let Some(local) = place.as_local() {
                    self.of_pointers[local.0 as usize] -= 1;
                }
            }
            Expr::AddressOf(place, _) => {
                if let Some(local) = place.as_local() {
                    self.of_addresses[local.0 as usize] -= 1;
                    self.is_lent[local.0 as usize] = true;
                }
            }
            _ => {}
        }
    }

    fn lent(self, body: &Body) -> Lent {
        let numbers = (0..body.locals.len() as u32).map(LocalId);
        let is_variable = |local: &LocalId| {
            self.is_lent[local.0 as usize] && (self.of_addresses[local.0 as usize] == 0 || is_seeded(Bug::LentAreKept))
        };
        let parameters = (0..body.parameters() as u32).map(LocalId);
        let is_parameter = |local: &LocalId| {
            stays(body, *local) && (self.of_pointers[local.0 as usize] == 0 || is_seeded(Bug::LentAreKept))
        };
        Lent {
            variables: numbers.filter(is_variable).collect(),
            parameters: parameters.filter(is_parameter).collect(),
        }
    }
}

fn is_lent_to(lent: &[Lent], callee: FunctionId, parameter: LocalId) -> bool {
    lent[callee.0 as usize].parameters.contains(&parameter)
}

/// The variable that an expression reads, but for casts.
pub(super) fn loaded(types: &Types, expr: &Expr) -> Option<LocalId> {
    match without_casts(types, expr) {
        Expr::Load(place) => place.as_local(),
        _ => None,
    }
}

/// The variable that a condition compares with null.
fn compared_with_null(types: &Types, condition: &Expr) -> Option<LocalId> {
    match condition {
        Expr::Unary(UnaryOp::Not, operand, _) => compared_with_null(types, operand),
        Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, one, other, _) => match (one.as_number(), other.as_number())
        {
            (_, Some(0)) => loaded(types, one),
            (Some(0), _) => loaded(types, other),
            _ => None,
        },
        other => loaded(types, other),
    }
}
