//! What callers of an open program may pass to it: what it handed out, and memory of their own.
//!
//! The program hands out what its entry points return and store where callers look, what it passes to functions of which nothing is known, and
//! what it stores in memory of the callers. All of that may come back, where it fits:
//!
//! ```text
//!     given T*  =  null  ⊔  memory of the callers of type T, unless only the program makes such  ⊔  { what was handed out as U* | T and U meet }  ⊔  what is stored in their memory
//! ```
//!
//! T and U meet if they are compatible, one contains the other, or one is void, char or incomplete ([`Outside`](crate::semantics::prepare::Outside));
//! and an object that is smaller than T is none. An address comes back as it went, or as that of another element of an array of T; as a pointer to
//! characters, or where one type contains the other, it may be any address in the object.

use pepsin_lattice::Lattice;

use crate::ir::{Expr, Program, TypeId, TypeKind};
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, Fact, Global, LibraryCall, Transfer, variables};
use crate::values::{Addresses, ObjectKind, Offsets, Value};

/// The class of types that have none: nothing from outside is of such a type.
const NO_CLASS: u16 = u16::MAX;

/// Lets callers have the addresses in a value, which points to objects of a type as far as the text tells.
pub fn hand_out(transfer: &Transfer<'_, '_>, state: &mut State, value: &Value, pointee: Option<TypeId>) {
    let handed = Value::addresses(value.as_addresses().clone());
    if handed.objects().next().is_none() {
        return;
    }
    let handed = interference::escape(transfer, state, &handed);
    let class = class_of(transfer.analysis, pointee);
    transfer.io.side(Global::HandedOut(class), Fact::value(handed));
}

/// Lets callers have the arguments of a call of a function of which nothing is known, if there are callers.
pub fn hand_out_arguments(transfer: &Transfer<'_, '_>, state: &mut State, expressions: &[Expr], values: &[Value]) {
    let program = transfer.analysis.program;
    if program.open.is_none() {
        return;
    }
    for (number, value) in values.iter().enumerate() {
        let mut written = expressions.get(number);
        while let Some(Expr::Cast(inner, _)) = written.filter(|expr| is_of_void(program, expr.ty())) {
            written = Some(&**inner);
        }
        let pointee = written.and_then(|expr| program.types.pointee(expr.ty()));
        hand_out(transfer, state, value, pointee);
    }
}

fn is_of_void(program: &Program, pointer: TypeId) -> bool {
    let pointee = program.types.pointee(pointer);
    pointee.is_some_and(|pointee| *program.types.kind(pointee) == TypeKind::Void)
}

/// Whose objects callers pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Their own ones, or such as the program handed out.
    Anybodys,
    /// Such as the program handed out.
    Programs,
}

/// What callers may pass where the result of a call goes.
pub fn given(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, whose: Whose) -> Value {
    let analysis = transfer.analysis;
    let types = &analysis.program.types;
    let result = types.result(analysis.program.function(call.function).ty);
    let result = result.unwrap_or(TypeId(0));
    let Some(pointee) = analysis.program.types.pointee(result) else {
        return Value::any_number_of(variables::scalar(analysis.program, result));
    };
    let mut value = match whose {
        Whose::Anybodys => analysis.pointer_from_outside(Some(pointee)),
        Whose::Programs => Value::ZERO,
    };
    value.join(&given_back(transfer, state, pointee));
    value
}

/// The objects of the program that come back where a pointer to a type is expected.
pub fn given_back(transfer: &Transfer<'_, '_>, state: &mut State, pointee: TypeId) -> Value {
    let analysis = transfer.analysis;
    let mut value = Value::NOTHING;
    let own = class_of(analysis, Some(pointee));
    let classes = (0..analysis.text.outside().classes.len() as u16).chain([NO_CLASS]);
    for class in classes {
        if let Some(spread) = spread(analysis, own, class, pointee)
            && let Fact::Value(handed) = transfer.io.global(Global::HandedOut(class))
        {
            value.join(&fitting(analysis, &handed, pointee, spread));
        }
    }
    if let Some(spread) = spread(analysis, own, NO_CLASS, pointee) {
        for memory in analysis.outside_objects() {
            for stored in interference::contents(transfer, state, memory).values() {
                value.join(&fitting(analysis, stored, pointee, spread));
            }
        }
    }
    value
}

/// At which addresses what was handed out may come back.
#[derive(Clone, Copy)]
enum Spread {
    /// That one.
    Exactly,
    /// That one, and those of other elements of an array of objects of a size.
    Elements(u64),
    /// Any in the object.
    Anywhere,
}

/// How what was handed out as one class may come back as another one, by the type; nothing if it may not.
fn spread(analysis: &Analysis<'_>, given: u16, handed: u16, pointee: TypeId) -> Option<Spread> {
    let outside = analysis.text.outside();
    let types = &analysis.program.types;
    let meets = |one: u16, other: u16| {
        let class = outside.classes.get(usize::from(one));
        class.is_some_and(|class| class.around.contains(&usize::from(other)))
    };
    let is_of_bytes = |class: u16| class == NO_CLASS || outside.classes[usize::from(class)].is_of_bytes;
    match types.size(pointee) {
        _ if !is_of_bytes(given) && given != handed && !is_of_bytes(handed) => {
            (meets(given, handed) || meets(handed, given)).then_some(Spread::Anywhere)
        }
        _ if matches!(types.kind(pointee), TypeKind::Void | TypeKind::Function(_)) => Some(Spread::Exactly),
        None => Some(Spread::Exactly),
        Some(0 | 1) => Some(Spread::Anywhere),
        Some(size) => Some(Spread::Elements(size)),
    }
}

/// The addresses of objects of the program in a value that may be those of objects of a type.
fn fitting(analysis: &Analysis<'_>, value: &Value, pointee: TypeId, spread: Spread) -> Value {
    let size = analysis.program.types.size(pointee);
    let mut found = Value::NOTHING;
    for &(object, offsets) in value.as_addresses().targets() {
        let whole = analysis.objects.size(object);
        let is_external = matches!(analysis.objects.kind(object), ObjectKind::External(_));
        let is_too_small = whole.zip(size).is_some_and(|(whole, size)| whole < size);
        if is_external || is_too_small {
            continue;
        }
        let offsets = match spread {
            Spread::Exactly => offsets,
            Spread::Elements(size) if whole.is_some_and(|whole| whole / 2 < size) => offsets,
            Spread::Elements(size) => offsets.plus(Offsets::multiples_of(size)),
            Spread::Anywhere => Offsets::ANY,
        };
        found.join(&Value::addresses(Addresses::of(object, offsets)));
    }
    if let Some(origin) = value.as_addresses().origin() {
        found.join(&Value::addresses(Addresses::unknown(origin)));
    }
    found
}

fn class_of(analysis: &Analysis<'_>, pointee: Option<TypeId>) -> u16 {
    let class = pointee.and_then(|pointee| analysis.text.outside().class(pointee));
    class.map_or(NO_CLASS, |class| class as u16)
}
