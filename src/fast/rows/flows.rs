//! Where addresses flow in a call of a function without body.

use super::super::classes::Class;
use super::super::memory::Memory;
use super::{Call, is_pure};
use crate::ir::{Expr, TypeKind};
use crate::library::format::{Conversion, Dialect, conversions, may_print_address};
use crate::library::model::{AllocatedContents, Effect, Model, Returns};

/// So many parameters at least get what the library has, also of functions that are found to be called later.
const PARAMETERS_OF_CALLBACKS: usize = 8;

/// Lets addresses flow as the row of a function says; where what it returns leads.
pub fn flow(memory: &mut Memory<'_>, call: &Call<'_>) -> Option<Class> {
    let name = &memory.program.function(call.called).name;
    let Some(model) = memory.library.model(name) else {
        return flow_anywhere(memory, call);
    };
    flow_by_lists(memory, call, model);
    let by_effect = model
        .effect
        .as_ref()
        .and_then(|effect| flow_by_effect(memory, call, effect));
    by_effect.or_else(|| returned(memory, call, model))
}

/// A function of which nothing is known gets and gives anything of which code outside knows.
fn flow_anywhere(memory: &mut Memory<'_>, call: &Call<'_>) -> Option<Class> {
    if is_pure(memory, call.called) {
        return Some(memory.given(call.called));
    }
    hand_out(memory, call);
    Some(memory.pools.outside)
}

fn hand_out(memory: &mut Memory<'_>, call: &Call<'_>) {
    for value in call.values.iter().flatten() {
        memory.classes.unify(*value, memory.pools.outside);
    }
}

/// What a value leads to, and what another one leads to, is one.
fn join(memory: &mut Memory<'_>, left: Option<Class>, right: Option<Class>) {
    if let (Some(left), Some(right)) = (left, right) {
        memory.classes.unify(left, right);
    }
}

/// Where that leads which lies where a value leads.
fn inside(memory: &mut Memory<'_>, value: Option<Class>) -> Option<Class> {
    value.map(|value| memory.classes.target(value))
}

fn flow_by_lists(memory: &mut Memory<'_>, call: &Call<'_>, model: &Model) {
    let program = memory.program;
    let within = [
        &model.reads_within,
        &model.writes_within,
        &model.sends_within,
        &model.receives_within,
    ];
    for number in within.into_iter().flatten() {
        if let Some(value) = call.value(*number) {
            memory.classes.close(value);
        }
    }
    let sent = memory.pools.sent;
    let sent = memory.classes.target(sent);
    let through = [&model.sends, &model.receives]
        .map(|list| call.numbers(program, list))
        .concat();
    let through = through.into_iter().chain(model.sends_within.iter().copied());
    for number in through.chain(model.receives_within.iter().copied()) {
        let held = inside(memory, call.value(number));
        join(memory, held, Some(sent));
    }
    for number in call.numbers(program, &model.tells) {
        join(memory, call.value(number), Some(sent));
    }
    for number in call.numbers(program, &model.writes) {
        if call
            .pointee(program, number)
            .is_some_and(|ty| program.types.is_pointer(ty))
        {
            let held = inside(memory, call.value(number));
            let given = memory.given(call.called);
            join(memory, held, Some(given));
        }
    }
    for (pointer, object) in &model.points {
        let held = inside(memory, call.value(*pointer));
        join(memory, held, call.value(*object));
    }
    for number in call.numbers(program, &model.keeps) {
        let pool = memory.kept(model.kept_as.as_deref().unwrap_or_default());
        let kept = memory.classes.target(pool);
        join(memory, call.value(number), Some(kept));
    }
    for number in &model.hands_out {
        join(memory, call.value(*number), Some(memory.pools.outside));
    }
    flow_by_format(memory, call, model);
    if !model.sets.is_empty() {
        for number in &model.reads_within {
            join(memory, call.value(*number), Some(memory.pools.outside));
        }
    }
    for name in model.uses.0.iter().chain(&model.looks_at.0) {
        memory.state(name);
    }
    for (_, name) in &model.uses_for_null {
        memory.state(name);
    }
}

/// Where what it returns leads, unless its effect says so.
fn returned(memory: &mut Memory<'_>, call: &Call<'_>, model: &Model) -> Option<Class> {
    match model.returns {
        Returns::Any => computed(memory, call),
        Returns::Zero => None,
        Returns::External | Returns::Own => Some(memory.given(call.called)),
        Returns::State => match model.uses.0.first() {
            Some(name) => Some(memory.state(name).0),
            None => Some(memory.given(call.called)),
        },
        Returns::Kept => {
            let given = memory.given(call.called);
            if let Some(name) = &model.looks_through {
                let pool = memory.kept(name);
                let kept = memory.classes.target(pool);
                memory.classes.unify(kept, given);
            }
            if !model.follows.is_empty() {
                memory.classes.unify(given, memory.pools.outside);
            }
            Some(given)
        }
        Returns::Memory => {
            let new = memory.heap(call.caller, call.at);
            memory.classes.close(new);
            Some(new)
        }
        Returns::ArgumentOrMemory(number) => {
            let new = memory.heap(call.caller, call.at);
            join(memory, call.value(number), Some(new));
            Some(new)
        }
        Returns::Received => {
            let sent = memory.pools.sent;
            Some(memory.classes.target(sent))
        }
        Returns::Given | Returns::GivenBack | Returns::Unknown => Some(memory.pools.outside),
        Returns::Argument(number) | Returns::ArgumentOrNull(number) | Returns::Into(number) => call.value(number),
        Returns::ArgumentOrExternal(number) => {
            let given = memory.given(call.called);
            join(memory, call.value(number), Some(given));
            Some(given)
        }
        Returns::Joined => {
            let joined = memory.pools.joined;
            Some(memory.classes.target(joined))
        }
    }
}

/// Addresses that are printed as such may be scanned again.
fn flow_by_format(memory: &mut Memory<'_>, call: &Call<'_>, model: &Model) {
    let program = memory.program;
    let Some(format) = model.prints.or(model.scans) else {
        return;
    };
    let sent = memory.pools.sent;
    let sent = memory.classes.target(sent);
    if let Some(list) = call.list(program, model).and_then(|list| call.value(list)) {
        memory.classes.close(list);
        memory.classes.unify(list, sent);
        if memory.numbers.print_addresses {
            memory.numbers.make(list);
        }
        memory.numbers.part(list);
        return;
    }
    let text = call
        .expressions
        .get(format)
        .and_then(|format| program.characters(format));
    let prints_addresses = model.prints.is_some() && text.as_ref().is_none_or(|text| may_print_address(text));
    let known = text.and_then(|text| conversions(&text, Dialect::Print));
    let is_wide = |ty| {
        program
            .types
            .size(ty)
            .is_none_or(|size| size >= program.types.model().pointer_size())
    };
    for number in call.declared(program)..call.values.len() {
        if prints_addresses {
            join(memory, call.value(number), Some(sent));
        }
        if let (true, Some(value)) = (model.prints.is_some(), call.value(number)) {
            let place = number - call.declared(program);
            let conversion = known.as_ref().map(|known| known.get(place));
            print(memory, value, conversion.map(|conversion| conversion.copied()));
        }
        if model.scans.is_some() && call.pointee(program, number).is_none_or(is_wide) {
            let held = inside(memory, call.value(number));
            join(memory, held, Some(sent));
        }
    }
}

/// A value is printed by a conversion, by none that the format has, or by one that is not known.
fn print(memory: &mut Memory<'_>, value: Class, conversion: Option<Option<Conversion>>) {
    let is_address = match conversion {
        Some(Some(Conversion::Address)) => true,
        Some(Some(Conversion::Value)) => false,
        Some(_) => return,
        None => memory.numbers.print_addresses,
    };
    if is_address {
        memory.numbers.make(value);
    }
    memory.numbers.part(value);
}

/// A function on numbers may compute an address of one.
fn computed(memory: &mut Memory<'_>, call: &Call<'_>) -> Option<Class> {
    let types = &memory.program.types;
    let TypeKind::Function(ty) = types.kind(memory.program.function(call.called).ty) else {
        return None;
    };
    let is_wide = |ty| types.is_integer(ty) && types.size(ty) >= Some(types.model().pointer_size());
    if !is_wide(ty.result) {
        return None;
    }
    let mut result = None;
    for (number, argument) in call.values.iter().enumerate() {
        // The compiler's own functions are declared without parameters.
        let written = call.expressions.get(number).map(Expr::ty);
        let parameter = ty.parameters.get(number).copied().or(written);
        if parameter.is_some_and(is_wide) {
            join(memory, result, *argument);
            result = result.or(*argument);
        }
    }
    result
}

/// What a function is called with: each parameter that is named by the pair of it and an argument, and all others by what the library has.
fn pass(memory: &mut Memory<'_>, call: &Call<'_>, function: usize, passes: &[(usize, usize)], has: Class) {
    if let Some(code) = call.value(function) {
        pass_to(memory, call, code, passes, has);
    }
}

fn pass_to(memory: &mut Memory<'_>, call: &Call<'_>, code: Class, passes: &[(usize, usize)], has: Class) {
    memory
        .handed
        .extend(passes.iter().filter_map(|(_, argument)| call.value(*argument)));
    let many = memory.classes.parameters(code);
    let named = passes.iter().map(|(parameter, _)| parameter + 1).max().unwrap_or(0);
    for number in 0..many.max(named).max(PARAMETERS_OF_CALLBACKS) {
        let parameter = memory.classes.parameter(code, number);
        let target = memory.classes.target(parameter);
        match passes.iter().find(|(parameter, _)| *parameter == number) {
            Some((_, argument)) => join(memory, Some(target), call.value(*argument)),
            None => memory.classes.unify(target, has),
        }
    }
}

/// What the threads return that a value leads to is what joining gives.
fn return_to_joiners(memory: &mut Memory<'_>, routine: Option<Class>) {
    let Some(code) = routine else { return };
    let result = memory.classes.result(code);
    let returned = memory.classes.target(result);
    let joined = memory.pools.joined;
    let joined = memory.classes.target(joined);
    memory.classes.unify(returned, joined);
}

fn flow_by_effect(memory: &mut Memory<'_>, call: &Call<'_>, effect: &Effect) -> Option<Class> {
    match effect {
        Effect::Create {
            routine,
            argument,
            parameter,
            ..
        } => {
            let none = memory.classes.fresh();
            pass(memory, call, *routine, &[(*parameter, *argument)], none);
            return_to_joiners(memory, call.value(*routine));
            None
        }
        Effect::ThreadExit { value } => {
            let joined = memory.pools.joined;
            let joined = memory.classes.target(joined);
            join(memory, call.value(*value), Some(joined));
            None
        }
        Effect::Join { result, .. } => {
            let joined = memory.pools.joined;
            let joined = memory.classes.target(joined);
            let held = result.and_then(|result| inside(memory, call.value(result)));
            join(memory, held, Some(joined));
            None
        }
        Effect::KeyCreate { destructor, .. } => {
            let keyed = memory.pools.keyed;
            let keyed = memory.classes.target(keyed);
            pass(memory, call, *destructor, &[], keyed);
            None
        }
        Effect::KeySet { value, .. } => {
            let keyed = memory.pools.keyed;
            let keyed = memory.classes.target(keyed);
            join(memory, call.value(*value), Some(keyed));
            None
        }
        Effect::KeyGet { .. } => {
            let keyed = memory.pools.keyed;
            Some(memory.classes.target(keyed))
        }
        Effect::AtExit { function, argument } => {
            let passes: Vec<(usize, usize)> = argument.iter().flat_map(|it| [(0, *it), (1, *it)]).collect();
            let given = memory.given(call.called);
            pass(memory, call, *function, &passes, given);
            None
        }
        Effect::Sort {
            base,
            elements: _,
            compare,
            passed,
        } => {
            let passed = passed.iter().map(|argument| (2, *argument));
            let passes: Vec<(usize, usize)> = [(0, *base), (1, *base)].into_iter().chain(passed).collect();
            pass_elements(memory, call, *compare, &passes);
            None
        }
        Effect::Search {
            key,
            base,
            elements: _,
            compare,
        } => {
            pass_elements(memory, call, *compare, &[(0, *key), (1, *base)]);
            call.value(*base)
        }
        Effect::SignalAction { action } => {
            let given = sent_with_signals(memory, call);
            if let Some(code) = inside(memory, call.value(*action)) {
                pass_to(memory, call, code, &[], given);
            }
            None
        }
        Effect::SignalHandler { handler: function } => {
            let given = sent_with_signals(memory, call);
            pass(memory, call, *function, &[], given);
            // The handler before is returned.
            call.value(*function)
        }
        Effect::CallBack { function, passes } => {
            let given = memory.given(call.called);
            pass(memory, call, *function, passes, given);
            None
        }
        Effect::CallLater { function, also, passes } => {
            let given = memory.given(call.called);
            for function in std::iter::once(*function).chain(*also) {
                pass(memory, call, function, passes, given);
            }
            None
        }
        Effect::SystemCall {} | Effect::Unsupported { .. } => {
            hand_out(memory, call);
            Some(memory.pools.outside)
        }
        other => flow_of_memory(memory, call, other),
    }
}

/// What handlers of signals are told, values that were sent with the signal among it.
fn sent_with_signals(memory: &mut Memory<'_>, call: &Call<'_>) -> Class {
    let given = memory.given(call.called);
    let sent = memory.pools.sent;
    let sent = memory.classes.target(sent);
    memory.classes.unify(given, sent);
    given
}

fn pass_elements(memory: &mut Memory<'_>, call: &Call<'_>, compare: usize, passes: &[(usize, usize)]) {
    let none = memory.classes.fresh();
    pass(memory, call, compare, passes, none);
}

/// Effects on memory.
fn flow_of_memory(memory: &mut Memory<'_>, call: &Call<'_>, effect: &Effect) -> Option<Class> {
    match effect {
        Effect::Allocate { contents, to, .. } => {
            let new = memory.heap(call.caller, call.at);
            if *contents == AllocatedContents::Linked {
                memory.classes.close(new);
            }
            let held = to.and_then(|to| inside(memory, call.value(to)));
            join(memory, held, Some(new));
            Some(new)
        }
        Effect::Reallocate { pointer, .. } => {
            let new = memory.heap(call.caller, call.at);
            join(memory, call.value(*pointer), Some(new));
            Some(new)
        }
        Effect::Break { .. } => {
            let new = memory.heap(call.caller, call.at);
            let given = memory.given(call.called);
            memory.classes.unify(new, given);
            Some(new)
        }
        Effect::ReadLine { to } => {
            let held = inside(memory, call.value(*to));
            let new = memory.heap(call.caller, call.at);
            join(memory, held, Some(new));
            None
        }
        Effect::Separate { text } => inside(memory, call.value(*text)),
        Effect::NextToken { text, position } => {
            let pool = memory.kept("the text of strtok");
            let held = match position {
                Some(position) => inside(memory, call.value(*position)),
                None => Some(memory.classes.target(pool)),
            };
            join(memory, held, call.value(*text));
            call.value(*text).or(held)
        }
        Effect::Copy { to, from, .. } => {
            let (into, out) = (inside(memory, call.value(*to)), inside(memory, call.value(*from)));
            join(memory, into, out);
            None
        }
        Effect::AtomicLoad { object, to, .. } => {
            let held = inside(memory, call.value(*object));
            let told = to.and_then(|to| inside(memory, call.value(to)));
            join(memory, told, held);
            held
        }
        Effect::AtomicStore {
            object, value, from, ..
        } => {
            store_atomically(memory, call, *object, [*value, *from, None]);
            None
        }
        Effect::AtomicUpdate {
            object,
            value,
            from,
            to,
            ..
        } => store_atomically(memory, call, *object, [*value, *from, *to]),
        Effect::CompareExchange {
            object,
            expected,
            desired,
            desired_from,
            ..
        } => store_atomically(memory, call, *object, [*desired, *desired_from, *expected]),
        _ => None,
    }
}

/// What an object holds, what is stored to it, and what lies in the memory of two arguments is one; where it leads.
fn store_atomically(
    memory: &mut Memory<'_>,
    call: &Call<'_>,
    object: usize,
    [value, from, to]: [Option<usize>; 3],
) -> Option<Class> {
    let held = inside(memory, call.value(object));
    let is_wide = value.is_some_and(|value| is_wide_parameter(memory, call, value));
    if is_wide {
        join(memory, held, value.and_then(|value| call.value(value)));
    }
    for other in [from, to].into_iter().flatten() {
        let other = inside(memory, call.value(other));
        join(memory, held, other);
    }
    held
}

/// Whether an argument may be an address, by its type.
fn is_wide_parameter(memory: &Memory<'_>, call: &Call<'_>, number: usize) -> bool {
    let types = &memory.program.types;
    match call.expressions.get(number).map(|expr| types.kind(expr.ty())) {
        Some(TypeKind::Integer { size, .. }) => u64::from(*size) >= types.model().pointer_size(),
        Some(TypeKind::Bool | TypeKind::Float { .. }) => false,
        _ => true,
    }
}
