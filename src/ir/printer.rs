//! A readable dump of a program, close to C, for `pepsin show ir`, tests and messages.
//!
//! Locals print as `name_number`, since shadowing makes names ambiguous; blocks as `b0`, `b1`, ….
//! Everything is a [`Display`] value, so that callers choose where the text goes.

use std::fmt::{self, Display, Formatter};

use super::body::{Block, Body, Callee, Instruction, InstructionKind, LocalKind, Terminator};
use super::expression::{BinaryOp, Expr, Place, Projection, Root, UnaryOp};
use super::program::{Function, Global, Program};
use super::types::{RecordKind, TypeId, TypeKind};

/// Displays a whole program: its globals, then its functions with their bodies.
pub struct ProgramText<'a>(pub &'a Program);

/// Displays one function.
pub struct FunctionText<'a>(pub &'a Program, pub &'a Function);

/// Displays a type as an abstract declaration, read from left to right (`pointer to int` is `int *`).
pub struct TypeText<'a>(pub &'a Program, pub TypeId);

/// Displays an expression of a body; locals need the body for their names.
pub struct ExprText<'a>(pub &'a Program, pub Option<&'a Body>, pub &'a Expr);

/// Displays a place of a body.
pub struct PlaceText<'a>(pub &'a Program, pub Option<&'a Body>, pub &'a Place);

struct InstructionText<'a>(&'a Program, &'a Body, &'a Instruction);

struct TerminatorText<'a>(&'a Program, &'a Body, &'a Terminator);

impl Display for ProgramText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ProgramText(program) = self;
        for global in &program.globals {
            write_global(f, program, global)?;
        }
        for function in &program.functions {
            write!(f, "\n{}", FunctionText(program, function))?;
        }
        Ok(())
    }
}

fn write_global(f: &mut Formatter<'_>, program: &Program, global: &Global) -> fmt::Result {
    let storage = match (global.thread_local, global.defined) {
        (true, _) => "thread ",
        (false, true) => "global ",
        (false, false) => "extern ",
    };
    let scope = global
        .function
        .as_ref()
        .map(|name| format!("{name}::"))
        .unwrap_or_default();
    write!(f, "{storage}{scope}{}: {}", global.name, TypeText(program, global.ty))?;
    if global.initial.is_empty() {
        return writeln!(f, ";");
    }
    writeln!(f, " = {{")?;
    for initial in &global.initial {
        let value = ExprText(program, None, &initial.value);
        match initial.bits {
            None => writeln!(f, "  +{}: {value}", initial.offset)?,
            Some(bits) => writeln!(
                f,
                "  +{} bits {}..+{}: {value}",
                initial.offset, bits.offset, bits.width
            )?,
        }
    }
    writeln!(f, "}};")
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let FunctionText(program, function) = self;
        let at = program.files.display(function.at);
        let ending = if function.no_return { " noreturn" } else { "" };
        write!(
            f,
            "function {}: {}{ending}",
            function.name,
            TypeText(program, function.ty)
        )?;
        let Some(body) = &function.body else {
            return writeln!(f, ";");
        };
        writeln!(f, " {{ // {at}")?;
        for (number, local) in body.locals.iter().enumerate() {
            let kind = match local.kind {
                LocalKind::Parameter => "parameter",
                LocalKind::Variable => "variable",
                LocalKind::Temporary => "temporary",
            };
            let address = if local.address_taken { " &" } else { "" };
            writeln!(
                f,
                "  {kind}{address} {}_{number}: {};",
                local.name,
                TypeText(program, local.ty)
            )?;
        }
        for (number, block) in body.blocks.iter().enumerate() {
            write_block(f, program, body, number, block)?;
        }
        writeln!(f, "}}")
    }
}

fn write_block(f: &mut Formatter<'_>, program: &Program, body: &Body, number: usize, block: &Block) -> fmt::Result {
    writeln!(f, "b{number}:")?;
    for instruction in &block.instructions {
        let line = instruction.at.line;
        writeln!(f, "  {}; // {line}", InstructionText(program, body, instruction))?;
    }
    writeln!(
        f,
        "  {}; // {}",
        TerminatorText(program, body, &block.terminator),
        block.at.line
    )
}

impl Display for InstructionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let InstructionText(program, body, instruction) = self;
        let place = |place| PlaceText(program, Some(body), place);
        let local = |id: &super::body::LocalId| format!("{}_{}", body.locals[id.0 as usize].name, id.0);
        match &instruction.kind {
            InstructionKind::Assign { to, value } => {
                write!(f, "{} = {}", place(to), ExprText(program, Some(body), value))
            }
            InstructionKind::Call { to, callee, arguments } => {
                if let Some(to) = to {
                    write!(f, "{} = ", place(to))?;
                }
                match callee {
                    Callee::Function(id) => write!(f, "{}", program.function(*id).name)?,
                    Callee::Pointer(pointer) => write!(f, "(*{})", ExprText(program, Some(body), pointer))?,
                }
                write_list(f, program, body, arguments)
            }
            InstructionKind::ScopeEntry(id) => write!(f, "enter {}", local(id)),
            InstructionKind::ScopeEnd(id) => write!(f, "leave {}", local(id)),
            InstructionKind::Zero { place: zeroed } => write!(f, "zero {}", place(zeroed)),
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                clobbers_memory,
                template,
            } => {
                write!(f, "asm {template:?}")?;
                outputs
                    .iter()
                    .try_for_each(|output| write!(f, " out {}", place(output)))?;
                memory
                    .iter()
                    .try_for_each(|operand| write!(f, " memory {}", place(operand)))?;
                write_list(f, program, body, inputs)?;
                f.write_str(if *clobbers_memory { " clobbers memory" } else { "" })
            }
            InstructionKind::Obstacle { what } => write!(f, "obstacle {what:?}"),
        }
    }
}

fn write_list(f: &mut Formatter<'_>, program: &Program, body: &Body, arguments: &[Expr]) -> fmt::Result {
    f.write_str("(")?;
    for (number, argument) in arguments.iter().enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        write!(f, "{comma}{}", ExprText(program, Some(body), argument))?;
    }
    f.write_str(")")
}

impl Display for TerminatorText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TerminatorText(program, body, terminator) = self;
        let text = |value| ExprText(program, Some(body), value);
        match terminator {
            Terminator::Goto(next) => write!(f, "goto b{}", next.0),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => write!(f, "if {} goto b{} else b{}", text(condition), then.0, otherwise.0),
            Terminator::Switch { value, cases, default } => {
                write!(f, "switch {} {{", text(value))?;
                for (low, high, target) in cases {
                    match low == high {
                        true => write!(f, " {low}: b{},", target.0)?,
                        false => write!(f, " {low}...{high}: b{},", target.0)?,
                    }
                }
                write!(f, " default: b{} }}", default.0)
            }
            Terminator::Computed { value, targets } => {
                write!(f, "goto *{} of", text(value))?;
                targets.iter().try_for_each(|target| write!(f, " b{}", target.0))
            }
            Terminator::Return(None) => f.write_str("return"),
            Terminator::Return(Some(value)) => write!(f, "return {}", text(value)),
            Terminator::Unreachable => f.write_str("unreachable"),
        }
    }
}

impl Display for PlaceText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PlaceText(program, body, place) = self;
        match &place.root {
            Root::Local(id) => match body.and_then(|body| body.locals.get(id.0 as usize)) {
                Some(local) => write!(f, "{}_{}", local.name, id.0)?,
                None => write!(f, "local_{}", id.0)?,
            },
            Root::Global(id) => f.write_str(&program.global(*id).name)?,
            Root::Deref(pointer) => write!(f, "(*{})", ExprText(program, *body, pointer))?,
        }
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => match program.types.fields(*record).get(*number as usize) {
                    Some(field) if !field.name.is_empty() => write!(f, ".{}", field.name)?,
                    _ => write!(f, ".{number}")?,
                },
                Projection::Index(index, _) => write!(f, "[{}]", ExprText(program, *body, index))?,
            }
        }
        Ok(())
    }
}

impl Display for ExprText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ExprText(program, body, expression) = self;
        let text = |part| ExprText(program, *body, part);
        match expression {
            Expr::Integer(value, ty) if program.types.is_pointer(*ty) => {
                write!(f, "({}){value}", TypeText(program, *ty))
            }
            Expr::Integer(value, _) => write!(f, "{value}"),
            Expr::Float(value, _) => write!(f, "{value:?}"),
            Expr::Load(place) => write!(f, "{}", PlaceText(program, *body, place)),
            Expr::AddressOf(place, _) => write!(f, "&{}", PlaceText(program, *body, place)),
            Expr::Function(id, _) => write!(f, "&{}", program.function(*id).name),
            Expr::String(id, _) => write!(f, "{:?}", String::from_utf8_lossy(program.string(*id))),
            Expr::Unary(operator, operand, _) => write!(f, "{}{}", unary_symbol(*operator), text(operand)),
            Expr::Binary(operator, left, right, _) => {
                write!(f, "({} {} {})", text(left), binary_symbol(*operator), text(right))
            }
            Expr::Cast(operand, ty) => write!(f, "({}){}", TypeText(program, *ty), text(operand)),
            Expr::Unknown(ty) => write!(f, "unknown({})", TypeText(program, *ty)),
        }
    }
}

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TypeText(program, id) = self;
        let ty = program.types.get(*id);
        f.write_str(if ty.atomic { "_Atomic " } else { "" })?;
        f.write_str(if ty.volatile { "volatile " } else { "" })?;
        let text = |part| TypeText(program, part);
        match &ty.kind {
            TypeKind::Void => f.write_str("void"),
            TypeKind::Bool => f.write_str("_Bool"),
            TypeKind::Integer { size, signed } => {
                write!(f, "{}{}", if *signed { "i" } else { "u" }, u32::from(*size) * 8)
            }
            TypeKind::Float { size, .. } => write!(f, "f{}", u32::from(*size) * 8),
            TypeKind::Pointer(target) => write!(f, "{}*", text(*target)),
            TypeKind::Array(element, Some(count)) => write!(f, "{}[{count}]", text(*element)),
            TypeKind::Array(element, None) => write!(f, "{}[]", text(*element)),
            TypeKind::Record(record) => {
                let record = program.types.record(*record);
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                write!(f, "{keyword} {}", record.name)
            }
            TypeKind::Function(function) => {
                f.write_str("(")?;
                for (number, parameter) in function.parameters.iter().enumerate() {
                    write!(f, "{}{}", if number == 0 { "" } else { ", " }, text(*parameter))?;
                }
                let more = if function.variadic { ", ..." } else { "" };
                write!(f, "{more}) -> {}", text(function.result))
            }
        }
    }
}

fn unary_symbol(operator: UnaryOp) -> &'static str {
    match operator {
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}

fn binary_symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::PointerAdd => "+ptr",
        BinaryOp::PointerDifference => "-ptr",
    }
}
