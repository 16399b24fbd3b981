//! Open programs: those without a `main`, which code outside calls: libraries, drivers, plug-ins.
//!
//! There is no program to analyse without its callers, so callers are made that do all that code outside may do ([`enclose`]):
//!
//! ```text
//! callers:  f(…)  for each f that is called alone first, once, in the order declared
//!           while (?)  create(caller)
//!           while (?)  create(interrupt g)                            for each g that interrupts, once
//!           begin phase;  h(…)  for each h that is called alone last, once, in the order declared
//!
//! caller:   belong to the phase;  while (?)  one of the entry points, with any arguments
//! ```
//!
//! So each thread calls any functions in any order, any number of times: what one of them leaves in the thread (locks that are held,
//! thread-local variables) the next one finds. An interrupt is one thread that calls its function again and again, because it does not interrupt
//! itself. All of that is made of the intermediate representation, so the analysis has no idea of open programs but by the functions
//! of `src/library/models/callers.toml`: what an argument may be ([`arguments`](self)), what callers are given, and what is declared of calls
//! (row DO, and row SL for calls with one object). Threads that the program creates itself belong to no phase: what is called last is not ordered
//! behind them.
//!
//! **Entry points** are the functions that have external linkage, and those whose addresses may be handed out ([`entries`](self)).
//!
//! **What is taken for granted** of code outside stands in the report: it does not touch variables and memory of the program but by calling its
//! functions, it passes on in order what it was given, and functions that the program calls do not call it back before they return.
//! Declarations are taken for granted, too: each one stands there with its place.

mod arguments;
mod bodies;
mod entries;
mod harness;

pub use arguments::Scalars;

use crate::ir::{Declaration, EntryPoint, Function, FunctionId, Known, Open, Order, Program, TypeId, TypeKind};
use crate::library::Library;
use arguments::Memory;
use std::collections::BTreeSet;

/// The beginning of the names of functions that only callers call.
const PREFIX: &str = "__pepsin_caller_";

/// Which functions callers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Those with external linkage, and those whose addresses are handed out.
    Exported,
    /// Those whose addresses are handed out, and those that are declared.
    HandedOut,
}

/// What is taken for granted of callers, and of the memory that they pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callers {
    /// Which functions they know.
    pub entries: Entries,
    /// Whose the memory is that pointers to numbers, characters and pointers lead to.
    pub scalars: Scalars,
    /// Who makes objects of types of which the program hands out some.
    pub objects: Makers,
}

/// Who makes objects of the types of which the program hands out some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makers {
    /// The program.
    Program,
    /// Callers as well.
    Anybody,
}

/// Refuses a program that calls what only callers of an open program do, which are made here.
///
/// # Errors
/// Names each such function, with its place.
pub fn refuse_names_of_callers(program: &Program) -> Result<(), Vec<String>> {
    let taken = program
        .functions
        .iter()
        .filter(|function| function.name.starts_with(PREFIX));
    let message = |function: &Function| {
        let at = program.files.display(function.at);
        format!("{at}: error: `{}` is a name of Pepsin's own.", function.name)
    };
    let messages: Vec<String> = taken.map(message).collect();
    match messages.is_empty() {
        true => Ok(()),
        false => Err(messages),
    }
}

/// Puts the callers of an open program into it; a program that has a `main` stays as it is.
///
/// # Errors
/// If a declaration names no function of the program, or fits none of its parameters, or contradicts another one; or if nothing is called.
pub fn enclose(
    program: &mut Program,
    declarations: &[Declaration],
    callers: Callers,
    library: &Library,
) -> Result<(), Vec<String>> {
    if program.open.is_none() {
        return Ok(());
    }
    check(program, declarations)?;
    let entries = entries::of(program, declarations, callers.entries, library);
    if entries.is_empty() {
        let file = program.files.first();
        return Err(vec![format!(
            "{file}: error: The program has neither a `main` nor functions that code outside may call."
        )]);
    }
    let memory = Memory {
        scalars: callers.scalars,
        made_here: match callers.objects {
            Makers::Program => arguments::handed_out(program, &entries),
            Makers::Anybody => BTreeSet::new(),
        },
    };
    harness::build(program, &entries, declarations, &memory);
    program.open = Some(Open {
        assumptions: assumptions(program, &entries, declarations, &memory, library),
        entries,
        declarations: declarations.to_vec(),
    });
    Ok(())
}

/// Whether declarations are about functions of the program, and about parameters that point somewhere.
fn check(program: &Program, declarations: &[Declaration]) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    for declaration in declarations {
        for name in &declaration.functions {
            let Some(function) = defined(program, name) else {
                errors.push(format!(
                    "{}: error: `{}` declares something of `{name}`, which the program does not define.",
                    declaration.at, declaration.name
                ));
                continue;
            };
            let points = pointee(program, function, declaration.argument).is_some();
            if declaration.order.is_by_argument() && !points {
                errors.push(format!(
                    "{}: error: Parameter {} of `{name}` points to no object (parameters are counted from 0).",
                    declaration.at, declaration.argument
                ));
            }
            let is_exclusive = |other: &&Declaration| places_of_its_own(other.order) && other.functions.contains(name);
            let mut others = declarations.iter().filter(is_exclusive);
            if places_of_its_own(declaration.order) && others.any(|other| other != declaration) {
                errors.push(format!(
                    "{}: error: `{name}` is declared to be called in another way as well.",
                    declaration.at
                ));
            }
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// Whether functions of an order are called elsewhere than by any caller.
fn places_of_its_own(order: Order) -> bool {
    matches!(
        order,
        Order::AloneFirst | Order::AloneLast | Order::Interrupt | Order::Internal
    )
}

/// The function with a body that has a name.
fn defined(program: &Program, name: &str) -> Option<FunctionId> {
    let functions = program.functions.iter();
    let found = functions
        .enumerate()
        .find(|(_, function)| function.name == name && function.body.is_some());
    found.map(|(number, _)| FunctionId(number as u32))
}

/// The type of the objects that a parameter of a function points to.
fn pointee(program: &Program, function: FunctionId, parameter: usize) -> Option<TypeId> {
    let TypeKind::Function(ty) = program.types.kind(program.function(function).ty) else {
        return None;
    };
    program.types.pointee(*ty.parameters.get(parameter)?)
}

fn record_name(program: &Program, ty: TypeId) -> String {
    let record = program.types.as_record(ty).map(|record| program.types.record(record));
    record.map_or(String::new(), |record| format!("`{}`", record.name))
}

/// What is taken for granted of callers.
fn assumptions(
    program: &Program,
    entries: &[EntryPoint],
    declarations: &[Declaration],
    memory: &Memory,
    library: &Library,
) -> Vec<(String, Option<&'static str>)> {
    let mut assumptions = vec![
        (
            format!(
                "Code outside calls the {} entry points of the program, each with any arguments in any number of threads, and nothing else of it.",
                entries.len()
            ),
            Some("open"),
        ),
        (
            "Code outside touches variables and memory of the program by calling its functions only, and hands on in order what it was given by them."
                .to_owned(),
            Some("open"),
        ),
    ];
    if !memory.made_here.is_empty() {
        let names: BTreeSet<String> = memory.made_here.iter().map(|ty| record_name(program, *ty)).collect();
        let names: Vec<String> = names.into_iter().collect();
        let what = format!(
            "Callers pass no objects of their own of types of which the program hands out some: {}.",
            names.join(", ")
        );
        assumptions.push((what, Some("open-objects")));
    }
    if memory.scalars == Scalars::Own {
        let what = "Where an argument points to numbers, characters or pointers, no other call has that memory before the call returns.";
        assumptions.push((what.to_owned(), Some("open-arguments")));
    }
    if entries::calls_outside(program, library) {
        let what = "Code outside that the program calls does not call the program before it returns.";
        assumptions.push((what.to_owned(), Some("open")));
    }
    let not_called = entries.iter().any(|entry| entry.known == Known::HandedOut);
    if not_called {
        let what = "Functions whose addresses are handed out are called with objects of the types of their parameters.";
        assumptions.push((what.to_owned(), Some("open")));
    }
    let destructors = program.functions.iter().any(|function| function.destructor.is_some());
    if destructors {
        let what = "Destructors run when all calls have returned.";
        assumptions.push((what.to_owned(), Some("open")));
    }
    let declared = declarations
        .iter()
        .map(|declaration| (declaration.sentence(), Some("open-groups")));
    assumptions.extend(declared);
    assumptions
}
