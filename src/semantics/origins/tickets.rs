//! Tickets: values that no other thread of the same creation has, and what threads compute from them.
//!
//! If a thread is given a number that grows from one creation to the next, or an object that nobody else knew, then
//! what it computes from that *ticket* by `scale · ticket + offset` is its own as well. So two threads created at the
//! same place write to different elements of an array, or to different objects, though none of them has a name.
//!
//! A creation hands out tickets if the argument is
//! - the address of an allocated object that nobody but the creator knows: whoever was given one before, here or elsewhere,
//!   knows it, so no thread that is given such an object was given that of another; what it reaches by arithmetic of
//!   pointers is inside it;
//! - or, if a unique thread executes it in its start routine, a counter: a variable that is set before the loop, does not wrap around
//!   ([`crate::semantics::claims::wrapping`]), and otherwise only grows by constants, at least once between two executions of the creation;
//!   or the address of an array's element with such an index, or of an element behind a pointer that the loop leaves alone;
//! - or what is passed as a function of its berth to each thread of a crew ([`crate::semantics::crews`]), if all that may be running have
//!   berths less than the present one: whoever was passed the same has been joined.
//!
//! (Ownership by injective index functions; compare Vojdani et al., ASE 2016, section 5, where indices name locks.)

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::graph::Graph;
use crate::ir::{BinaryOp, BlockId, Body, Expr, FunctionId, InstructionKind, LocalId, Place, Root, TypeId};
use crate::races::{OwnedBytes, Tickets};
use crate::semantics::claims::{SignedSteps, wrapping};
use crate::semantics::crews::{gathering, vacancies};
use crate::semantics::evaluate::expressions;
use crate::semantics::origins::symbolic;
use crate::semantics::sharing::interference;
use crate::semantics::state::{Base, Entrance, Linear, Origin, Owned, Start, State, SymbolicAddress, Term};
use crate::semantics::system::{Point, Transfer, variables};
use crate::values::{IntegerType, ObjectKind, Scalar, Value};

/// A variable that an argument is, or by which it names an array's element.
struct Counter {
    variable: LocalId,
    /// Bytes for each unit of it, or one.
    unit: i64,
    /// The type of the ticket: that of the variable, or of addresses.
    ty: IntegerType,
}

/// By how much a counter grows at a time.
#[derive(Clone, Copy)]
struct Steps {
    least: i64,
    greatest: i64,
}

/// What an expression computes from the ego's ticket.
pub fn linear(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Linear> {
    if state.owned.is_empty() {
        return None;
    }
    match expr {
        Expr::Load(place) => state.owned.variable(variables::frame_variable(transfer, place)?),
        Expr::Cast(operand, ty) => {
            let to = variables::scalar(transfer.analysis.program, *ty);
            // Above all it has to keep the ticket: `(int)(long)argument` does if that was an `int`.
            let keeps_tickets = match state.owned.ticket?.tickets {
                Tickets::Numbers { bits, signed, .. } => {
                    Scalar::Integer(IntegerType { bits, signed }).keeps_every_value(to)
                }
                Tickets::Objects => false,
            };
            let keeps = keeps_tickets || expressions::keeps_value(transfer, state, operand, *ty);
            if keeps { linear(transfer, state, operand) } else { None }
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::PointerAdd), left, right, ty) => {
            let types = &transfer.analysis.program.types;
            let unit = match op {
                BinaryOp::PointerAdd => {
                    i64::try_from(types.pointee(*ty).and_then(|element| types.size(element))?).ok()?
                }
                BinaryOp::Subtract => -1,
                _ => 1,
            };
            let linear = linear(transfer, state, left)?;
            if *op == BinaryOp::PointerAdd && state.owned.has_objects() {
                return Some(linear);
            }
            let constant = i64::try_from(expressions::value(transfer, state, right).as_constant()?).ok()?;
            let offset = linear.offset.checked_add(constant.checked_mul(unit)?)?;
            Some(Linear { offset, ..linear })
        }
        Expr::AddressOf(place, _) if state.owned.has_objects() => in_own_object(transfer, state, place),
        _ => None,
    }
}

/// Where the ticket is an object, a place reached from it lies in it, wherever: no arithmetic of pointers leaves an object.
fn in_own_object(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Linear> {
    match &place.root {
        Root::Deref(pointer) => linear(transfer, state, pointer),
        Root::Local(_) | Root::Global(_) => None,
    }
}

/// What a callee computes from the ego's ticket starts with the arguments that were.
pub fn owned_by_parameters(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    arguments: &[Expr],
) -> Owned {
    if state.owned.is_empty() {
        return Owned::default();
    }
    let mut parameters = Vec::new();
    for (number, argument) in arguments
        .iter()
        .take(transfer.analysis.parameters(function))
        .enumerate()
    {
        let linear = linear(transfer, state, argument);
        parameters.extend(linear.map(|linear| (LocalId(number as u32), linear)));
    }
    state.owned.entered(parameters)
}

/// The bytes of an access, as a function of the ego's ticket.
pub fn owned_bytes(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Option<OwnedBytes> {
    if transfer.analysis.recorder.is_none() || state.owned.is_empty() {
        return None;
    }
    let linear = match state.owned.has_objects() {
        true => in_own_object(transfer, state, place)?,
        false => {
            let address = symbolic::symbolic_place(transfer, state, place)?;
            owned_address(state, &address)?
        }
    };
    let ticket = state.owned.ticket?;
    Some(OwnedBytes {
        creator: ticket.creator,
        edge: ticket.edge,
        tickets: ticket.tickets,
        scale: linear.scale,
        first: linear.offset.checked_add(touched_from)?,
        size: i64::try_from(size).ok()?,
    })
}

/// The kind of tickets that a creation hands out by its argument, before that escapes.
pub fn tickets(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    argument: Option<&Expr>,
    value: &Value,
) -> Option<Tickets> {
    let numbered = argument
        .and_then(|argument| numbered(transfer, state, argument).or_else(|| in_crew(transfer, state, argument)));
    numbered.or_else(|| is_unknown_to_others(transfer, state, value).then_some(Tickets::Objects))
}

/// Tickets that tell the berths of a crew, in which two threads that may be running are in different ones.
fn in_crew(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Tickets> {
    let (passed, counter) = vacancies::passed_by(transfer, state, argument)?;
    let origin = Origin {
        creation: transfer.point(),
        counter: Some(counter),
    };
    let is_new = state.crews.is_new(origin, passed)
        && (passed.is_of_ego() || gathering::nobody_else_writes(transfer, state, origin));
    is_new.then(|| Tickets::Numbers {
        step: passed.place.map_or(1, |place| place.scale),
        bits: passed.ty.bits,
        signed: passed.ty.signed,
    })
}

/// Tickets that a counter numbers.
fn numbered(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Tickets> {
    let names = transfer.analysis.digests.names();
    if !names.is_unique(transfer.context.thread) || state.entrance != Entrance::Started {
        return None;
    }
    let counter = counter(transfer, state, argument)?;
    let body = transfer
        .analysis
        .program
        .function(transfer.unknown.function)
        .body
        .as_ref()?;
    let counted =
        variables::scalar(transfer.analysis.program, body.locals[counter.variable.0 as usize].ty).integer_type();
    let steps = rounds_of(transfer, counter.variable)?;
    if !wrapping::never_wraps(transfer, counted, steps.greatest, SignedSteps::Plain) {
        return None;
    }
    let step = steps.least.checked_mul(counter.unit.abs())?;
    let IntegerType { bits, signed } = counter.ty;
    Some(Tickets::Numbers { step, bits, signed })
}

fn is_unknown_to_others(transfer: &Transfer<'_, '_>, state: &State, value: &Value) -> bool {
    value.as_address().is_some_and(|(object, offsets)| {
        let heap = matches!(transfer.analysis.objects.kind(object), ObjectKind::Heap { .. });
        heap && offsets.single().is_some() && !interference::is_shared(transfer, state, object)
    })
}

/// The variable that an argument is, or by which it names an element of an array, or of what a pointer leads to that is not
/// assigned from the first creation on.
fn counter(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Counter> {
    if let Expr::AddressOf(..) | Expr::Binary(BinaryOp::PointerAdd, ..) = argument
        && let Some(address) = symbolic::symbolic(transfer, state, argument)
        && let (Base::Object(_), Some((index, unit))) = (address.base, address.index)
    {
        let ty = variables::scalar(transfer.analysis.program, argument.ty()).integer_type();
        let variable = (index.calls == 0).then_some(index.local)?;
        return Some(Counter { variable, unit, ty });
    }
    let (passed, variable) = vacancies::passed_by(transfer, state, argument)?;
    let is_steady = match passed.place.map(|place| place.start) {
        None | Some(Start::Object(_)) => true,
        Some(Start::Pointer(Term::Local(pointer))) => {
            is_steady(transfer, pointer) || is_seeded(Bug::TicketPointerMoves)
        }
        Some(Start::Pointer(Term::Memory(_) | Term::Result)) => false,
    };
    is_steady.then_some(Counter {
        variable,
        unit: passed.place.map_or(1, |place| place.scale),
        ty: passed.ty,
    })
}

/// Whether a variable of the running function is not assigned between two executions of the present block.
fn is_steady(transfer: &Transfer<'_, '_>, variable: LocalId) -> bool {
    let Point::End(block) = transfer.unknown.point else {
        return false;
    };
    let Some(body) = &transfer.analysis.program.function(transfer.unknown.function).body else {
        return false;
    };
    let graph = transfer.analysis.graph(transfer.unknown.function);
    let mut rounds = round_trips(body, graph, block).into_iter();
    rounds.all(|block| {
        let mut instructions = body.blocks[block.0 as usize].instructions.iter();
        !instructions.any(|instruction| is_set_by(&instruction.kind, variable))
    })
}

/// By how much a counter grows between two executions of the present block; nothing if it may be the same again.
fn rounds_of(transfer: &Transfer<'_, '_>, counter: LocalId) -> Option<Steps> {
    let Point::End(block) = transfer.unknown.point else {
        return None;
    };
    let body = transfer
        .analysis
        .program
        .function(transfer.unknown.function)
        .body
        .as_ref()?;
    let graph = transfer.analysis.graph(transfer.unknown.function);
    let keeps = |from: TypeId, to: TypeId| {
        variables::scalar(transfer.analysis.program, from)
            .keeps_every_value(variables::scalar(transfer.analysis.program, to))
    };
    steps(body, graph, block, Growth { counter, keeps: &keeps })
}

fn owned_address(state: &State, address: &SymbolicAddress) -> Option<Linear> {
    let (linear, scale) = match (address.base, address.index) {
        (Base::Object(_), Some((index, size))) if index.calls == 0 => (state.owned.variable(index.local)?, size),
        (Base::Variable(pointer), None) if pointer.calls == 0 => (state.owned.variable(pointer.local)?, 1),
        _ => return None,
    };
    Some(Linear {
        scale: linear.scale.checked_mul(scale)?,
        offset: linear.offset.checked_mul(scale)?.checked_add(address.offset)?,
    })
}

/// By how much a counter grows on every way from `block` back to it.
fn steps(body: &Body, graph: &Graph, block: BlockId, grows: Growth<'_>) -> Option<Steps> {
    let counter = grows.counter;
    let between = round_trips(body, graph, block);
    let mut increments = Vec::new();
    let mut steps: Option<Steps> = None;
    for (number, candidate) in body.blocks.iter().enumerate() {
        let candidate_id = BlockId(number as u32);
        if !graph.is_reachable(candidate_id) {
            continue;
        }
        for instruction in &candidate.instructions {
            if !is_set_by(&instruction.kind, counter) {
                continue;
            }
            let growth = match &instruction.kind {
                InstructionKind::Assign { value, .. } => grows.by(value),
                _ => None,
            };
            match growth {
                Some(by) => {
                    steps = Some(Steps {
                        least: steps.map_or(by, |steps| steps.least.min(by)),
                        greatest: steps.map_or(by, |steps| steps.greatest.max(by)),
                    });
                    increments.push(candidate_id);
                }
                // Set to anything: allowed only where the creation is not executed before and behind.
                None if is_seeded(Bug::TicketsSetBack) => {}
                None if between.contains(&candidate_id) => return None,
                None => {}
            }
        }
    }
    let passes_by = !increments.contains(&block) && reachable(body, block, &increments).contains(&block);
    steps.filter(|_| !passes_by)
}

/// Whether an instruction gives a variable whose address is never taken another value.
fn is_set_by(instruction: &InstructionKind, variable: LocalId) -> bool {
    let is_it = |place: &Place| place.as_local() == Some(variable);
    match instruction {
        InstructionKind::Assign { to, .. } | InstructionKind::Call { to: Some(to), .. } => is_it(to),
        InstructionKind::Zero { place } => is_it(place),
        InstructionKind::Assembly { outputs, .. } => outputs.iter().any(is_it),
        InstructionKind::ScopeEntry(local) => *local == variable,
        _ => false,
    }
}

/// The blocks on ways from a block back to it.
fn round_trips(body: &Body, graph: &Graph, block: BlockId) -> Vec<BlockId> {
    let mut leads_back = vec![false; body.blocks.len()];
    let mut open = graph.predecessors(block).to_vec();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut leads_back[block.0 as usize], true) {
            open.extend(graph.predecessors(block));
        }
    }
    let behind = reachable(body, block, &[]).into_iter();
    behind.filter(|other| leads_back[other.0 as usize]).collect()
}

/// The blocks behind a block, on ways that avoid others.
fn reachable(body: &Body, from: BlockId, avoiding: &[BlockId]) -> Vec<BlockId> {
    let mut found = Vec::new();
    let mut met = vec![false; body.blocks.len()];
    for block in avoiding {
        met[block.0 as usize] = true;
    }
    let mut open = body.blocks[from.0 as usize].terminator.successors();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut met[block.0 as usize], true) {
            found.push(block);
            open.extend(body.blocks[block.0 as usize].terminator.successors());
        }
    }
    found
}

/// What makes a counter grow: sums of itself and a constant, but for conversions that keep every value.
#[derive(Clone, Copy)]
struct Growth<'k> {
    counter: LocalId,
    /// Whether a conversion from one type to another keeps every value.
    keeps: &'k dyn Fn(TypeId, TypeId) -> bool,
}

impl Growth<'_> {
    /// `c > 0` in `counter + c`.
    fn by(self, value: &Expr) -> Option<i64> {
        match value {
            Expr::Cast(operand, ty) if (self.keeps)(operand.ty(), *ty) || is_seeded(Bug::TicketsThroughAnyCast) => {
                self.by(operand)
            }
            Expr::Binary(BinaryOp::Add, left, right, _) => match (&**left, &**right) {
                (left, Expr::Integer(by, _)) if self.is_counter(left) => i64::try_from(*by).ok().filter(|by| *by > 0),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_counter(self, expr: &Expr) -> bool {
        match expr {
            Expr::Load(place) => place.as_local() == Some(self.counter),
            Expr::Cast(operand, ty) => (self.keeps)(operand.ty(), *ty) && self.is_counter(operand),
            _ => false,
        }
    }
}
