//! Variables of which the program only learns how they compare.
//!
//! Who reads a counter of references with an atomic operation gets a number, of which it cannot be told from the outside that it is no
//! address. But if all that becomes of it is a truth value, no memory is reached by it. A local variable is *only tested* if its
//! address is passed only to functions that write what they found there, as atomic loads do, and each of its loads
//!
//! ```text
//!     is an operand, perhaps of arithmetic, of a comparison or of `!`, or decides a branch; or
//!     is an operand, perhaps of arithmetic, of what is assigned to a variable that is only tested;
//! ```
//!
//! the greatest set of variables with that property. A load that tells where a place lies is another one: `*p == 0` tests what `p`
//! leads to, and not `p`.

use crate::ir::{
    BinaryOp, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Projection, Root, Terminator, UnaryOp,
};

/// The variables of a function that are only tested.
#[derive(Clone, Debug, Default)]
pub struct OnlyTested {
    /// By number of the variable.
    is_one: Vec<bool>,
}

impl OnlyTested {
    /// The variables of a body that are only tested, where it is known through which argument a function does nothing but write.
    pub fn of(body: &Body, written: &dyn Fn(FunctionId) -> Option<usize>) -> Self {
        let mut uses = Uses {
            used: vec![false; body.locals.len()],
            flows: Vec::new(),
            written,
        };
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            uses.instruction(&instruction.kind);
        }
        for block in &body.blocks {
            uses.terminator(&block.terminator);
        }
        uses.spread();
        OnlyTested {
            is_one: uses.used.iter().map(|used| !used).collect(),
        }
    }

    /// Whether what is stored at a place is only tested.
    pub fn contains(&self, place: &Place) -> bool {
        whole_local(place).is_some_and(|local| self.is_one(local))
    }

    /// Whether what is stored where an argument points is only tested.
    pub fn contains_pointee(&self, argument: &Expr) -> bool {
        whole_local_at(argument).is_some_and(|local| self.is_one(local))
    }

    fn is_one(&self, local: LocalId) -> bool {
        self.is_one.get(local.0 as usize) == Some(&true)
    }
}

/// What becomes of the value of an expression.
#[derive(Clone, Copy)]
enum Use {
    /// It becomes a truth value.
    Tested,
    /// It is assigned to a variable.
    Assigned(LocalId),
    /// Anything.
    Used,
}

/// What becomes of the values of variables.
struct Uses<'a> {
    /// By number, whether more becomes of a variable's value than a truth value or the value of another variable.
    used: Vec<bool>,
    /// Variables from whose values those of others are made.
    flows: Vec<(LocalId, LocalId)>,
    /// The argument through which a function does nothing but write.
    written: &'a dyn Fn(FunctionId) -> Option<usize>,
}

impl Uses<'_> {
    fn instruction(&mut self, instruction: &InstructionKind) {
        match instruction {
            InstructionKind::Assign { to, value } => {
                self.place(to);
                self.expression(value, whole_local(to).map_or(Use::Used, Use::Assigned));
            }
            InstructionKind::Call { to, callee, arguments } => {
                to.iter().for_each(|to| self.place(to));
                let written = match callee {
                    Callee::Function(function) => (self.written)(*function),
                    Callee::Pointer(pointer) => {
                        self.expression(pointer, Use::Used);
                        None
                    }
                };
                for (number, argument) in arguments.iter().enumerate() {
                    if written != Some(number) || whole_local_at(argument).is_none() {
                        self.expression(argument, Use::Used);
                    }
                }
            }
            InstructionKind::Zero { place } => self.place(place),
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } => {
                for place in outputs.iter().chain(memory) {
                    self.load(place, Use::Used);
                }
                inputs.iter().for_each(|input| self.expression(input, Use::Used));
            }
            InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) | InstructionKind::Obstacle { .. } => {}
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => {
                self.expression(value, Use::Tested);
            }
            Terminator::Computed { value, .. } | Terminator::Return(Some(value)) => self.expression(value, Use::Used),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }

    fn expression(&mut self, expr: &Expr, becomes: Use) {
        match expr {
            Expr::Load(place) => self.load(place, becomes),
            Expr::AddressOf(place, _) => {
                self.place(place);
                if let Root::Local(local) = place.root {
                    self.used[local.0 as usize] = true;
                }
            }
            Expr::Unary(UnaryOp::Not, operand, _) => self.expression(operand, Use::Tested),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.expression(operand, becomes),
            Expr::Binary(operator, left, right, _) => {
                let becomes = match operator {
                    BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::Less
                    | BinaryOp::LessEqual
                    | BinaryOp::Greater
                    | BinaryOp::GreaterEqual => Use::Tested,
                    _ => becomes,
                };
                self.expression(left, becomes);
                self.expression(right, becomes);
            }
            Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
        }
    }

    /// What flows into a variable that is used is used.
    fn spread(&mut self) {
        let mut flows = std::mem::take(&mut self.flows);
        flows.sort_unstable_by_key(|(from, to)| (to.0, from.0));
        flows.dedup();
        let mut open: Vec<usize> = (0..self.used.len()).filter(|number| self.used[*number]).collect();
        while let Some(to) = open.pop() {
            let start = flows.partition_point(|flow| (flow.1.0 as usize) < to);
            for (from, _) in flows[start..].iter().take_while(|flow| flow.1.0 as usize == to) {
                let from = from.0 as usize;
                if !std::mem::replace(&mut self.used[from], true) {
                    open.push(from);
                }
            }
        }
    }

    fn load(&mut self, place: &Place, becomes: Use) {
        self.place(place);
        if let Root::Local(local) = place.root {
            match becomes {
                Use::Tested => {}
                Use::Assigned(to) => self.flows.push((local, to)),
                Use::Used => self.used[local.0 as usize] = true,
            }
        }
    }

    /// What tells where a place lies is used.
    fn place(&mut self, place: &Place) {
        if let Root::Deref(pointer) = &place.root {
            self.expression(pointer, Use::Used);
        }
        for projection in &place.projections {
            if let Projection::Index(index, _) = projection {
                self.expression(index, Use::Used);
            }
        }
    }
}

/// The local variable, as a whole, to which an argument points.
fn whole_local_at(argument: &Expr) -> Option<LocalId> {
    match argument {
        Expr::AddressOf(place, _) => whole_local(place),
        Expr::Cast(operand, _) => whole_local_at(operand),
        _ => None,
    }
}

/// The local variable that a place is, as a whole.
fn whole_local(place: &Place) -> Option<LocalId> {
    match place.root {
        Root::Local(local) if place.projections.is_empty() => Some(local),
        _ => None,
    }
}
