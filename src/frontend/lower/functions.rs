//! Function definitions: from a definition to a body.

use lang_c::ast::{Attribute, Declaration as SyntaxDeclaration, DerivedDeclarator, FunctionDefinition, Statement};
use lang_c::span::Node;

use super::Lowering;
use super::flow::Flow;
use super::objects::{Declaration, Routine, Strength, strength};
use super::scopes::Symbol;
use super::specifiers::Storage;
use crate::frontend::parser::bare;
use crate::frontend::parser::function_part;
use crate::ir::{Callee, Expr, FunctionType, InstructionKind, LocalKind, Position, Terminator, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// Declares the function that a definition defines. Its body is lowered when something refers to it.
    pub(super) fn function_definition(&mut self, definition: &'a Node<FunctionDefinition>) {
        let specified = self.declaration_specifiers(&definition.node.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        let mut declared = self.declarator(&definition.node.declarator, base);
        declared.attributes.extend(&specified.attributes);
        let at = self.at(declared.span);
        let Some(name) = declared.name else {
            return self.error(at, "A function definition without a name.");
        };
        if !matches!(self.types().kind(declared.ty), TypeKind::Function(_)) {
            return self.error(at, format!("`{name}` has a body, but is no function."));
        }
        let internal = specified.storage == Storage::Static || self.is_internal(name);
        let link_name = if internal {
            name
        } else {
            self.function_link_name(name, declared.link_name)
        };
        let ty = self.definition_type(definition, declared.ty);
        let routine = self.declare_routine(Declaration {
            name,
            link_name,
            ty,
            internal,
            at,
        });
        self.routines[routine].label = declared.link_name.or(self.routines[routine].label);
        if let Some(label) = self.routines[routine].label {
            self.labelled.insert(label, routine);
        }
        self.routine_attributes((routine, name), &specified, &declared.attributes);
        self.scopes_mut().declare(name, Symbol::Routine(routine));
        let weak = strength(&declared.attributes) == Strength::Weak || self.is_weak_by_pragma(name);
        let replaceable = weak || specified.inline && specified.storage != Storage::Static;
        let is_gnu = |attribute: &&Attribute| bare(&attribute.name.node) == "gnu_inline";
        let inline_only =
            specified.inline && specified.storage == Storage::Extern && declared.attributes.iter().any(is_gnu);
        let unit = self.unit;
        if inline_only && self.is_variadic(ty) {
            // Only inlining can give such a body its arguments (`__builtin_va_arg_pack`).
            return;
        }
        let entry = &mut self.routines[routine];
        let twice = entry.definition.is_some() && !entry.replaceable && !replaceable;
        if entry.definition.is_none() || entry.replaceable {
            (entry.definition, entry.replaceable, entry.at, entry.ty) = (Some((unit, definition)), replaceable, at, ty);
            entry.inline_only = inline_only;
        }
        if twice {
            self.error(at, format!("The function `{name}` is defined twice."));
        }
    }

    fn is_variadic(&self, ty: TypeId) -> bool {
        matches!(self.types().kind(ty), TypeKind::Function(function) if function.variadic)
    }

    /// A definition says all about its parameters; one in the old style says it in declarations behind the declarator.
    fn definition_type(&mut self, definition: &'a Node<FunctionDefinition>, ty: TypeId) -> TypeId {
        let TypeKind::Function(function) = self.types().kind(ty).clone() else {
            return ty;
        };
        let parts = function_part(&definition.node.declarator.node);
        let parameters = match parts {
            Some(DerivedDeclarator::KRFunction(names)) => {
                let declared = self.old_style_parameters(&definition.node.declarations);
                names
                    .iter()
                    .map(|name| self.old_style_type(&declared, &name.node.name))
                    .collect()
            }
            Some(DerivedDeclarator::Function(declarator)) if declarator.node.parameters.is_empty() => Vec::new(),
            _ => return ty,
        };
        let result = function.result;
        self.types_mut().intern(TypeKind::Function(FunctionType {
            result,
            parameters,
            variadic: false,
        }))
    }

    fn old_style_parameters(&mut self, declarations: &'a [Node<SyntaxDeclaration>]) -> Vec<(&'a str, TypeId)> {
        let mut parameters = Vec::new();
        for declaration in declarations {
            let specified = self.declaration_specifiers(&declaration.node.specifiers);
            let base = specified.ty.unwrap_or(self.basic.int);
            for declarator in &declaration.node.declarators {
                let declared = self.declarator(&declarator.node.declarator, base);
                if let Some(name) = declared.name {
                    let ty = self.adjusted(declared.ty);
                    parameters.push((name, ty));
                }
            }
        }
        parameters
    }

    fn old_style_type(&self, declared: &[(&'a str, TypeId)], name: &str) -> TypeId {
        declared
            .iter()
            .find(|(known, _)| *known == name)
            .map_or(self.basic.int, |(_, ty)| *ty)
    }

    /// Lowers the body of a function that something refers to.
    pub(super) fn routine_body(&mut self, routine: usize) {
        let Some((unit, definition)) = self.routines[routine].definition else {
            if self.routines[routine].resolved {
                self.resolved_body(routine);
            }
            return;
        };
        let Some(id) = self.routines[routine].id else { return };
        self.enter_unit(unit);
        let TypeKind::Function(function) = self.types().kind(self.routines[routine].ty).clone() else {
            return;
        };
        self.flow = Flow::new(self.routines[routine].name, Some(function.result));
        self.body_of = Some(routine);
        self.scopes_mut().enter();
        self.parameters(definition);
        if function.variadic {
            let at = self.routines[routine].at;
            self.declare_hidden_parameters(at);
        }
        if self.routines[routine].name == "main" {
            let at = self.routines[routine].at;
            self.call_constructors(at);
        }
        if let Statement::Compound(items) = &definition.node.statement.node {
            self.block_items(items);
        }
        let at = self.at(definition.node.statement.span);
        self.fall_off(routine, function.result, at);
        self.scopes_mut().leave();
        self.check_labels();
        self.settle_gotos();
        let flow = std::mem::take(&mut self.flow);
        self.functions[id.0 as usize].body = Some(flow.finish(at));
        self.body_of = None;
    }

    /// The parameters in order; a parameter without a name keeps its place.
    fn parameters(&mut self, definition: &'a Node<FunctionDefinition>) {
        match function_part(&definition.node.declarator.node) {
            Some(DerivedDeclarator::Function(declarator)) => {
                for parameter in &declarator.node.parameters {
                    let declared = self.parameter(&parameter.node);
                    if declared.name.is_none() && declared.ty == self.basic.void {
                        continue;
                    }
                    let at = self.at(parameter.span);
                    self.declare_parameter(declared.name.unwrap_or(""), declared.ty, at);
                }
            }
            Some(DerivedDeclarator::KRFunction(names)) => {
                let declared = self.old_style_parameters(&definition.node.declarations);
                for name in names {
                    let ty = self.old_style_type(&declared, &name.node.name);
                    let at = self.at(name.span);
                    self.declare_parameter(&name.node.name, ty, at);
                }
            }
            _ => {}
        }
    }

    fn declare_parameter(&mut self, name: &'a str, ty: TypeId, at: Position) {
        let local = self.flow.new_local(name, ty, LocalKind::Parameter, at);
        if !name.is_empty() {
            self.scopes_mut().declare(name, Symbol::Local(local));
        }
    }

    /// The end of a body without `return`: `main` returns 0 (C17 5.1.2.2.3).
    fn fall_off(&mut self, routine: usize, result: TypeId, at: Position) {
        let value = if result == self.basic.void {
            None
        } else if self.routines[routine].name == "main" {
            Some(Expr::Integer(0, result))
        } else {
            Some(Expr::Unknown(result))
        };
        let value = self.clean_up_all(value, at);
        self.flow.terminate(Terminator::Return(value), at);
    }

    /// Calls of the constructors in the order of their priorities, for the start of `main`. Destructors become part of the program.
    pub(super) fn call_constructors(&mut self, at: Position) {
        for routine in self.by_priority(|routine| routine.constructor) {
            let callee = Callee::Function(self.routine_id(routine));
            let call = InstructionKind::Call {
                to: None,
                callee,
                arguments: Vec::new(),
            };
            self.flow.push(call, at);
        }
        for routine in self.by_priority(|routine| routine.destructor) {
            self.routine_id(routine);
        }
    }

    /// The defined functions that have a priority, lowest first, those of equal priority in the order of the source.
    fn by_priority(&self, priority: impl Fn(&Routine<'a>) -> Option<u32>) -> Vec<usize> {
        let mut found: Vec<(u32, usize)> = (0..self.routines.len())
            .filter(|routine| self.routines[*routine].definition.is_some())
            .filter_map(|routine| Some((priority(&self.routines[routine])?, routine)))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, routine)| routine).collect()
    }
}
