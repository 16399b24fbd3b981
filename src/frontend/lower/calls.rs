//! Function calls (C17 6.5.2.2): arguments from left to right, converted to the parameters' types.

use lang_c::ast::{CallExpression, Expression};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::{Operand, Wanted};
use super::flow::Mark;
use super::objects::Declaration;
use super::scopes::Symbol;
use super::views::Shared;
use crate::ir::{Callee, Expr, FunctionType, InstructionKind, Place, Position, Terminator, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// Lowers a call; the result is kept in a temporary if it is wanted.
    pub(super) fn call(&mut self, call: &'a CallExpression, span: Span, wanted: Wanted) -> Operand {
        let at = self.at(span);
        if let Expression::Identifier(name) = &call.callee.node {
            let name_text = name.node.name.as_str();
            match self.scopes().find(name_text) {
                Some(Symbol::Routine(routine)) if self.routines[routine].definition.is_none() => {
                    if let Some(operand) = self.builtin_call(name_text, call, at, wanted) {
                        return operand;
                    }
                }
                Some(_) => {}
                None => {
                    return match self.builtin_call(name_text, call, at, wanted) {
                        Some(operand) => operand,
                        None => self.call_undeclared(name_text, call, name.span, wanted),
                    };
                }
            }
        }
        let start = self.flow.mark();
        match self.operand(&call.callee) {
            Operand::Routine(routine, _) => self.call_routine(routine, call, at, wanted),
            other => {
                let pointer = self.decay(other);
                self.call_pointer((start, pointer), call, at, wanted)
            }
        }
    }

    /// A function that is not declared returns `int` (C90 6.3.2.2). `asm`, `typeof` and the like here would be misread syntax.
    fn call_undeclared(&mut self, name: &'a str, call: &'a CallExpression, span: Span, wanted: Wanted) -> Operand {
        let at = self.at(span);
        if matches!(
            name,
            "asm" | "typeof" | "__asm__" | "__typeof__" | "typeof_unqual" | "alignof" | "alignas" | "static_assert"
        ) {
            return Operand::Value(self.wrong(at, format!("The keyword `{name}` was taken for a function.")));
        }
        let function = FunctionType {
            result: self.basic.int,
            parameters: Vec::new(),
            variadic: true,
        };
        let ty = self.types_mut().intern(TypeKind::Function(function));
        let routine = self.declare_routine(Declaration {
            name,
            link_name: name,
            ty,
            internal: false,
            at,
        });
        self.scopes_mut().declare_at_file_scope(name, Symbol::Routine(routine));
        self.call_routine(routine, call, at, wanted)
    }

    fn call_routine(&mut self, routine: usize, call: &'a CallExpression, at: Position, wanted: Wanted) -> Operand {
        let ty = self.routines[routine].ty;
        let no_return = self.routines[routine].no_return;
        let differs = self.note_differing(Shared::Routine(routine), at).is_some();
        let function = self.routine_id(routine);
        if self.routines[self.aliased_routine(routine)].definition.is_some() {
            self.check_variable_arguments(ty, call.arguments.len(), at);
        }
        let arguments = match differs {
            true => self.fitted_arguments(ty, &call.arguments, at),
            false => self.arguments(ty, &call.arguments, at),
        };
        let result = self.finish_call(Callee::Function(function), ty, arguments, at, wanted);
        if no_return {
            self.flow.terminate(Terminator::Unreachable, at);
        }
        result
    }

    /// A call of what `pointer`, evaluated from `start` on, points to.
    fn call_pointer(
        &mut self,
        (start, pointer): (Mark, Expr),
        call: &'a CallExpression,
        at: Position,
        wanted: Wanted,
    ) -> Operand {
        let target = self.types().pointee(pointer.ty());
        let Some(ty) = target.filter(|ty| matches!(self.types().kind(*ty), TypeKind::Function(_))) else {
            if let Expr::Function(function, _) = pointer {
                let ty = self.functions[function.0 as usize].ty;
                let arguments = self.arguments(ty, &call.arguments, at);
                return self.finish_call(Callee::Function(function), ty, arguments, at, wanted);
            }
            return Operand::Value(if matches!(pointer, Expr::Unknown(_)) {
                pointer
            } else {
                self.wrong(at, "This is not a function.")
            });
        };
        self.check_variable_arguments(ty, call.arguments.len(), at);
        let pointer = vec![(pointer, self.flow.mark())];
        let mut arguments = self.operands(start, pointer, ty, &call.arguments, at);
        let callee = match arguments.remove(0) {
            Expr::Function(function, _) => Callee::Function(function),
            pointer => Callee::Pointer(pointer),
        };
        self.finish_call(callee, ty, arguments, at, wanted)
    }

    /// The arguments, converted.
    fn arguments(&mut self, ty: TypeId, arguments: &'a [Node<Expression>], at: Position) -> Vec<Expr> {
        let start = self.flow.mark();
        self.operands(start, Vec::new(), ty, arguments, at)
    }

    /// The arguments for a function that has other parameters than the caller thinks.
    fn fitted_arguments(&mut self, ty: TypeId, arguments: &'a [Node<Expression>], at: Position) -> Vec<Expr> {
        let references: Vec<&Node<Expression>> = arguments.iter().collect();
        let given = self.promoted_arguments(&references, at);
        let parameters = match self.types().kind(ty) {
            TypeKind::Function(function) => function.parameters.clone(),
            _ => Vec::new(),
        };
        let mut given = given.into_iter();
        let fit = |parameter| match given.next() {
            Some(value) if value.ty() == parameter => value,
            Some(value)
                if self.types().as_record(value.ty()).is_none() && self.types().as_record(parameter).is_none() =>
            {
                self.convert(value, parameter)
            }
            _ => Expr::Unknown(parameter),
        };
        parameters.into_iter().map(fit).collect()
    }

    /// The operands of a call that were evaluated from `start` on, and the arguments, converted, behind them.
    fn operands(
        &mut self,
        start: Mark,
        mut values: Vec<(Expr, Mark)>,
        ty: TypeId,
        arguments: &'a [Node<Expression>],
        at: Position,
    ) -> Vec<Expr> {
        let parameters = match self.types().kind(ty) {
            TypeKind::Function(function) => function.parameters.clone(),
            _ => Vec::new(),
        };
        if arguments.len() < parameters.len() {
            self.error(at, "A call has too few arguments.");
        }
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let value = match parameters.get(index) {
                Some(parameter) => self.argument(value, *parameter, at),
                None => self.passed_argument(value, at),
            };
            values.push((value, self.flow.mark()));
        }
        self.keep_in_order(start, values, at)
    }

    fn argument(&mut self, value: Expr, parameter: TypeId, at: Position) -> Expr {
        if let Some(record) = self.types().as_record(parameter)
            && self.types().as_record(value.ty()) != Some(record)
            && self.transparent.contains(&record)
        {
            return self.transparent_argument(value, parameter, at);
        }
        self.convert(value, parameter)
    }

    /// An argument for a transparent union is stored in its first member that fits.
    fn transparent_argument(&mut self, value: Expr, union: TypeId, at: Position) -> Expr {
        let Some(record) = self.types().as_record(union) else {
            return value;
        };
        let is_pointer = self.types().is_pointer(value.ty());
        let index = self
            .types()
            .fields(record)
            .iter()
            .position(|field| self.types().is_pointer(field.ty) == is_pointer)
            .unwrap_or(0);
        let Some(field) = self.types().fields(record).get(index) else {
            return value;
        };
        let ty = field.ty;
        let whole = Place::local(self.flow.temporary(union, at), union, at);
        let mut part = whole.clone();
        part.projections
            .push(crate::ir::Projection::Field(record, index as u32));
        part.ty = ty;
        let value = self.convert(value, ty);
        self.flow.push(InstructionKind::Assign { to: part, value }, at);
        Expr::Load(Box::new(whole))
    }

    /// The default argument promotions (C17 6.5.2.2 6).
    pub(super) fn promoted_argument(&mut self, value: Expr) -> Expr {
        if let TypeKind::Float { size: 4, .. } = self.types().kind(value.ty()) {
            let double = self.basic.double;
            return self.convert(value, double);
        }
        self.promote(value)
    }

    /// Emits the call.
    pub(super) fn finish_call(
        &mut self,
        callee: Callee,
        ty: TypeId,
        arguments: Vec<Expr>,
        at: Position,
        wanted: Wanted,
    ) -> Operand {
        let result = self.types().result(ty).unwrap_or(self.basic.int);
        let is_void = matches!(self.types().kind(result), TypeKind::Void);
        let to = (wanted == Wanted::Yes && !is_void).then(|| Place::local(self.flow.temporary(result, at), result, at));
        self.flow.push(
            InstructionKind::Call {
                to: to.clone(),
                callee,
                arguments,
            },
            at,
        );
        match to {
            Some(place) if self.types().as_record(result).is_some() => Operand::Place(place),
            Some(place) => Operand::Value(Expr::Load(Box::new(place))),
            None => Operand::Value(Expr::Unknown(result)),
        }
    }
}
