//! Walks over all expressions of a body: each with those inside of it, inner ones behind outer ones.

use super::body::{Block, Body, Callee, InstructionKind, Terminator};
use super::expression::{Expr, Place, Projection, Root};
use super::program::Program;

impl Program {
    /// Shows every expression of the program, those of initialisers included.
    pub fn expressions<'p>(&'p self, see: &mut dyn FnMut(&'p Expr)) {
        for function in &self.functions {
            function.body.iter().for_each(|body| body.expressions(see));
        }
        for global in &self.globals {
            global.initial.iter().for_each(|initial| initial.value.expressions(see));
        }
    }
}

impl Body {
    /// Shows every place in the body: what is read, written, or has its address taken.
    pub fn places<'b>(&'b self, see: &mut dyn FnMut(&'b Place)) {
        self.blocks.iter().for_each(|block| block.places(see));
    }

    /// Shows every expression in the body, those within places included.
    pub fn expressions<'b>(&'b self, see: &mut dyn FnMut(&'b Expr)) {
        self.blocks.iter().for_each(|block| block.expressions(see));
    }
}

impl Block {
    /// Shows every place in the block: what is read, written, or has its address taken.
    pub fn places<'b>(&'b self, see: &mut dyn FnMut(&'b Place)) {
        for instruction in &self.instructions {
            instruction.kind.operands(see);
        }
        self.expressions(&mut |expr| expr.place().into_iter().for_each(&mut *see));
    }

    fn expressions<'b>(&'b self, see: &mut dyn FnMut(&'b Expr)) {
        for instruction in &self.instructions {
            instruction.kind.expressions(see);
        }
        match &self.terminator {
            Terminator::Branch { condition: expr, .. }
            | Terminator::Switch { value: expr, .. }
            | Terminator::Computed { value: expr, .. }
            | Terminator::Return(Some(expr)) => expr.expressions(see),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
}

impl InstructionKind {
    /// Shows the places that the instruction names itself, outside of expressions: what it writes, and operands in memory.
    fn operands<'e>(&'e self, see: &mut dyn FnMut(&'e Place)) {
        match self {
            InstructionKind::Assign { to: place, .. }
            | InstructionKind::Call { to: Some(place), .. }
            | InstructionKind::Zero { place } => see(place),
            InstructionKind::Assembly { outputs, memory, .. } => outputs.iter().chain(memory).for_each(see),
            _ => {}
        }
    }

    /// Shows every place in the instruction: what is read, written, or has its address taken.
    pub fn places<'e>(&'e self, see: &mut dyn FnMut(&'e Place)) {
        self.operands(see);
        self.expressions(&mut |expr| expr.place().into_iter().for_each(&mut *see));
    }

    /// Shows every expression of the instruction, those within places included.
    pub fn expressions<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            InstructionKind::Assign { to, value } => {
                to.expressions(see);
                value.expressions(see);
            }
            InstructionKind::Call { to, callee, arguments } => {
                to.iter().for_each(|to| to.expressions(see));
                if let Callee::Pointer(pointer) = callee {
                    pointer.expressions(see);
                }
                arguments.iter().for_each(|argument| argument.expressions(see));
            }
            InstructionKind::Zero { place } => place.expressions(see),
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } => {
                outputs.iter().chain(memory).for_each(|place| place.expressions(see));
                inputs.iter().for_each(|input| input.expressions(see));
            }
            InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) | InstructionKind::Obstacle { .. } => {}
        }
    }
}

impl Expr {
    /// The place that is read, or whose address is taken.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Expr::Load(place) | Expr::AddressOf(place, _) => Some(place),
            _ => None,
        }
    }

    /// Shows the expression and every one inside of it.
    pub fn expressions<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        match self {
            Expr::Load(place) | Expr::AddressOf(place, _) => place.expressions(see),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => operand.expressions(see),
            Expr::Binary(_, left, right, _) => {
                left.expressions(see);
                right.expressions(see);
            }
            Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
        }
    }
}

impl Place {
    /// Shows the expressions by which the place is found, and every one inside of them.
    pub fn expressions<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        if let Root::Deref(pointer) = &self.root {
            pointer.expressions(see);
        }
        for projection in &self.projections {
            if let Projection::Index(index, _) = projection {
                index.expressions(see);
            }
        }
    }
}

/// Changes places: each before those by which it is found.
type ChangePlace<'c> = &'c dyn Fn(&mut Place);

impl Body {
    /// Changes every place in the body: what is read, written, or has its address taken.
    pub fn change_places(&mut self, change: ChangePlace<'_>) {
        for block in &mut self.blocks {
            for instruction in &mut block.instructions {
                instruction.kind.change_places(change);
            }
            match &mut block.terminator {
                Terminator::Branch { condition: expr, .. }
                | Terminator::Switch { value: expr, .. }
                | Terminator::Computed { value: expr, .. }
                | Terminator::Return(Some(expr)) => expr.change_places(change),
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
            }
        }
    }
}

impl InstructionKind {
    fn change_places(&mut self, change: ChangePlace<'_>) {
        match self {
            InstructionKind::Assign { to, value } => {
                to.change_places(change);
                value.change_places(change);
            }
            InstructionKind::Call { to, callee, arguments } => {
                to.iter_mut().for_each(|to| to.change_places(change));
                if let Callee::Pointer(pointer) = callee {
                    pointer.change_places(change);
                }
                arguments.iter_mut().for_each(|argument| argument.change_places(change));
            }
            InstructionKind::Zero { place } => place.change_places(change),
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } => {
                outputs
                    .iter_mut()
                    .chain(memory)
                    .for_each(|place| place.change_places(change));
                inputs.iter_mut().for_each(|input| input.change_places(change));
            }
            InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) | InstructionKind::Obstacle { .. } => {}
        }
    }
}

impl Expr {
    fn change_places(&mut self, change: ChangePlace<'_>) {
        match self {
            Expr::Load(place) | Expr::AddressOf(place, _) => place.change_places(change),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => operand.change_places(change),
            Expr::Binary(_, left, right, _) => {
                left.change_places(change);
                right.change_places(change);
            }
            Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
        }
    }
}

impl Place {
    fn change_places(&mut self, change: ChangePlace<'_>) {
        change(self);
        if let Root::Deref(pointer) = &mut self.root {
            pointer.change_places(change);
        }
        for projection in &mut self.projections {
            if let Projection::Index(index, _) = projection {
                index.change_places(change);
            }
        }
    }
}
