//! The callers of an open program, as functions of it (the head of the module has the scheme).

use super::arguments::{self, Lent, Memory};
use super::bodies::{Writer, declare};
use super::pointee;
use crate::ir::{
    BlockId, Body, Declaration, EntryPoint, Expr, Function, FunctionId, FunctionType, LocalId, Order, Position,
    Program, Terminator, TypeId, TypeKind,
};

/// Starts a thread.
const STARTS: &str = "__pepsin_caller_starts";
/// Begins and ends a declared section.
const ENTERS: &str = "__pepsin_caller_enters";
const LEAVES: &str = "__pepsin_caller_leaves";
/// The same of a section that each object has for itself; shared with others who share it.
const ENTERS_OBJECT: &str = "__pepsin_caller_enters_object";
const SHARES_OBJECT: &str = "__pepsin_caller_shares_object";
const LEAVES_OBJECT: &str = "__pepsin_caller_leaves_object";
/// Says to which phase of calls what the thread does belongs: there is one, before the calls that are alone last.
const BELONGS: &str = "__pepsin_caller_belongs";
/// Waits until all other callers have ended.
const WAITS_FOR_ALL: &str = "__pepsin_caller_waits_for_all";

/// Makes the callers.
pub(super) fn build(program: &mut Program, entries: &[EntryPoint], declarations: &[Declaration], memory: &Memory) {
    let calling = Calling { declarations, memory };
    let names = |order: Order| {
        let such = declarations
            .iter()
            .filter(move |declaration| declaration.order == order);
        such.flat_map(|declaration| declaration.functions.iter().cloned())
    };
    let among = |program: &Program, order: Order| -> Vec<FunctionId> {
        let found = names(order).filter_map(|name| super::defined(program, &name));
        found.collect()
    };
    let (first, last) = (among(program, Order::AloneFirst), among(program, Order::AloneLast));
    let interrupts = among(program, Order::Interrupt);
    let elsewhere = [&first[..], &last[..], &interrupts[..]].concat();
    let functions = entries.iter().map(|entry| entry.function);
    let any: Vec<FunctionId> = functions.filter(|function| !elsewhere.contains(function)).collect();
    let mut threads = Vec::new();
    if !any.is_empty() {
        let body = calling.caller(program, &any);
        threads.push((routine(program, "callers", body), Times::Any));
    }
    for interrupt in &interrupts {
        let body = calling.caller(program, &[*interrupt]);
        let name = format!("interrupt {}", program.function(*interrupt).name);
        threads.push((routine(program, &name, body), Times::Once));
    }
    let destructors = program.functions.iter().any(|function| function.destructor.is_some());
    let main = program.main.0 as usize;
    let begun = program.functions[main].body.take().unwrap_or_default();
    let mut writer = Writer::new(program, begun);
    first.iter().for_each(|function| calling.call(&mut writer, *function));
    writer.at = Position::BUILT_IN;
    for (thread, times) in &threads {
        match times {
            Times::Any => writer.repeat(|writer| start(writer, *thread)),
            Times::Once => start(&mut writer, *thread),
        }
    }
    if !last.is_empty() || destructors {
        let void = writer.program.types.intern(TypeKind::Void);
        let waits = declare(writer.program, WAITS_FOR_ALL, void, Vec::new());
        writer.call(None, waits, Vec::new());
    }
    last.iter().for_each(|function| calling.call(&mut writer, *function));
    let zero = Expr::Integer(0, writer.int());
    let body = writer.finish(Some(zero));
    program.functions[main].body = Some(body);
}

/// How many threads of a kind there are.
#[derive(Clone, Copy)]
enum Times {
    Any,
    Once,
}

/// A start routine.
fn routine(program: &mut Program, name: &str, body: Body) -> FunctionId {
    let (pointer, ty) = routine_type(program);
    debug_assert!(body.locals.first().is_some_and(|parameter| parameter.ty == pointer));
    let made = Function::made(name, ty, Some(body), Position::BUILT_IN);
    program.functions.push(made);
    FunctionId(program.functions.len() as u32 - 1)
}

/// The types `void *` and `void *(void *)`.
fn routine_type(program: &mut Program) -> (TypeId, TypeId) {
    let void = program.types.intern(TypeKind::Void);
    let pointer = program.types.intern(TypeKind::Pointer(void));
    let ty = program.types.intern(TypeKind::Function(FunctionType {
        result: pointer,
        parameters: vec![pointer],
        variadic: false,
    }));
    (pointer, ty)
}

fn start(writer: &mut Writer<'_>, thread: FunctionId) {
    let (pointer, ty) = routine_type(writer.program);
    let routine = writer.program.types.intern(TypeKind::Pointer(ty));
    let void = writer.program.types.intern(TypeKind::Void);
    let starts = declare(writer.program, STARTS, void, vec![routine, pointer]);
    let arguments = vec![Expr::Function(thread, routine), Expr::Integer(0, pointer)];
    writer.call(None, starts, arguments);
}

/// How functions are called.
struct Calling<'d> {
    declarations: &'d [Declaration],
    memory: &'d Memory,
}

/// A section that a call is made in.
struct Section {
    number: usize,
    object: Option<(LocalId, &'static str)>,
}

impl Calling<'_> {
    /// A thread that calls some functions any number of times, in any order.
    fn caller(&self, program: &mut Program, functions: &[FunctionId]) -> Body {
        let (pointer, _) = routine_type(program);
        let mut writer = Writer::new(program, Body::default());
        writer.parameter(pointer);
        act(&mut writer, BELONGS, 0, None);
        writer.repeat(|writer| {
            let behind = writer.reserve();
            let choices: Vec<BlockId> = functions.iter().map(|_| writer.reserve()).collect();
            let choice = Terminator::Switch {
                value: Expr::Unknown(writer.int()),
                cases: (0..)
                    .zip(&choices[1..])
                    .map(|(number, block)| (number, number, *block))
                    .collect(),
                default: choices[0],
            };
            writer.end(choice, choices[0]);
            for (number, function) in functions.iter().enumerate() {
                self.call(writer, *function);
                let next = choices.get(number + 1).copied().unwrap_or(behind);
                writer.end(Terminator::Goto(behind), next);
            }
        });
        writer.finish(Some(Expr::Integer(0, pointer)))
    }

    /// A call of a function, with all that callers may pass.
    fn call(&self, writer: &mut Writer<'_>, function: FunctionId) {
        let called = writer.program.function(function);
        let (at, ty) = (called.at, called.ty);
        let hidden: Vec<TypeId> = called
            .body
            .iter()
            .flat_map(|body| &body.locals[..body.parameters()])
            .map(|it| it.ty)
            .collect();
        let TypeKind::Function(ty) = writer.program.types.kind(ty).clone() else {
            return;
        };
        writer.at = at;
        let mut lent: Vec<Lent> = Vec::new();
        let mut passed: Vec<LocalId> = Vec::new();
        for parameter in &ty.parameters {
            passed.push(arguments::pass(writer, *parameter, self.memory, &mut lent));
        }
        let mut all: Vec<Expr> = passed.iter().map(|local| writer.value(*local)).collect();
        // A variadic function has parameters for what stands behind those that it declares.
        for ty in hidden.get(passed.len()..).unwrap_or_default() {
            let anything = arguments::pass_anything(writer, self.memory, *ty);
            all.push(writer.value(anything));
        }
        let sections = self.sections(writer.program, function, &passed);
        sections.iter().for_each(|section| enter(writer, section));
        let returns = !matches!(writer.program.types.kind(ty.result), TypeKind::Void);
        let result = returns.then(|| writer.variable(ty.result));
        let to = result.map(|result| writer.place(result));
        writer.call(to, function, all);
        arguments::take(writer, self.memory, result, &lent);
        sections.iter().rev().for_each(|section| leave(writer, section));
    }

    /// The sections in which a function is called, in the order of their declarations.
    fn sections(&self, program: &Program, function: FunctionId, passed: &[LocalId]) -> Vec<Section> {
        let name = &program.function(function).name;
        let mut sections = Vec::new();
        for (number, declaration) in self.declarations.iter().enumerate() {
            let is_meant = declaration.functions.contains(name);
            let object = |parameter: usize, how| passed.get(parameter).map(|local| (*local, how));
            match declaration.order {
                Order::Serialised if is_meant => sections.push(Section { number, object: None }),
                Order::SerialisedByArgument if is_meant => {
                    let object = object(declaration.argument, ENTERS_OBJECT);
                    sections.push(Section { number, object });
                }
                Order::AloneByArgument => {
                    let of = declaration
                        .functions
                        .iter()
                        .filter_map(|name| super::defined(program, name));
                    let types: Vec<TypeId> = of.filter_map(|of| pointee(program, of, declaration.argument)).collect();
                    for parameter in 0..passed.len() {
                        let is_exclusive = is_meant && parameter == declaration.argument;
                        let how = if is_exclusive { ENTERS_OBJECT } else { SHARES_OBJECT };
                        let is_such = pointee(program, function, parameter).is_some_and(|ty| types.contains(&ty));
                        if is_exclusive || is_such {
                            let object = object(parameter, how);
                            sections.push(Section { number, object });
                        }
                    }
                }
                _ => {}
            }
        }
        sections
    }
}

fn enter(writer: &mut Writer<'_>, section: &Section) {
    match section.object {
        None => act(writer, ENTERS, section.number, None),
        Some((object, how)) => act(writer, how, section.number, Some(object)),
    }
}

fn leave(writer: &mut Writer<'_>, section: &Section) {
    match section.object {
        None => act(writer, LEAVES, section.number, None),
        Some((object, _)) => act(writer, LEAVES_OBJECT, section.number, Some(object)),
    }
}

fn act(writer: &mut Writer<'_>, name: &str, section: usize, object: Option<LocalId>) {
    let (int, void) = (writer.int(), writer.program.types.intern(TypeKind::Void));
    let pointer = writer.program.types.intern(TypeKind::Pointer(void));
    let mut parameters = vec![int];
    let mut arguments = vec![Expr::Integer(section as i128, int)];
    if let Some(object) = object {
        parameters.push(pointer);
        arguments.push(Expr::Cast(Box::new(writer.value(object)), pointer));
    }
    let acts = declare(writer.program, name, void, parameters);
    writer.call(None, acts, arguments);
}
