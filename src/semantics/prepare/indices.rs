//! Indices that are computed anew: where calls are passed an element, the number by which it is chosen gets a name.
//!
//! ```text
//!     lock(&locks[h % N]); table[h % N]++;        becomes        t = h % N;  lock(&locks[t]); table[t]++;
//! ```
//!
//! where `t = h % N` stands behind each assignment to `h`, and at the start of the function if `h` is a parameter. So `t` has the value of the expression wherever that is
//! computed, and what is known of elements by the variable that chooses them holds of such elements as well (rows SL, OW).
//!
//! That changes nothing of what the program does: an index gets a name if it is computed of constants and variables of the function whose address is never taken, by operators that
//! have a value whatever their operands are, so that to compute it earlier, or in vain, does no harm: a division has a divisor that is neither 0 nor −1, a shift a distance below the width,
//! sums and products are of unsigned numbers. (Code motion of expressions that are safe to compute anywhere: Knoop, Rüthing and Steffen, "Lazy code motion", PLDI 1992.)

use crate::ir::{
    BinaryOp, Body, Callee, Expr, Instruction, InstructionKind, LocalId, Place, Program, Projection, Root, Terminator,
    TypeId, TypeKind, Types,
};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// How many indices of a function get names.
const MOST_NAMES: usize = 16;

/// The program with names for such indices; nothing if there are none.
pub fn name_indices(program: &Program) -> Option<Program> {
    let mut named: Option<Program> = None;
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let indices = worth_names(&program.types, body);
        if indices.is_empty() {
            continue;
        }
        let named = named.get_or_insert_with(|| program.clone());
        if let Some(body) = &mut named.functions[number].body {
            indices.iter().for_each(|index| name(body, index));
        }
    }
    named
}

/// An index, and of what it is computed.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Variable(LocalId, TypeId),
    Constant(i128, TypeId),
    Cast(Box<Term>, TypeId),
    Binary(BinaryOp, Box<Term>, Box<Term>, TypeId),
}

impl Term {
    /// An expression as such an index.
    fn of(types: &Types, body: &Body, expr: &Expr) -> Option<Term> {
        match expr {
            Expr::Integer(number, ty) if types.is_integer(*ty) => Some(Term::Constant(*number, *ty)),
            Expr::Load(place) => {
                let variable = place.as_local().filter(|_| is_plain(types, place.ty))?;
                let local = body.locals.get(variable.0 as usize)?;
                let is_own = !local.address_taken && is_plain(types, local.ty);
                is_own.then_some(Term::Variable(variable, place.ty))
            }
            Expr::Cast(operand, ty) if is_plain(types, *ty) => {
                Some(Term::Cast(Box::new(Term::of(types, body, operand)?), *ty))
            }
            Expr::Binary(operator, left, right, ty) if is_total(types, *operator, right, *ty) => Some(Term::Binary(
                *operator,
                Box::new(Term::of(types, body, left)?),
                Box::new(Term::of(types, body, right)?),
                *ty,
            )),
            _ => None,
        }
    }

    fn is_computed(&self) -> bool {
        match self {
            Term::Variable(..) | Term::Constant(..) => false,
            Term::Cast(operand, _) => operand.is_computed(),
            Term::Binary(..) => true,
        }
    }

    fn variables(&self, see: &mut dyn FnMut(LocalId)) {
        match self {
            Term::Variable(variable, _) => see(*variable),
            Term::Constant(..) => {}
            Term::Cast(operand, _) => operand.variables(see),
            Term::Binary(_, left, right, _) => {
                left.variables(see);
                right.variables(see);
            }
        }
    }

    /// Whether an expression computes it.
    fn is(&self, expr: &Expr) -> bool {
        match (self, expr) {
            (Term::Variable(variable, ty), Expr::Load(place)) => place.as_local() == Some(*variable) && place.ty == *ty,
            (Term::Constant(number, ty), Expr::Integer(other, of)) => (number, ty) == (other, of),
            (Term::Cast(operand, ty), Expr::Cast(other, to)) => ty == to && operand.is(other),
            (Term::Binary(operator, left, right, ty), Expr::Binary(other, first, second, of)) => {
                (operator, ty) == (other, of) && left.is(first) && right.is(second)
            }
            _ => false,
        }
    }
}

/// Whether a type is one of integers, with nothing special about accesses to them.
fn is_plain(types: &Types, ty: TypeId) -> bool {
    let whole = types.get(ty);
    types.is_integer(ty) && !whole.atomic && !whole.volatile
}

/// Whether an operator gives a value whatever its operands are.
fn is_total(types: &Types, operator: BinaryOp, right: &Expr, ty: TypeId) -> bool {
    let constant = right.as_number();
    let bits = types.size(ty).map_or(0, |size| i128::from(size) * 8);
    match operator {
        BinaryOp::Remainder | BinaryOp::Divide => constant.is_some_and(|divisor| !matches!(divisor, 0 | -1)),
        BinaryOp::ShiftRight => constant.is_some_and(|distance| (0..bits).contains(&distance)),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => true,
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
            matches!(types.kind(ty), TypeKind::Integer { signed: false, .. })
        }
        _ => false,
    }
}

/// The indices that choose an element that a call is passed, and another one as well.
fn worth_names(types: &Types, body: &Body) -> Vec<Term> {
    let mut passed: Vec<Term> = Vec::new();
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        let InstructionKind::Call { arguments, .. } = &instruction.kind else {
            continue;
        };
        for argument in arguments.iter().filter(|argument| types.is_pointer(argument.ty())) {
            argument.expressions(&mut |expr| {
                for index in indices_of(expr) {
                    let term = Term::of(types, body, index).filter(Term::is_computed);
                    passed.extend(term.filter(|term| !passed.contains(term)));
                }
            });
        }
    }
    passed.retain(|term| {
        let mut times = 0;
        let mut count = |index: &Expr| times += usize::from(term.is(index));
        body.expressions(&mut |expr| indices_of(expr).into_iter().for_each(&mut count));
        let places = body.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in places {
            if let InstructionKind::Assign { to, .. } = &instruction.kind {
                indices_in(to).for_each(&mut count);
            }
        }
        times > 1
    });
    passed.truncate(MOST_NAMES);
    passed
}

/// The indices that an expression itself contains, without those of expressions inside of it.
fn indices_of(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Load(place) | Expr::AddressOf(place, _) => indices_in(place).collect(),
        Expr::Binary(BinaryOp::PointerAdd, _, index, _) => vec![index],
        _ => Vec::new(),
    }
}

fn indices_in(place: &Place) -> impl Iterator<Item = &Expr> {
    place.projections.iter().filter_map(|projection| match projection {
        Projection::Index(index, _) => Some(&**index),
        Projection::Field(..) => None,
    })
}

/// Gives an index a name.
fn name(body: &mut Body, term: &Term) {
    let mut variables = Vec::new();
    term.variables(&mut |variable| variables.push(variable));
    let Some(first) = variables
        .first()
        .and_then(|variable| body.locals.get(variable.0 as usize))
    else {
        return;
    };
    let at = first.at;
    let Some(definition) = expression(body, term) else {
        return;
    };
    let place = body.add_temporary("index", definition.ty(), at);
    body.change_indices(&|index| {
        if term.is(index) {
            *index = Expr::Load(Box::new(place.clone()));
        }
    });
    let define = Instruction {
        kind: InstructionKind::Assign {
            to: place,
            value: definition,
        },
        at,
    };
    let parameters = body.parameters();
    let mut is_named = false;
    for (number, block) in body.blocks.iter_mut().enumerate() {
        let mut instructions = Vec::with_capacity(block.instructions.len() + 1);
        let is_passed = |variable: &LocalId| (variable.0 as usize) < parameters;
        if number == 0 && variables.iter().any(is_passed) {
            instructions.push(define.clone());
        }
        for instruction in block.instructions.drain(..) {
            let assigns = assigned(&instruction.kind).any(|local| variables.contains(&local));
            let assigns = assigns && !(is_seeded(Bug::NamedIndicesStay) && std::mem::replace(&mut is_named, true));
            instructions.push(instruction);
            if assigns {
                instructions.push(define.clone());
            }
        }
        block.instructions = instructions;
    }
}

/// An index as an expression, read where its variables are declared.
fn expression(body: &Body, term: &Term) -> Option<Expr> {
    Some(match term {
        Term::Variable(variable, ty) => Expr::Load(Box::new(Place {
            root: Root::Local(*variable),
            projections: Vec::new(),
            ty: *ty,
            at: body.locals.get(variable.0 as usize)?.at,
        })),
        Term::Constant(number, ty) => Expr::Integer(*number, *ty),
        Term::Cast(operand, ty) => Expr::Cast(Box::new(expression(body, operand)?), *ty),
        Term::Binary(operator, left, right, ty) => Expr::Binary(
            *operator,
            Box::new(expression(body, left)?),
            Box::new(expression(body, right)?),
            *ty,
        ),
    })
}

/// The variables of the function that an instruction gives a value, or none.
fn assigned(kind: &InstructionKind) -> impl Iterator<Item = LocalId> {
    let places: Vec<&Place> = match kind {
        InstructionKind::Assign { to, .. } | InstructionKind::Call { to: Some(to), .. } => vec![to],
        InstructionKind::Zero { place } => vec![place],
        InstructionKind::Assembly { outputs, memory, .. } => outputs.iter().chain(memory).collect(),
        _ => Vec::new(),
    };
    let locals = places.into_iter().filter_map(|place| match place.root {
        Root::Local(local) => Some(local),
        _ => None,
    });
    locals.collect::<Vec<_>>().into_iter()
}

impl Body {
    /// Changes all indices.
    fn change_indices(&mut self, change: &dyn Fn(&mut Expr)) {
        for block in &mut self.blocks {
            for instruction in &mut block.instructions {
                in_instruction(&mut instruction.kind, change);
            }
            match &mut block.terminator {
                Terminator::Branch { condition: expr, .. }
                | Terminator::Switch { value: expr, .. }
                | Terminator::Computed { value: expr, .. }
                | Terminator::Return(Some(expr)) => in_expression(expr, change),
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
            }
        }
    }
}

fn in_instruction(kind: &mut InstructionKind, change: &dyn Fn(&mut Expr)) {
    match kind {
        InstructionKind::Assign { to, value } => {
            in_place(to, change);
            in_expression(value, change);
        }
        InstructionKind::Call { to, callee, arguments } => {
            to.iter_mut().for_each(|to| in_place(to, change));
            if let Callee::Pointer(pointer) = callee {
                in_expression(pointer, change);
            }
            arguments
                .iter_mut()
                .for_each(|argument| in_expression(argument, change));
        }
        InstructionKind::Zero { place } => in_place(place, change),
        InstructionKind::Assembly {
            outputs,
            inputs,
            memory,
            ..
        } => {
            outputs
                .iter_mut()
                .chain(memory)
                .for_each(|place| in_place(place, change));
            inputs.iter_mut().for_each(|input| in_expression(input, change));
        }
        InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) | InstructionKind::Obstacle { .. } => {}
    }
}

fn in_place(place: &mut Place, change: &dyn Fn(&mut Expr)) {
    if let Root::Deref(pointer) = &mut place.root {
        in_expression(pointer, change);
    }
    for projection in &mut place.projections {
        if let Projection::Index(index, _) = projection {
            change(index);
            in_expression(index, change);
        }
    }
}

fn in_expression(expr: &mut Expr, change: &dyn Fn(&mut Expr)) {
    match expr {
        Expr::Load(place) | Expr::AddressOf(place, _) => in_place(place, change),
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => in_expression(operand, change),
        Expr::Binary(operator, left, right, _) => {
            if *operator == BinaryOp::PointerAdd {
                change(right);
            }
            in_expression(left, change);
            in_expression(right, change);
        }
        Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
    }
}
