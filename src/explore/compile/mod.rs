//! From the IR to the flat register code that the machine runs.
//!
//! Memory is laid out first (string literals, then globals), so that addresses of globals are constants of the code.
//! What has no code becomes [`Op::Open`], which ends a path only when it is reached.

mod body;
mod constants;
mod expression;
mod image;
mod kept;
mod place;
mod vocabulary;

use std::collections::BTreeMap;

use crate::ir::{FloatFormat, FunctionId, Place, Position, Program, Root, TypeId, TypeKind};
use crate::library::Library;
use crate::library::replaced::{asks_for_memory, replaced_allocator};
use crate::tested::Tested;

use super::code::{
    AccessId, AccessSite, Code, FunctionCode, Layout, Op, PRIVATE, Register, Row, RowResult, Scalar, Target,
    function_address,
};
use super::library;
use super::liveness::{Liveness, Outcome};
use super::memory::Memory;
use super::wide::WideNumbers;

use body::BodyCompiler;

/// The names of the variable that leads to the environment.
const ENVIRONMENT: [&str; 3] = ["environ", "__environ", "_environ"];

/// Compiles a program that calls functions of a library. `memory_limit` bounds the memory of a run, in bytes.
pub fn compile(program: &Program, library: &Library, memory_limit: u64, layout: Layout) -> Code {
    let pointer = match program.types.model().pointer_size() {
        4 => Scalar::U32,
        _ => Scalar::U64,
    };
    let mut code = Code {
        functions: Vec::new(),
        targets: Vec::new(),
        rows: Vec::new(),
        refusals: Vec::new(),
        cancellation_points: Vec::new(),
        accesses: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        bit_fields: Vec::new(),
        reasons: Vec::new(),
        gaps: vec![Vec::new()],
        wide_numbers: WideNumbers::default(),
        constants: constants::of(program),
        vocabulary: vocabulary::of(program),
        image: Memory::new(memory_limit),
        globals: Vec::new(),
        thread_local_alignments: BTreeMap::new(),
        overfull: false,
        foreign: Vec::new(),
        uncomputed: Vec::new(),
        destructors: destructors(program),
        options: library::OptionVariables::default(),
        names_environment: names_environment(program),
        asks_streams: asks_streams(program),
        holds_streams: false,
        streams: Vec::new(),
        character_tables: BTreeMap::new(),
        liveness: Vec::new(),
        pointer,
        layout,
    };
    let strings = image::lay_out(program, &mut code);
    let kept = kept::lay_out(program, library, &mut code);
    let allocator = replaced_allocator(program.defined_names());
    let asks =
        |name: &str| allocator.is_some() && library.model(name).is_some_and(|model| asks_for_memory(name, model));
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let target = match function.body {
            Some(_) => Target::Function(id),
            // It calls back what the program defines.
            None if asks(&function.name) => {
                code.rows.push(Row::nothing(&function.name, RowResult::Guess));
                Target::Row(code.rows.len() as u32 - 1)
            }
            None => {
                let kept = kept.uses_of(library, &function.name);
                let (types, called) = (&program.types, (function.name.as_str(), function.ty));
                library::target(library, types, called, kept, &mut code.rows)
            }
        };
        code.targets.push(target);
    }
    code.refusals = library::refusals(program, library);
    code.cancellation_points = library::cancellation_points(program, library);
    let tested = Tested::of(program, library);
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let compiled = function
            .body
            .as_ref()
            .map(|body| BodyCompiler::new((program, &tested, library), &mut code, &strings, id, body).compile());
        code.functions.push(compiled);
    }
    drop_unread_inputs(&mut code);
    code
}

/// Whether the program mentions the variable that leads to the environment.
fn names_environment(program: &Program) -> bool {
    let is_environment = |place: &Place| match place.root {
        Root::Global(global) => ENVIRONMENT.contains(&program.global(global).name.as_str()),
        _ => false,
    };
    let mut found = false;
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.for_each(|body| body.places(&mut |place| found |= is_environment(place)));
    found
}

/// Whether the program calls functions that tell of the state of a stream.
fn asks_streams(program: &Program) -> bool {
    let mut bodiless = program.functions.iter().filter(|function| function.body.is_none());
    bodiless.any(|function| library::ASKING.contains(&function.name.as_str()))
}

/// A local that is written before it is read needs no indeterminate value when its lifetime begins.
fn drop_unread_inputs(code: &mut Code) {
    for number in 0..code.functions.len() {
        let Some(mut function) = code.functions[number].take() else {
            code.liveness.push(None);
            continue;
        };
        let liveness = Liveness::new(code, &function);
        for (at, op) in function.ops.iter_mut().enumerate() {
            if let Op::Indeterminate { to, .. } = *op
                && !liveness.is_live(at as u32 + 1, to, Outcome::Read)
            {
                *op = Op::Constant { to, value: 0 };
            }
        }
        code.functions[number] = Some(function);
        code.liveness.push(Some(liveness));
    }
}

/// How a scalar type lies in memory; `None` for records, arrays, functions and formats that executions do not compute with.
pub(super) fn scalar(program: &Program, ty: TypeId) -> Option<Scalar> {
    match program.types.kind(ty) {
        TypeKind::Bool => Some(Scalar::Bool),
        TypeKind::Integer { size: 16, signed: true } => Some(Scalar::I128),
        TypeKind::Integer {
            size: 16,
            signed: false,
        } => Some(Scalar::U128),
        TypeKind::Integer { size, signed: true } => Scalar::signed(u64::from(*size)),
        TypeKind::Integer { size, signed: false } => Scalar::unsigned(u64::from(*size)),
        TypeKind::Float {
            format: FloatFormat::Other,
            ..
        } => None,
        TypeKind::Float { size: 4, .. } => Some(Scalar::F32),
        TypeKind::Float { size: 8, .. } => Some(Scalar::F64),
        TypeKind::Float { size, .. } if *size > 8 => Some(Scalar::Extended(*size)),
        TypeKind::Pointer(_) => Scalar::unsigned(program.types.model().pointer_size()),
        _ => None,
    }
}

/// The code of one function while it is made.
struct Draft {
    ops: Vec<Op>,
    positions: Vec<Position>,
    registers: u32,
    next: Register,
    at: Position,
}

impl Draft {
    fn new(locals: u32, at: Position) -> Self {
        Draft {
            ops: Vec::new(),
            positions: Vec::new(),
            registers: locals,
            next: locals,
            at,
        }
    }

    /// A new temporary register, free again at the next instruction.
    fn temporary(&mut self) -> Register {
        self.next += 1;
        self.registers = self.registers.max(self.next);
        self.next - 1
    }

    fn emit(&mut self, op: Op) {
        self.ops.push(op);
        self.positions.push(self.at);
    }

    fn here(&self) -> u32 {
        self.ops.len() as u32
    }
}

/// The number of an access site, made anew.
fn access_site(code: &mut Code, site: AccessSite) -> AccessId {
    code.accesses.push(site);
    debug_assert!((code.accesses.len() as u32) < PRIVATE);
    code.accesses.len() as u32 - 1
}

/// The number of a reason why something cannot be executed.
fn reason(code: &mut Code, text: &str) -> u32 {
    if let Some(known) = code.reasons.iter().position(|known| known == text) {
        return known as u32;
    }
    code.reasons.push(text.to_owned());
    code.reasons.len() as u32 - 1
}

/// The destructors of a program by address, in ascending order of priority.
fn destructors(program: &Program) -> Vec<u64> {
    let mut found: Vec<(u32, FunctionId)> = (0..program.functions.len() as u32)
        .map(FunctionId)
        .filter(|function| program.function(*function).body.is_some())
        .filter_map(|function| Some((program.function(function).destructor?, function)))
        .collect();
    found.sort_unstable();
    found
        .into_iter()
        .map(|(_, function)| function_address(function))
        .collect()
}

/// The finished code of a function.
fn finish(draft: Draft, parameters: u32, memory_locals: Vec<super::code::MemoryLocal>) -> FunctionCode {
    FunctionCode {
        ops: draft.ops,
        positions: draft.positions,
        registers: draft.registers,
        parameters,
        memory_locals,
    }
}
