//! Functions of the compiler: `__builtin_…`, `__atomic_…`, `__sync_…`, and the calls by which the parser spells what trees have no form for.
//!
//! What the library has as well is called under the library's name; what the compiler decides is decided here;
//! the rest are calls of functions without body, whose result type follows from their arguments.

use lang_c::ast::{CallExpression, Constant, Expression};
use lang_c::span::Node;

use super::Lowering;
use super::builtin_names::{PREFIX, Returns, is_known_pure, library_function, pure_function, takes_value};
use super::expressions::{Operand, Wanted};
use super::literals::parse_integer;
use crate::frontend::reserved;
use crate::ir::{
    BinaryOp, Callee, Expr, Function, FunctionId, FunctionType, InstructionKind, Linkage, Place, Position, Terminator,
    TypeId, TypeKind,
};

impl<'a> Lowering<'a> {
    /// A call of a name that the compiler knows; `None` if it does not.
    pub(super) fn builtin_call(
        &mut self,
        name: &'a str,
        call: &'a CallExpression,
        at: Position,
        wanted: Wanted,
    ) -> Option<Operand> {
        if let Some(rest) = name.strip_prefix("__builtin_") {
            return Some(self.compiler_call(name, rest, call, at, wanted));
        }
        if name.starts_with("__atomic_") || name.starts_with("__sync_") {
            return Some(self.atomic_builtin(name, call, at, wanted));
        }
        match name {
            reserved::LABEL_ADDRESS => Some(Operand::Value(self.label_address(call, at))),
            reserved::COMPUTED_GOTO => {
                let value = call.arguments.first().map(|value| self.value(value));
                self.computed_goto(value.unwrap_or(Expr::Unknown(self.basic.void_pointer)), at);
                Some(Operand::Value(Expr::Unknown(self.basic.void)))
            }
            reserved::ALIGNMENT => Some(Operand::Value(self.alignment_of_operand(call, at))),
            reserved::TYPES_COMPATIBLE => Some(self.types_compatible(call, at)),
            "alloca" => {
                Some(self.call_by_name("__builtin_alloca", Returns::Pointer, &all(&call.arguments), at, wanted))
            }
            _ => None,
        }
    }

    fn compiler_call(
        &mut self,
        name: &'a str,
        rest: &'a str,
        call: &'a CallExpression,
        at: Position,
        wanted: Wanted,
    ) -> Operand {
        let arguments = call.arguments.as_slice();
        if let Some(value) = self.known_call(rest, arguments) {
            return Operand::Value(value);
        }
        match rest {
            "expect" | "expect_with_probability" | "assume_aligned" | "extend_pointer" | "speculation_safe_value" => {
                self.first_of(arguments, rest, at)
            }
            "constant_p" => self.constant_p(arguments, name, at),
            "choose_expr" => self.choose(arguments, at),
            "unreachable" | "trap" => {
                self.flow.terminate(Terminator::Unreachable, at);
                Operand::Value(Expr::Unknown(self.basic.void))
            }
            "abort" | "exit" | "_exit" => {
                let result = self.call_by_name(name, Returns::Void, &all(arguments), at, wanted);
                self.flow.terminate(Terminator::Unreachable, at);
                result
            }
            "va_start" | "va_end" | "va_copy" | "c23_va_start" => {
                match (rest, arguments) {
                    ("va_copy", [to, from]) => self.copy_arguments(to, from, at),
                    ("va_start" | "c23_va_start", [list, ..]) => self.start_arguments(list, at),
                    _ => arguments.iter().for_each(|argument| self.effect(argument)),
                }
                Operand::Value(Expr::Unknown(self.basic.void))
            }
            _ if rest.ends_with("add_overflow")
                || rest.ends_with("addl_overflow")
                || rest.ends_with("addll_overflow") =>
            {
                self.overflow(BinaryOp::Add, arguments, at)
            }
            _ if rest.ends_with("sub_overflow")
                || rest.ends_with("subl_overflow")
                || rest.ends_with("subll_overflow") =>
            {
                self.overflow(BinaryOp::Subtract, arguments, at)
            }
            _ if rest.ends_with("mul_overflow")
                || rest.ends_with("mull_overflow")
                || rest.ends_with("mulll_overflow") =>
            {
                self.overflow(BinaryOp::Multiply, arguments, at)
            }
            "object_size" | "dynamic_object_size" => self.object_size(arguments, name, at),
            "longjmp" => {
                self.obstacle(at, "A jump by `longjmp`.");
                arguments.iter().for_each(|argument| self.effect(argument));
                Operand::Value(Expr::Unknown(self.basic.void))
            }
            _ => self.compiler_function(name, rest, arguments, at, wanted),
        }
    }

    fn compiler_function(
        &mut self,
        name: &'a str,
        rest: &'a str,
        arguments: &'a [Node<Expression>],
        at: Position,
        wanted: Wanted,
    ) -> Operand {
        if let Some(checked) = rest.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk"))
            && let Some((library, returns)) = library_function(checked)
        {
            let kept = without_checks(checked, arguments);
            return self.call_by_name(library, returns, &kept, at, wanted);
        }
        if let Some((library, returns)) = library_function(rest) {
            return self.call_by_name(library, returns, &all(arguments), at, wanted);
        }
        if let Some(returns) = pure_function(rest) {
            return self.call_by_name(name, returns, &all(arguments), at, wanted);
        }
        let floating = ["inf", "nan", "huge_val"].iter().any(|prefix| rest.starts_with(prefix));
        let returns = if floating { Returns::Double } else { Returns::Int };
        if !is_known_pure(rest) {
            self.obstacle(at, format!("The built-in function `{name}`."));
        }
        self.call_by_name(name, returns, &all(arguments), at, wanted)
    }

    /// A call of a function of the compiler, with promoted arguments: under the library's name, if the program declares that and
    /// does not define it. What the compiler knows is never a body of the program, which may be made of it.
    pub(super) fn call_by_name(
        &mut self,
        name: &'a str,
        returns: Returns,
        arguments: &[&'a Node<Expression>],
        at: Position,
        wanted: Wanted,
    ) -> Operand {
        let plain = name.strip_prefix(PREFIX).unwrap_or(name);
        if let Some(super::scopes::Symbol::Routine(routine)) = self.externals.get(plain).copied()
            && self.routines[routine].definition.is_none()
        {
            let ty = self.routines[routine].ty;
            let function = self.routine_id(routine);
            let values = self.promoted_arguments(arguments, at);
            return self.finish_call(Callee::Function(function), ty, values, at, wanted);
        }
        let values = self.promoted_arguments(arguments, at);
        let result = self.returned(returns, values.first());
        let function = self.builtin(name, result);
        let ty = self.functions[function.0 as usize].ty;
        self.finish_call(Callee::Function(function), ty, values, at, wanted)
    }

    pub(super) fn promoted_arguments(&mut self, arguments: &[&'a Node<Expression>], at: Position) -> Vec<Expr> {
        let start = self.flow.mark();
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(argument);
            let value = self.promoted_argument(value);
            values.push((value, self.flow.mark()));
        }
        self.keep_in_order(start, values, at)
    }

    fn returned(&mut self, returns: Returns, first: Option<&Expr>) -> TypeId {
        let basic = self.basic;
        let mut unsigned = |size| self.types.intern(TypeKind::Integer { size, signed: false });
        match returns {
            Returns::Void => basic.void,
            Returns::Int => basic.int,
            Returns::Long => basic.long,
            Returns::LongLong => basic.long_long,
            Returns::Size => basic.unsigned_long,
            Returns::Double => basic.double,
            Returns::Pointer => basic.void_pointer,
            Returns::CharPointer => basic.char_pointer,
            Returns::U16 => unsigned(2),
            Returns::U32 => unsigned(4),
            Returns::U64 => unsigned(8),
            Returns::First => first.map_or(basic.int, Expr::ty),
        }
    }

    /// The function of the compiler with a name and result type.
    pub(super) fn builtin(&mut self, name: &'a str, result: TypeId) -> FunctionId {
        if let Some(known) = self.builtins.get(&(name, result)) {
            return *known;
        }
        let ty = self.types_mut().intern(TypeKind::Function(FunctionType {
            result,
            parameters: Vec::new(),
            variadic: true,
        }));
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.to_owned(),
            ty,
            linkage: Linkage::External,
            body: None,
            no_return: false,
            constructor: None,
            destructor: None,
            at: Position::BUILT_IN,
        });
        self.builtins.insert((name, result), id);
        id
    }

    /// `__builtin_expect(value, …)` is its first argument.
    fn first_of(&mut self, arguments: &'a [Node<Expression>], rest: &str, at: Position) -> Operand {
        let Some((first, others)) = arguments.split_first() else {
            return Operand::Value(self.wrong(at, "A built-in function lacks its argument."));
        };
        let value = self.value(first);
        let mark = self.flow.mark();
        others.iter().for_each(|argument| self.effect(argument));
        let value = self.kept(value, mark);
        let long = self.basic.long;
        Operand::Value(if rest.starts_with("expect") {
            self.convert(value, long)
        } else {
            value
        })
    }

    /// `__builtin_constant_p(e)`: whether the compiler knows that `e` is constant. It does where that is an integer that the text gives, and
    /// where the answer must be constant itself it is given here; else it depends on how much the compiler looks at, and executions are
    /// those of one that does not look at what variables hold.
    fn constant_p(&mut self, arguments: &'a [Node<Expression>], name: &'a str, at: Position) -> Operand {
        let int = self.basic.int;
        let Some(argument) = arguments.first() else {
            return Operand::Value(self.wrong(at, "`__builtin_constant_p` takes one argument."));
        };
        let (value, has_effects) = self.unevaluated(|lowering| {
            let before = lowering.flow.mark();
            let value = lowering.value(argument);
            (value, lowering.flow.mark() != before)
        });
        let is_number = matches!(value, Expr::Integer(..) | Expr::Float(..));
        match value {
            _ if self.folding || is_number && !has_effects => {
                Operand::Value(Expr::Integer(i128::from(is_number && !has_effects), int))
            }
            Expr::Load(_) if !has_effects => self.call_by_name(name, Returns::Int, &[], at, Wanted::Yes),
            _ => Operand::Value(Expr::Unknown(int)),
        }
    }

    fn choose(&mut self, arguments: &'a [Node<Expression>], at: Position) -> Operand {
        let [condition, then, otherwise] = arguments else {
            return Operand::Value(self.wrong(at, "`__builtin_choose_expr` takes three arguments."));
        };
        if self.required_constant(condition) != 0 {
            self.operand(then)
        } else {
            self.operand(otherwise)
        }
    }

    /// `__builtin_add_overflow(a, b, &result)`: the result of infinite precision is stored, wrapped.
    /// It is computed in the result's type; whether it wrapped is for `__builtin_add_overflow_p` to say.
    fn overflow(&mut self, operator: BinaryOp, arguments: &'a [Node<Expression>], at: Position) -> Operand {
        let start = self.flow.mark();
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            values.push((value, self.flow.mark()));
        }
        let Ok([left, right, result]) = <[Expr; 3]>::try_from(self.keep_in_order(start, values, at)) else {
            return Operand::Value(self.wrong(at, "An overflow check takes three arguments."));
        };
        let to = self.pointee_place(result, at);
        let ty = self.unqualified(to.ty);
        let Some((size, _)) = self.integer(ty) else {
            return Operand::Value(self.wrong(at, "An overflow check stores no integer."));
        };
        let [left, right] = [left, right].map(|operand| {
            let operand_type = self.unqualified(operand.ty());
            self.flow.store(operand, operand_type, at)
        });
        let wraps = self.wraps(operator, [left.clone(), right.clone()], ty, at);
        // Unsigned, so that wrapping is defined.
        let unsigned = self.types_mut().intern(TypeKind::Integer { size, signed: false });
        let (left, right) = (self.convert(left, unsigned), self.convert(right, unsigned));
        let value = self.binary_raw(operator, left, right, unsigned);
        let value = self.convert(value, ty);
        self.flow.push(InstructionKind::Assign { to, value }, at);
        wraps
    }

    /// Whether the result of an operation is not one of a type.
    fn wraps(&mut self, operator: BinaryOp, operands: [Expr; 2], ty: TypeId, at: Position) -> Operand {
        let name = match operator {
            BinaryOp::Add => "__builtin_add_overflow_p",
            BinaryOp::Subtract => "__builtin_sub_overflow_p",
            _ => "__builtin_mul_overflow_p",
        };
        let boolean = self.basic.boolean;
        let function = self.builtin(name, boolean);
        let function_type = self.functions[function.0 as usize].ty;
        let [left, right] = operands;
        let arguments = vec![left, right, Expr::Integer(0, ty)];
        self.finish_call(Callee::Function(function), function_type, arguments, at, Wanted::Yes)
    }

    /// `__atomic_…` and `__sync_…`: types follow from what the first argument points to.
    fn atomic_builtin(&mut self, name: &'a str, call: &'a CallExpression, at: Position, wanted: Wanted) -> Operand {
        let name = name
            .trim_end_matches(|character: char| character.is_ascii_digit())
            .trim_end_matches('_');
        let arguments = &call.arguments;
        let start = self.flow.mark();
        let mut values = Vec::with_capacity(arguments.len());
        let mut object = self.basic.int;
        for (index, argument) in arguments.iter().enumerate() {
            let mut value = self.value(argument);
            if index == 0 {
                object = self.types().pointee(value.ty()).unwrap_or(self.basic.int);
                object = self.unqualified(object);
            } else if takes_value(name, index) {
                value = self.convert(value, object);
            }
            values.push((value, self.flow.mark()));
        }
        let values = self.keep_in_order(start, values, at);
        let result = self.atomic_result(name, object);
        let name = match initialises_atomically(name, arguments) {
            true => ATOMIC_INIT,
            false => name,
        };
        let function = self.builtin(name, result);
        let ty = self.functions[function.0 as usize].ty;
        self.finish_call(Callee::Function(function), ty, values, at, wanted)
    }

    fn atomic_result(&self, name: &str, object: TypeId) -> TypeId {
        let basic = self.basic;
        match name {
            "__atomic_load"
            | "__atomic_store"
            | "__atomic_store_n"
            | "__atomic_exchange"
            | "__atomic_clear"
            | "__atomic_thread_fence"
            | "__atomic_signal_fence"
            | "__sync_synchronize"
            | "__sync_lock_release" => basic.void,
            "__atomic_compare_exchange"
            | "__atomic_compare_exchange_n"
            | "__atomic_test_and_set"
            | "__atomic_always_lock_free"
            | "__atomic_is_lock_free"
            | "__sync_bool_compare_and_swap" => basic.boolean,
            _ => object,
        }
    }

    /// A place of a temporary of type `ty`.
    pub(super) fn temporary_place(&mut self, ty: TypeId, at: Position) -> Place {
        Place::local(self.flow.temporary(ty, at), ty, at)
    }
}

/// `atomic_init`.
const ATOMIC_INIT: &str = "__pepsin_atomic_init";

/// Whether a call is what GCC's `<stdatomic.h>` makes of `atomic_init`. It makes the same of a relaxed `atomic_store_explicit`, but the
/// order is written `memory_order_relaxed` there, and not as a number.
fn initialises_atomically(name: &str, arguments: &[Node<Expression>]) -> bool {
    let [object, _, order] = arguments else { return false };
    let is_of_header =
        matches!(&object.node, Expression::Identifier(object) if object.node.name == "__atomic_store_ptr");
    let is_number = match &order.node {
        Expression::Constant(constant) => {
            matches!(&constant.node, Constant::Integer(order) if parse_integer(order) == Some(0))
        }
        _ => false,
    };
    name == "__atomic_store" && is_of_header && is_number
}

/// All arguments of a call.
fn all(arguments: &[Node<Expression>]) -> Vec<&Node<Expression>> {
    arguments.iter().collect()
}

/// The arguments of a function with checks (`__builtin___memcpy_chk`) that the plain function takes.
fn without_checks<'a>(library: &str, arguments: &'a [Node<Expression>]) -> Vec<&'a Node<Expression>> {
    let checks = match library {
        "printf" => 0..1,
        "fprintf" => 1..2,
        "sprintf" => 1..3,
        "snprintf" => 2..4,
        _ => arguments.len().saturating_sub(1)..arguments.len(),
    };
    let numbered = arguments.iter().enumerate();
    numbered
        .filter(|(index, _)| !checks.contains(index))
        .map(|(_, argument)| argument)
        .collect()
}
