//! Printing and scanning: what a format says of the arguments that it is for.
//!
//! Where the format is a literal in the call, each argument is accessed as its conversion says. Where it is not, all of them may be
//! texts; and they may be written to, unless the format can only be one of the program's literals, and none of these counts characters.
//!
//! The arguments of a `va_list` are taken for all variadic ones that the running functions were passed and others may know
//! ([`State::variadic`]): to access what nobody else can is no race.

use pepsin_lattice::Lattice;

use super::functions::function_type;
use crate::ir::{FunctionId, Program};
use crate::library::format::{Conversion, Dialect, Width, conversions};
use crate::library::model::{Formatted, Model};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::execute::stores;
use crate::semantics::outside::{arguments, heap};
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, LibraryCall, Touch, Transfer};
use crate::values::{Contents, IntegerType, ObjectKind, Rvalue, Scalar, Value};

/// Accesses the arguments that a format of the call is for.
pub fn access_formatted(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    model: &Model,
    declared: usize,
) {
    let format = |number: Option<usize>, dialect| Some((number?, dialect));
    let printed = format(model.prints, Dialect::Print);
    let Some((number, dialect)) = printed.or_else(|| format(model.scans, Dialect::Scan)) else {
        return;
    };
    arguments::access_argument(
        transfer,
        state,
        call,
        number,
        None,
        (AccessKind::Read, Atomicity::Plain),
    );
    let known = call
        .expressions
        .get(number)
        .and_then(|format| transfer.analysis.program.characters(format));
    let known = known.and_then(|format| conversions(&format, dialect));
    if model.formatted == Formatted::List {
        let list = state.variadic.clone();
        let read = known.as_ref().is_none_or(|known| !known.is_empty());
        if read {
            access_any_format(transfer, state, &call.argument(number), dialect, &list);
        }
        return;
    }
    let arguments = declared..call.values.len().max(declared);
    match known {
        Some(conversions) => {
            for (argument, conversion) in arguments.zip(conversions) {
                convert_argument(transfer, state, call, argument, conversion);
            }
        }
        None => {
            for argument in arguments {
                access_any_format(
                    transfer,
                    state,
                    &call.argument(number),
                    dialect,
                    &call.argument(argument),
                );
            }
        }
    }
}

/// Accesses what an argument of a call points to as one conversion says.
fn convert_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    conversion: Conversion,
) {
    match conversion {
        Conversion::Text(most) => arguments::access_argument(
            transfer,
            state,
            call,
            number,
            most,
            (AccessKind::Read, Atomicity::Plain),
        ),
        Conversion::Characters(most) => {
            arguments::overwrite_argument(transfer, state, call, number, most, &Value::ANY_NUMBER);
        }
        _ => convert(transfer, state, &call.argument(number), conversion),
    }
}

/// Accesses what a value points to as one conversion says.
fn convert(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Value, conversion: Conversion) {
    match conversion {
        Conversion::Value | Conversion::Address => arguments::tell(transfer, state, argument),
        Conversion::Text(most) => {
            arguments::access_through(transfer, state, argument, most, AccessKind::Read, Atomicity::Plain)
        }
        Conversion::Characters(most) => {
            arguments::overwrite_through(transfer, state, argument, most, &Value::ANY_NUMBER)
        }
        Conversion::Count(width) => store_number(transfer, state, argument, width, &Value::ANY_NUMBER),
        Conversion::Number(width) => {
            let received = arguments::received_as(transfer, scalar_of_width(transfer.analysis.program, width));
            store_number(transfer, state, argument, width, &received);
        }
        Conversion::NewText => {
            let text = heap::allocate(transfer, state, None, Contents::uniform(&Value::ANY_NUMBER));
            let holder = heap::aged(transfer, argument, &text);
            stores::store_through(transfer, state, &holder, None, &text);
        }
    }
}

fn store_number(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value, width: Width, value: &Value) {
    if let Width::Bytes(size @ 9..) = width {
        return arguments::overwrite_through(transfer, state, pointer, Some(u64::from(size)), value);
    }
    let ty = scalar_of_width(transfer.analysis.program, width);
    let touch = Touch::store(Atomicity::Plain, transfer.at);
    stores::store_scalar(transfer, state, pointer.as_addresses(), ty, value, touch);
}

fn scalar_of_width(program: &Program, width: Width) -> Scalar {
    match width {
        Width::Word => Scalar::pointer(&program.types),
        Width::Bytes(size) => Scalar::Integer(IntegerType::of_size(size.min(8), true)),
    }
}

/// Accesses what an argument points to as a format may say that is not known.
fn access_any_format(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    format: &Value,
    dialect: Dialect,
    argument: &Value,
) {
    match dialect {
        Dialect::Print => {
            convert(transfer, state, argument, Conversion::Text(None));
            if is_one_of(transfer.analysis, format, transfer.analysis.text.literals().count) {
                arguments::overwrite_through(transfer, state, argument, None, &Value::ANY_NUMBER);
            }
            if is_one_of(
                transfer.analysis,
                format,
                transfer.analysis.text.literals().print_addresses,
            ) {
                arguments::tell(transfer, state, argument);
            }
        }
        Dialect::Scan => {
            let mut written = heap::allocate(transfer, state, None, Contents::uniform(&Value::ANY_NUMBER));
            let given = heap::aged(transfer, argument, &written);
            written.join(&arguments::received(transfer));
            arguments::overwrite_through(transfer, state, &given, None, &written);
        }
    }
}

/// Whether a format may be one that does something: another one than the program's literals, or one of these where some do.
fn is_one_of(analysis: &Analysis<'_>, format: &Value, some_do: bool) -> bool {
    let addresses = format.as_addresses();
    let is_literal = |object| analysis.objects.kind(object) == ObjectKind::Strings;
    some_do || addresses.origin().is_some() || !addresses.objects().all(is_literal)
}

/// The variadic arguments of the running functions when another one is called with more arguments than it declares.
/// What nobody else knows is left out, unless some format may write to it or make it known.
pub fn variadic_arguments(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    values: &[Rvalue],
) -> Value {
    let declared = function_type(
        transfer.analysis.program,
        transfer.analysis.program.function(function).ty,
    );
    let declared = declared.map_or(0, |ty| ty.parameters.len());
    let literals = transfer.analysis.text.literals();
    let mut variadic = Value::NOTHING;
    for value in values.iter().skip(declared) {
        let value = value.as_scalar();
        let value = match literals.count || literals.print_addresses || transfer.analysis.text.scans_lists() {
            true => interference::escape(transfer, state, &value),
            false => value,
        };
        let shared = |object| interference::is_shared(transfer, state, object) && transfer.analysis.is_data(object);
        variadic.join(&Value::addresses(value.as_addresses().retain(shared)));
    }
    variadic.join(&state.variadic);
    variadic
}
