//! `__builtin_object_size`: how many bytes lie behind a pointer, as far as the compiler knows.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Lowering;
use super::builtin_names::Returns;
use super::expressions::{Operand, Wanted};
use crate::frontend::lexer::Encoding;
use crate::ir::{BinaryOp, Expr, Place, Position, Projection, Root};

impl<'a> Lowering<'a> {
    /// The size of what a pointer points to is known for certain only if the variable is named, and asking evaluates nothing. Else it depends
    /// on the compiler, and executions are those of one that does not look at what variables hold.
    pub(super) fn object_size(&mut self, arguments: &'a [Node<Expression>], name: &'a str, at: Position) -> Operand {
        let kind = arguments.get(1).and_then(|kind| self.constant(kind)).unwrap_or(0);
        let least = kind & 2 != 0;
        let pointer = arguments
            .first()
            .map(|pointer| self.unevaluated(|lowering| lowering.value(pointer)));
        let size_type = self.basic.unsigned_long;
        let literal = arguments.first().map(|argument| &argument.node);
        if let Some(Expression::StringLiteral(literal)) = literal {
            let (encoding, elements) = self.string_elements(&literal.node);
            if encoding == Encoding::Bytes {
                return Operand::Value(Expr::Integer(elements.len() as i128 + 1, size_type));
            }
        }
        let size = match pointer.as_ref().and_then(named_place) {
            None => self.unknown_size(least, name, at),
            Some(Place { root, .. }) => match self.size_of_variable(root) {
                Some(size) if is_whole(pointer.as_ref()) => Expr::Integer(i128::from(size), self.basic.long),
                _ => Expr::Unknown(self.basic.long),
            },
        };
        Operand::Value(self.convert(size, size_type))
    }

    /// Zero at least or −1 at most stands for a size that the compiler does not know.
    fn unknown_size(&mut self, least: bool, name: &'a str, at: Position) -> Expr {
        let long = self.basic.long;
        let unknown = Expr::Integer(if least { 0 } else { -1 }, long);
        if self.folding {
            return unknown;
        }
        let told = self.call_by_name(name, Returns::Long, &[], at, Wanted::Yes);
        let told = self.decay(told);
        Expr::Binary(BinaryOp::Add, Box::new(told), Box::new(unknown), long)
    }

    fn size_of_variable(&self, root: &Root) -> Option<u64> {
        let ty = match root {
            Root::Local(local) => self.flow.locals.get(local.0 as usize)?.ty,
            Root::Global(global) => self.globals.get(global.0 as usize)?.ty,
            Root::Deref(_) => return None,
        };
        self.types().size(ty)
    }
}

/// The place in a named variable to which a pointer is computed, if it is.
fn named_place(pointer: &Expr) -> Option<&Place> {
    match pointer {
        Expr::Cast(pointer, _) | Expr::Binary(_, pointer, ..) => named_place(pointer),
        Expr::AddressOf(place, _) => match &place.root {
            Root::Deref(pointer) => named_place(pointer),
            Root::Local(_) | Root::Global(_) => Some(place),
        },
        _ => None,
    }
}

/// Whether a pointer is the address of a whole variable, or of an array's first element.
fn is_whole(pointer: Option<&Expr>) -> bool {
    match pointer {
        Some(Expr::Cast(pointer, _)) => is_whole(Some(&**pointer)),
        Some(Expr::AddressOf(place, _)) => match place.projections.as_slice() {
            [] => !matches!(place.root, Root::Deref(_)),
            [Projection::Index(index, _)] => index.as_number() == Some(0),
            _ => false,
        },
        _ => false,
    }
}
