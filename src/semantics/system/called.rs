//! Calls of functions without body: what was written, and what the arguments are.

use super::analysis::Analysis;
use crate::ir::{Expr, FunctionId, Place, TypeId, TypeKind};
use crate::values::Value;

/// A call of a library function: what was written, and what the arguments are.
pub struct LibraryCall<'c> {
    /// Where the result goes.
    pub to: Option<&'c Place>,
    /// The function.
    pub function: FunctionId,
    /// The arguments as they were written.
    pub expressions: &'c [Expr],
    /// Their values.
    pub values: &'c [Value],
}

impl LibraryCall<'_> {
    /// The value of an argument; null where it is missing.
    pub fn argument(&self, number: usize) -> Value {
        self.values.get(number).cloned().unwrap_or(Value::ZERO)
    }

    /// What a size argument, or the product of several, is at most, if that is exactly known.
    pub fn size(&self, sizes: &[usize]) -> Option<u64> {
        let factors = sizes.iter().map(|size| {
            self.argument(*size)
                .as_constant()
                .and_then(|size| u64::try_from(size).ok())
        });
        let product = factors.reduce(|product, factor| product?.checked_mul(factor?));
        product.flatten()
    }

    /// The type that an argument, written with all its casts, points to.
    pub fn pointee(&self, analysis: &Analysis<'_>, number: usize) -> Option<TypeId> {
        let types = &analysis.program.types;
        let mut expr = self.expressions.get(number)?;
        loop {
            if let Some(pointee) = types
                .pointee(expr.ty())
                .filter(|pointee| *types.kind(*pointee) != TypeKind::Void)
            {
                return Some(pointee);
            }
            let Expr::Cast(inner, _) = expr else { return None };
            expr = inner;
        }
    }
}
