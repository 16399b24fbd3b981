//! How places and expressions are written in C: `table[i].lock`, `node->next`, `*count`.
//!
//! The printer of the intermediate representation tells locals of one name apart and is exact; this writes what a reader of the
//! source expects, and cuts what is nested deeply.

use crate::ir::{Body, Expr, LocalKind, Place, Program, Projection, Root};
use std::fmt::Write;

/// How deep an expression is followed; what lies deeper reads `…`.
const DEPTH: u32 = 6;

/// What stands for parts that are not shown.
const CUT: &str = "…";

/// An expression as text, and the parameter it starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionText {
    /// The text.
    pub text: String,
    /// The number of the parameter whose value the text starts with, if it does, and what follows its name.
    pub parameter: Option<(usize, String)>,
}

/// A place as it is written in C.
pub fn place_text(program: &Program, body: Option<&Body>, place: &Place) -> String {
    Writer { program, body }.place(place, DEPTH)
}

impl ExpressionText {
    /// What a pointer expression points to, as it is written: `m` for `&m`, `pool->lock` for `&pool->lock`, `*lock` for `lock`.
    pub fn target(program: &Program, body: &Body, pointer: &Expr) -> Self {
        let writer = Writer {
            program,
            body: Some(body),
        };
        let text = writer.target(pointer, DEPTH);
        ExpressionText {
            parameter: writer.parameter(pointer, &text),
            text,
        }
    }

    /// The text with another pointer in place of the parameter that it starts from.
    pub fn with_argument(&self, argument: &ExpressionText) -> Self {
        let Some((_, rest)) = &self.parameter else {
            return self.clone();
        };
        match rest.strip_prefix("->") {
            // `argument` is what the pointer points to.
            Some(field) => ExpressionText {
                text: member(&argument.text, field),
                parameter: argument
                    .parameter
                    .as_ref()
                    .map(|(number, _)| (*number, format!("->{field}"))),
            },
            None => argument.clone(),
        }
    }
}

/// `(*p).x` reads `p->x`.
fn member(target: &str, field: &str) -> String {
    match target.strip_prefix('*') {
        Some(pointer) => format!("{pointer}->{field}"),
        None => format!("{target}.{field}"),
    }
}

struct Writer<'a> {
    program: &'a Program,
    body: Option<&'a Body>,
}

impl Writer<'_> {
    fn place(&self, place: &Place, depth: u32) -> String {
        if depth == 0 {
            return CUT.to_owned();
        }
        let (mut text, mut arrow) = match &place.root {
            Root::Local(local) => (self.local(local.0), false),
            Root::Global(global) => (self.program.global(*global).name.clone(), false),
            Root::Deref(pointer) => self.pointed_to(pointer, depth - 1),
        };
        let dereferenced = arrow;
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => {
                    let name = self.program.types.fields(*record).get(*number as usize);
                    let name = name.map_or("", |field| field.name.as_str());
                    if !name.is_empty() {
                        text.push_str(if arrow { "->" } else { "." });
                        text.push_str(name);
                        arrow = false;
                    }
                }
                Projection::Index(index, _) => {
                    let index = self.value(index, depth - 1);
                    // Writing to a string never fails.
                    let _ = write!(text, "[{index}]");
                    arrow = false;
                }
            }
        }
        if arrow && dereferenced {
            text.insert(0, '*');
        }
        text
    }

    /// What a pointer points to: its text, and whether that is the pointer itself, so that a member follows behind an arrow.
    fn pointed_to(&self, pointer: &Expr, depth: u32) -> (String, bool) {
        match pointer {
            Expr::AddressOf(place, _) => (self.place(place, depth), false),
            Expr::Cast(inner, _) => self.pointed_to(inner, depth),
            Expr::Binary(crate::ir::BinaryOp::PointerAdd, base, index, _) if depth > 0 => {
                let base = self.value(base, depth - 1);
                let base = base
                    .strip_prefix('&')
                    .and_then(|base| base.strip_suffix("[0]"))
                    .unwrap_or(&base);
                (format!("{base}[{}]", self.value(index, depth - 1)), false)
            }
            other => (self.value(other, depth), true),
        }
    }

    /// What a pointer points to, as an lvalue.
    fn target(&self, pointer: &Expr, depth: u32) -> String {
        match self.pointed_to(pointer, depth) {
            (text, false) => text,
            (text, true) => format!("*{text}"),
        }
    }

    fn value(&self, expression: &Expr, depth: u32) -> String {
        if depth == 0 {
            return CUT.to_owned();
        }
        let inner = |part| self.value(part, depth - 1);
        match expression {
            Expr::Integer(value, _) => value.to_string(),
            Expr::Float(value, _) => format!("{value:?}"),
            Expr::Load(place) => self.place(place, depth),
            Expr::AddressOf(place, _) => format!("&{}", self.place(place, depth)),
            Expr::Function(function, _) => self.program.function(*function).name.clone(),
            Expr::String(..) => "\"…\"".to_owned(),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => inner(operand),
            Expr::Binary(crate::ir::BinaryOp::PointerAdd | crate::ir::BinaryOp::Add, left, right, _) => {
                format!("{} + {}", inner(left), inner(right))
            }
            Expr::Binary(..) | Expr::Unknown(_) => CUT.to_owned(),
        }
    }

    fn local(&self, number: u32) -> String {
        let local = self.body.and_then(|body| body.locals.get(number as usize));
        match local {
            Some(local) if local.kind != LocalKind::Temporary => local.name.clone(),
            _ => CUT.to_owned(),
        }
    }

    /// The parameter that a pointer expression starts from: `p` in `p` and in `&p->lock`.
    fn parameter(&self, pointer: &Expr, target: &str) -> Option<(usize, String)> {
        let number = match pointer {
            Expr::Cast(inner, _) => return self.parameter(inner, target),
            Expr::Load(place) => place.as_local()?,
            Expr::AddressOf(place, _) => match &place.root {
                Root::Deref(base) => match strip_casts(base) {
                    Expr::Load(place) => place.as_local()?,
                    _ => return None,
                },
                Root::Local(_) | Root::Global(_) => return None,
            },
            _ => return None,
        };
        let local = self.body?.locals.get(number.0 as usize)?;
        let rest = target.strip_prefix('*').unwrap_or(target).strip_prefix(&local.name)?;
        (local.kind == LocalKind::Parameter).then(|| (number.0 as usize, rest.to_owned()))
    }
}

fn strip_casts(expression: &Expr) -> &Expr {
    match expression {
        Expr::Cast(inner, _) => strip_casts(inner),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(target: &str, parameter: Option<(usize, &str)>) -> ExpressionText {
        ExpressionText {
            text: target.to_owned(),
            parameter: parameter.map(|(number, rest)| (number, rest.to_owned())),
        }
    }

    #[test]
    fn a_lock_of_a_parameter_is_spelled_by_the_argument() {
        let inside = text("self->lock", Some((0, "->lock")));
        let spelled = |argument| inside.with_argument(&argument).text;
        assert_eq!(spelled(text("pool", None)), "pool.lock");
        assert_eq!(spelled(text("*pool", Some((1, "")))), "pool->lock");
        assert_eq!(spelled(text("pools[i]", None)), "pools[i].lock");
        assert_eq!(text("*lock", Some((0, ""))).with_argument(&text("m", None)).text, "m");
        assert_eq!(text("mutex", None).with_argument(&text("m", None)).text, "mutex");
    }
}
