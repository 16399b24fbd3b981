//! Who accesses what: of each object's bytes, and of each class, all accesses summed up.

use std::collections::BTreeMap;

use super::calls::Graph;
use super::changes::{Hold, Holds};
use super::classes::Class;
use super::locks::{Lock, Locks};
use super::memory::Memory;
use super::rows::{Call, How, What, deeds};
use super::spots::{self, Bytes, Spot};
use super::threads::{Threads, Who};
use crate::ir::{Callee, Expr, FunctionId, Instruction, InstructionKind, Place, Position, Terminator};
use crate::library::is_reserved;
use crate::library::model::{Effect, Model};
use crate::library::replaced::{asks_for_memory, replaced_allocator};

/// All accesses to some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Who makes those that are made when there may be several threads.
    pub who: Who,
    /// One of those that change something, and one of the others, both when there may be several threads.
    pub written: Option<Position>,
    pub read: Option<Position>,
    /// Whether one of these is not atomic.
    pub is_plain: bool,
    /// Whether one of these writes, is not atomic, and does not end the life of a lock.
    pub is_overwritten: bool,
    /// The locks that are held at all of these; `None` if there are none.
    pub locks: Option<Vec<u32>>,
}

impl Summary {
    const NONE: Summary = Summary {
        who: Who::Nobody,
        written: None,
        read: None,
        is_plain: false,
        is_overwritten: false,
        locks: None,
    };

    fn add(&mut self, at: Position, who: Who, how: How, held: &[Hold]) {
        let guards = held.iter().filter(|hold| hold.exclusive || !how.modifies());
        let mut guards: Vec<u32> = guards.map(|hold| hold.lock).collect();
        guards.dedup();
        self.or(&Summary {
            who,
            written: how.modifies().then_some(at),
            read: (!how.modifies()).then_some(at),
            is_plain: !how.is_atomic(),
            is_overwritten: how == How::Write,
            locks: Some(guards),
        });
    }

    /// Those of both.
    pub fn or(&mut self, other: &Summary) {
        self.who = self.who.or(other.who);
        self.written = self.written.or(other.written);
        self.read = self.read.or(other.read);
        self.is_plain |= other.is_plain;
        self.is_overwritten |= other.is_overwritten;
        match (&mut self.locks, &other.locks) {
            (Some(locks), Some(others)) => locks.retain(|lock| others.contains(lock)),
            (locks @ None, others) => locks.clone_from(others),
            (Some(_), None) => {}
        }
    }
}

/// All accesses of code that may run.
pub struct Accesses {
    /// Those that name an object, by bytes; of unknown bytes first.
    pub objects: Vec<BTreeMap<Option<Bytes>, Summary>>,
    /// Those through pointers.
    pub classes: BTreeMap<Class, Summary>,
    /// The locks.
    pub locks: Vec<Lock>,
    /// What is not understood, each once.
    pub obstacles: Vec<(Position, String)>,
}

/// Where an access is made.
struct Moment<'m> {
    function: FunctionId,
    who: Who,
    is_late: bool,
    held: &'m [Hold],
}

impl Accesses {
    /// Looks at all functions that run.
    pub fn new(memory: &mut Memory<'_>, graph: &Graph, threads: &Threads) -> Self {
        let locks = Locks::new(memory, graph, threads);
        let mut accesses = Accesses {
            objects: vec![BTreeMap::new(); memory.objects.len()],
            classes: BTreeMap::new(),
            locks: locks.locks.clone(),
            obstacles: Vec::new(),
        };
        for number in 0..graph.sites.len() {
            if threads.who[number] != Who::Nobody {
                accesses.look_at(memory, (graph, threads, &locks), FunctionId(number as u32));
            }
        }
        accesses.objects.resize_with(memory.objects.len(), BTreeMap::new);
        accesses.obstacles.sort();
        accesses.obstacles.dedup();
        accesses
    }

    fn look_at(
        &mut self,
        memory: &mut Memory<'_>,
        (graph, threads, locks): (&Graph, &Threads, &Locks),
        function: FunctionId,
    ) {
        let number = function.0 as usize;
        let (who, entered_late) = (threads.who[number], threads.entered_late[number]);
        let entry: Holds = locks.entries[number].clone().unwrap_or_default();
        let Some(body) = &memory.program.function(function).body else {
            self.look_at_library(memory, function, (who, entered_late));
            return;
        };
        for (block, content) in body.blocks.iter().enumerate() {
            let Some(mut change) = locks.before(graph, number, block, 0) else {
                continue;
            };
            let mut sites = graph.sites_in(number, block);
            let mut held = change.applied(&entry);
            let is_late = |place: usize| entered_late || threads.is_late(graph, number, block, place);
            for (place, instruction) in content.instructions.iter().enumerate() {
                let moment = Moment {
                    function,
                    who,
                    is_late: is_late(place),
                    held: &held,
                };
                self.instruction(memory, &moment, instruction);
                let InstructionKind::Call { to, .. } = &instruction.kind else {
                    continue;
                };
                if let Some(site) = sites.next() {
                    change.then(locks.at_site(number, site));
                    held = change.applied(&entry);
                }
                if let Some(to) = to {
                    let moment = Moment {
                        function,
                        who,
                        is_late: is_late(place + 1),
                        held: &held,
                    };
                    self.write(memory, &moment, to);
                }
            }
            let moment = Moment {
                function,
                who,
                is_late: is_late(content.instructions.len()),
                held: &held,
            };
            self.terminator(memory, &moment, &content.terminator);
        }
    }

    /// A function of the library that is called through pointers.
    fn look_at_library(&mut self, memory: &mut Memory<'_>, function: FunctionId, (who, is_late): (Who, bool)) {
        if !memory.is_called_through_pointers(function) {
            return;
        }
        let values = super::flows::values_through_pointers(memory, function);
        let moment = Moment {
            function,
            who,
            is_late,
            held: &[],
        };
        let call = Call::through_pointers(memory.program, function, &values);
        self.library_call(memory, &moment, &call);
    }

    fn instruction(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, instruction: &Instruction) {
        instruction
            .kind
            .expressions(&mut |expr| self.read_by(memory, moment, expr));
        match &instruction.kind {
            InstructionKind::Assign { to: place, .. } | InstructionKind::Zero { place } => {
                self.write(memory, moment, place);
            }
            InstructionKind::Call {
                callee: Callee::Function(called),
                arguments,
                ..
            } if memory.program.function(*called).body.is_none() => {
                let values = arguments
                    .iter()
                    .map(|it| super::flows::value(memory, moment.function, it));
                let values: Vec<Option<Class>> = values.collect();
                let call = Call {
                    caller: moment.function,
                    called: *called,
                    expressions: arguments,
                    values: &values,
                    at: instruction.at,
                };
                self.library_call(memory, moment, &call);
            }
            InstructionKind::Assembly {
                outputs,
                memory: operands,
                ..
            } => {
                for place in outputs.iter().chain(operands) {
                    self.write(memory, moment, place);
                }
                let outside = memory.pools.outside;
                self.access(memory, moment, (instruction.at, How::Write), Spot::Class(outside));
            }
            InstructionKind::Obstacle { what } => self.obstacles.push((instruction.at, what.clone())),
            InstructionKind::Call { .. } | InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) => {}
        }
    }

    fn terminator(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition: expr, .. }
            | Terminator::Switch { value: expr, .. }
            | Terminator::Computed { value: expr, .. }
            | Terminator::Return(Some(expr)) => {
                expr.expressions(&mut |expr| self.read_by(memory, moment, expr));
            }
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }

    fn read_by(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, expr: &Expr) {
        if let Expr::Load(place) = expr {
            let how = match memory.program.types.get(place.ty).atomic {
                true => How::AtomicRead,
                false => How::Read,
            };
            let spot = spots::of_place(memory, moment.function, place);
            self.access(memory, moment, (place.at, how), spot);
        }
    }

    fn write(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, place: &Place) {
        let how = match memory.program.types.get(place.ty).atomic {
            true => How::AtomicWrite,
            false => How::Write,
        };
        let spot = spots::of_place(memory, moment.function, place);
        self.access(memory, moment, (place.at, how), spot);
    }

    /// What a call does that its row does not tell: functions of the program that the library calls by itself, and what arguments ask for.
    fn note_unmodelled(&mut self, memory: &Memory<'_>, call: &Call<'_>, model: &Model) {
        let name = &memory.program.function(call.called).name;
        if asks_for_memory(name, model)
            && let Some(allocator) = replaced_allocator(memory.program.defined_names())
        {
            let what = format!("`{name}` asks for memory, and the program defines `{allocator}`.");
            self.obstacles.push((call.at, what));
        }
        let mut variables = memory.program.globals.iter().map(|global| &global.name);
        if variables.any(|variable| model.calls_through.contains(variable)) {
            self.obstacles
                .push((call.at, format!("`{name}` may call functions of the program.")));
        }
        let is_modelled = |&(argument, least, most): &(usize, i64, i64)| match call.expressions.get(argument) {
            Some(Expr::Integer(asked, _)) => !(i128::from(least)..=i128::from(most)).contains(asked),
            _ => false,
        };
        if !model.unmodelled.iter().all(is_modelled) {
            self.obstacles
                .push((call.at, format!("`{name}` may ask for what is not modelled.")));
        }
    }

    fn library_call(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, call: &Call<'_>) {
        let name = &memory.program.function(call.called).name;
        if memory.library.model(name).is_none() && is_reserved(name) {
            let what = format!("`{name}` is a function of the library that has no model.");
            self.obstacles.push((call.at, what));
        } else if memory.library.model(name).is_none() && !memory.outside.pure_functions {
            let what = format!("`{name}` has neither a body nor a model.");
            self.obstacles.push((call.at, what));
        }
        let model = memory.library.model(name);
        if let Some(Effect::Unsupported { what }) = model.and_then(|model| model.effect.as_ref()) {
            self.obstacles.push((call.at, format!("`{name}`: {what}.")));
        }
        if let Some(model) = model {
            self.note_unmodelled(memory, call, model);
        }
        for (what, how) in deeds(memory, call) {
            let Some(spot) = spot_of(memory, moment.function, call, &what) else {
                continue;
            };
            self.access(memory, moment, (call.at, how), spot);
        }
    }

    fn access(&mut self, memory: &mut Memory<'_>, moment: &Moment<'_>, (at, how): (Position, How), spot: Spot) {
        let summary = match spot {
            Spot::Private => return,
            Spot::Object(object, bytes) => {
                // Texts that lead nowhere are met here for the first time.
                let many = self.objects.len().max(object + 1);
                self.objects.resize_with(many, BTreeMap::new);
                self.objects[object].entry(bytes)
            }
            Spot::Class(class) => {
                let class = memory.classes.find(class);
                let summary = self.classes.entry(class).or_insert(Summary::NONE);
                if moment.is_late {
                    summary.add(at, moment.who, how, moment.held);
                }
                return;
            }
        };
        let summary = summary.or_insert(Summary::NONE);
        if moment.is_late {
            summary.add(at, moment.who, how, moment.held);
        }
    }
}

/// Where what a call accesses lies.
fn spot_of(memory: &mut Memory<'_>, function: FunctionId, call: &Call<'_>, what: &What) -> Option<Spot> {
    let through = |memory: &mut Memory<'_>, number: usize, size: Option<u64>| match call.expressions.get(number) {
        Some(pointer) => Some(spots::of_pointer(memory, function, pointer, size)),
        None => Some(Spot::Class(call.values.get(number).copied().flatten()?)),
    };
    match what {
        What::Argument(number) => through(memory, *number, None),
        What::Exactly(number) => {
            let size = call.size(memory.program, *number);
            through(memory, *number, size)
        }
        What::Inside(number) => {
            let value = call.values.get(*number).copied().flatten()?;
            Some(Spot::Class(memory.classes.target(value)))
        }
        What::Kept(name) => {
            let pool = memory.kept(name);
            Some(Spot::Class(memory.classes.target(pool)))
        }
        What::State(name) => {
            let (_, object) = memory.state(name);
            Some(Spot::Object(object, None))
        }
        What::Variable(name) => Some(Spot::Object(memory.library_variable(name)?, None)),
        What::Outside => Some(Spot::Class(memory.pools.outside)),
    }
}
