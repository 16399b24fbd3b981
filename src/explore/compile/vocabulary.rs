//! Texts worth trying as input: those that the program compares with what it reads, looks for in it, or scans it for.
//!
//! A server that waits for `"put %s %s"` does nothing worth watching as long as its input is noise. A literal may be meant for input if it is
//!
//! - an argument of a function that compares or scans texts;
//! - an argument of a function of the program;
//! - part of an initial value, as in a table of commands.
//!
//! What has conversions and is scanned for by nobody is a format for output.

use std::collections::BTreeSet;

use crate::explore::library::Scan;
use crate::ir::{Callee, Expr, FunctionId, InstructionKind, Program};

/// Functions of the library that compare texts.
const COMPARING: [&str; 8] = [
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "memcmp",
    "strstr",
    "strcasestr",
    "strtok",
];

/// Bytes of a text at most: longer ones are no words of a protocol.
const LONGEST: usize = 64;

/// How a call may use a literal that it is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// As a text.
    Plain,
    /// As a format of input.
    Format,
}

/// The texts, sorted, each once, without the zero behind them. `%` stands for something that a format asks for.
pub fn of(program: &Program) -> Vec<Vec<u8>> {
    let mut found = BTreeSet::new();
    let mut add = |expression: &Expr, how: Use| {
        expression.expressions(&mut |part| {
            if let Expr::String(id, _) = part {
                found.extend(text(&program.strings[id.0 as usize], how));
            }
        });
    };
    for initial in program.globals.iter().flat_map(|global| &global.initial) {
        add(&initial.value, Use::Plain);
    }
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
    {
        if let InstructionKind::Call { callee, arguments, .. } = &instruction.kind
            && let Some(how) = used_by(program, callee)
        {
            arguments.iter().for_each(|argument| add(argument, how));
        }
    }
    found.into_iter().collect()
}

fn used_by(program: &Program, callee: &Callee) -> Option<Use> {
    let Callee::Function(FunctionId(number)) = callee else {
        return None;
    };
    let called = &program.functions[*number as usize];
    let name = called.name.trim_start_matches("__builtin_");
    match called.body {
        Some(_) => Some(Use::Plain),
        None if Scan::of(name).is_some() => Some(Use::Format),
        None => COMPARING.contains(&name).then_some(Use::Plain),
    }
}

/// What a literal says to who reads it; of a format, with one `%` for each conversion.
fn text(literal: &[u8], how: Use) -> Option<Vec<u8>> {
    let text = literal.strip_suffix(b"\0").unwrap_or(literal);
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if text.is_empty() || text.len() > LONGEST || !text.iter().all(is_text) {
        return None;
    }
    match how {
        Use::Plain => (!text.contains(&b'%')).then(|| text.to_vec()),
        Use::Format => Scan::example(text),
    }
}
