//! Which calls are quiet: they order nothing between threads.
//!
//! The operands of an operator and the arguments of a call are evaluated in an order that C does not say (C17 6.5 3, 6.5.2.2 10).
//! Which order it is matters for races only if an operand synchronises, which only calls and atomic accesses do:
//! ```text
//! quiet(f) ⇔ f has a row that orders nothing,
//!            or a body without assembly that calls quiet functions only, each by its name, in a program without atomic types
//! ```
//! The greatest solution is meant: functions that call each other are quiet unless one of them calls another one that is not.

use hashbrown::HashSet;
use lang_c::ast::{AsmStatement, Attribute, CallExpression, DeclaratorKind, Expression, TypeQualifier, TypeSpecifier};
use lang_c::span::Span;
use lang_c::visit::{
    Visit, visit_attribute, visit_call_expression, visit_declarator_kind, visit_expression, visit_type_specifier,
};
use rustc_hash::FxBuildHasher;

use super::Lowering;
use super::objects::Routine;
use super::scopes::Symbol;
use crate::frontend::parser::bare;
use crate::ir::FunctionId;

impl Lowering<'_> {
    /// Finds out which functions are quiet, once all file scopes were read.
    pub(super) fn find_quiet_functions(&mut self) {
        let atomics = self.types().has_atomic();
        let calls: Vec<Calls> = self.routines.iter().map(|routine| self.calls_of(routine)).collect();
        let mut callers = vec![Vec::new(); calls.len()];
        let mut open = Vec::new();
        let mut quiet = vec![true; calls.len()];
        for (routine, found) in calls.iter().enumerate() {
            found.routines.iter().for_each(|callee| callers[*callee].push(routine));
            let defined = self.routines[routine].definition.is_some();
            if found.loud || defined && atomics || self.routines[routine].resolved {
                quiet[routine] = false;
                open.push(routine);
            }
        }
        while let Some(loud) = open.pop() {
            for caller in &callers[loud] {
                if std::mem::replace(&mut quiet[*caller], false) {
                    open.push(*caller);
                }
            }
        }
        self.quiet = quiet;
    }

    /// Whether a function orders nothing between threads.
    pub(super) fn is_quiet(&self, function: FunctionId) -> bool {
        match self.routine_of.get(&function) {
            Some(routine) => self.quiet.get(*routine).copied().unwrap_or(false),
            None => self.is_quiet_by_name(&self.functions[function.0 as usize].name),
        }
    }

    fn calls_of(&self, routine: &Routine<'_>) -> Calls {
        let counts = |_: &_| !self.library.replaces_body(routine.link_name);
        let Some((unit, definition)) = routine.definition.filter(counts) else {
            return Calls {
                loud: !self.is_quiet_by_name(routine.link_name),
                ..Calls::default()
            };
        };
        let mut called = Called::default();
        called.visit_declarator(&definition.node.declarator.node, &definition.node.declarator.span);
        called.declared.remove(routine.name);
        called.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
        let mut calls = Calls {
            loud: called.loud || called.names.iter().any(|name| called.declared.contains(name)),
            routines: Vec::new(),
        };
        for name in called.names {
            match self.units[unit].scopes.find_at_file_scope(name) {
                Some(Symbol::Routine(callee)) => calls.routines.push(self.aliased_routine(callee)),
                Some(_) => calls.loud = true,
                None => match self.externals.get(name) {
                    Some(Symbol::Routine(callee)) => calls.routines.push(self.aliased_routine(*callee)),
                    _ => calls.loud |= !self.is_quiet_by_name(name),
                },
            }
        }
        calls
    }

    /// Whether what the program does not define orders nothing: a row says so, or it is a built-in function that does not touch memory
    /// in the sight of others.
    fn is_quiet_by_name(&self, name: &str) -> bool {
        match self.library.model(name) {
            Some(row) => !row.orders(),
            None => name.starts_with("__builtin_"),
        }
    }
}

/// The functions that a body calls.
#[derive(Debug, Default)]
struct Calls {
    /// Whether it does what is not quiet, or calls what is not known.
    loud: bool,
    routines: Vec<usize>,
}

/// The names that a body calls, and those that it declares itself.
#[derive(Debug, Default)]
struct Called<'a> {
    names: HashSet<&'a str, FxBuildHasher>,
    declared: HashSet<&'a str, FxBuildHasher>,
    loud: bool,
}

impl<'a> Visit<'a> for Called<'a> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Span) {
        // Trees are as deep as the source nests.
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || visit_expression(self, expression, span));
    }

    fn visit_call_expression(&mut self, call: &'a CallExpression, span: &'a Span) {
        match &call.callee.node {
            Expression::Identifier(name) => drop(self.names.insert(&name.node.name)),
            _ => self.loud = true,
        }
        visit_call_expression(self, call, span);
    }

    fn visit_declarator_kind(&mut self, kind: &'a DeclaratorKind, span: &'a Span) {
        if let DeclaratorKind::Identifier(name) = kind {
            self.declared.insert(&name.node.name);
        }
        visit_declarator_kind(self, kind, span);
    }

    fn visit_attribute(&mut self, attribute: &'a Attribute, span: &'a Span) {
        self.loud |= bare(&attribute.name.node) == "cleanup";
        visit_attribute(self, attribute, span);
    }

    fn visit_type_qualifier(&mut self, qualifier: &'a TypeQualifier, _: &'a Span) {
        self.loud |= matches!(qualifier, TypeQualifier::Atomic);
    }

    fn visit_type_specifier(&mut self, specifier: &'a TypeSpecifier, span: &'a Span) {
        self.loud |= matches!(specifier, TypeSpecifier::Atomic(_));
        visit_type_specifier(self, specifier, span);
    }

    fn visit_asm_statement(&mut self, _: &'a AsmStatement, _: &'a Span) {
        self.loud = true;
    }
}
