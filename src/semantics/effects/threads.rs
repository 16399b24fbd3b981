//! Threads: creation, end, and joining.
//!
//! A created thread starts with its creator's view of shared memory, in a context of its own:
//!
//! ```text
//!     [entry of u, (new id, …)]  ⊒  new(A, u), view, argument        for each element of new(A, u)
//!     [end t]                    ⊒  A, view of what was written, value returned
//!     join t                     :  A with [end t], view ⊔ [end t].view
//! ```
//!
//! Joining absorbs the view only where the digest learns that the thread has ended, because only then its writes, and
//! those that it inherited, stop being read as interference. Of a thread that the ego itself created, only what was
//! written since can be news. (Schwarz et al., SAS 2021, section 5; ESOP 2023, section 5.)

use std::rc::Rc;

use pepsin_digests::{Action, Edge, EndSummary, JoinOperand, MayBe, Repetition, ThreadId};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

use crate::ir::{Expr, FunctionId, GlobalId};
use crate::races::Tickets;
use crate::semantics::origins::{Owned, Ticket};
use crate::semantics::state::{Localised, Set, SplitKey, State, States};
use crate::semantics::system::{Context, Ended, Fact, Global, OperandFacts, Point, Transfer, Unknown};
use crate::values::{Addresses, Contents, Integer, Memory, Offsets, Rvalue, Slot, Source, Strength, Threads, Value};

impl Transfer<'_, '_> {
    /// Creates a thread for each function that `routine` may be; its id goes to `store_id` before it starts.
    pub fn create(
        &mut self,
        mut state: State,
        routine: &Value,
        (parameter, argument): (usize, (&Value, Option<&Expr>)),
        store_id: impl Fn(&mut Self, &mut State, &Value),
    ) -> Result<Vec<State>, Stop> {
        // A ticket is what the first parameter holds.
        let tickets = match parameter {
            0 => self.tickets(&mut state, argument.1, argument.0),
            _ => None,
        };
        let argument = match is_seeded(Bug::ArgumentStaysPrivate) {
            true => argument.0.clone(),
            false => self.escape(&mut state, argument.0),
        };
        let mut created = Vec::new();
        let callees = self.callees(routine);
        if callees.others {
            self.obstacle("a thread runs a function that is not known".to_owned());
            let mut state = state.clone();
            store_id(self, &mut state, &Value::unknown(self.at));
            created.push(state);
        }
        for function in callees.functions {
            created.extend(self.create_one(state.clone(), function, (parameter, &argument, tickets), &store_id)?);
        }
        Ok(created)
    }

    fn create_one(
        &mut self,
        mut state: State,
        function: FunctionId,
        (parameter, argument, tickets): (usize, &Value, Option<Tickets>),
        store_id: &impl Fn(&mut Self, &mut State, &Value),
    ) -> Result<Vec<State>, Stop> {
        let analysis = self.analysis;
        let point = self.point();
        let edge = analysis.digests.names().edge(Edge {
            routine: function.0,
            point,
            wrapper: self.context.chain,
        });
        let promised = self.promised(&state, edge);
        self.forget_promised(&mut state, &promised);
        let facts = OperandFacts {
            promised,
            ..OperandFacts::none(analysis)
        };
        let starts = analysis.digests.child(state.past.id, edge, Repetition::Once, &facts);
        let ids: Vec<ThreadId> = starts.iter().map(|start| start.0).collect();
        self.record(|recorder, at| recorder.creation(&ids, analysis.digests.thread(state.past.id), function, at));
        store_id(self, &mut state, &handles(&ids));
        let creation = analysis.digests.step(
            state.past.id,
            &Action::Create {
                edge,
                repetition: Repetition::Once,
            },
            &facts,
        );
        for (thread, start) in starts {
            let ticket = tickets.map(|tickets| Ticket {
                creator: self.context.thread,
                edge,
                tickets,
            });
            self.start_thread(&state, function, (thread, start), (parameter, argument, ticket));
        }
        let created = self.continue_with(state, &creation);
        created.iter().for_each(|state| self.note_needs(state));
        Ok(created)
    }

    fn start_thread(
        &mut self,
        creator: &State,
        function: FunctionId,
        (thread, start): (ThreadId, pepsin_digests::DigestId),
        (parameter, argument, ticket): (usize, &Value, Option<Ticket>),
    ) {
        let analysis = self.analysis;
        if analysis.program.function(function).body.is_none() {
            self.obstacle(format!(
                "a thread runs `{}`, which has no body",
                analysis.program.function(function).name
            ));
            return;
        }
        let context = analysis.intern_context(
            function,
            Context {
                thread,
                flag: analysis.digests.thread_flag(start),
                locks: Rc::from([]),
                symbolic_locks: Rc::from([]),
                past: None,
                arguments: Vec::new(),
                chain: 0,
            },
        );
        let memory = self.shared_part(creator);
        let foreign = memory
            .iter()
            .map(|(object, _)| object)
            .filter(|object| analysis.owner(*object) == Some(thread));
        let escaped: Set<_> = foreign.collect();
        let localised = Localised::started(memory, escaped);
        let mut state = State::started(creator.past.with(start), localised, Owned::start(ticket));
        state.fences = creator.fences.inherited();
        self.make_thread_locals(&mut state, thread);
        // Handlers of signals are passed more than one argument: what the environment, or who sent the signal, chooses.
        let parameters = 0..analysis.parameters(function).max(parameter + 1);
        let passed = parameters.map(|number| match number == parameter {
            true => argument.clone(),
            false => Value::unknown(self.at),
        });
        let passed: Vec<Rvalue> = passed.map(Rvalue::Scalar).collect();
        self.pass_arguments(&mut state, function, thread, &passed);
        let entry = Unknown {
            function,
            point: Point::Entry,
            context,
        };
        self.io.start(entry, States::single(SplitKey::default(), state));
        self.io.demand(entry.at(Point::Thread));
    }

    /// Gives a thread its own instances of the thread-local variables.
    pub fn make_thread_locals(&self, state: &mut State, thread: ThreadId) {
        let globals = self.analysis.program.globals.iter().enumerate();
        for (number, _) in globals.filter(|(_, global)| global.thread_local) {
            let global = GlobalId(number as u32);
            let object = self.analysis.global(global, thread);
            let mut contents = self.initial_contents(global);
            if self.has_escaped(state, object) {
                contents.join(&self.view(state, object));
            }
            self.set_view(state, object, contents);
        }
    }

    /// What a global holds at program start.
    pub fn initial_contents(&self, global: GlobalId) -> Contents {
        let variable = self.analysis.program.global(global);
        if !variable.defined {
            return self.undefined_contents(global);
        }
        let mut contents = Contents::zero();
        for initial in &variable.initial {
            let value = self.constant(&initial.value);
            let slot = Slot {
                ty: self.scalar(initial.value.ty()),
                field: initial.bits,
            };
            contents.write(Offsets::constant(initial.offset as i64), slot, &value, Strength::Strong);
        }
        contents
    }

    /// The start of the program: all globals hold their initial values, and main is alone.
    pub fn program_start(&mut self) -> State {
        let past = self.analysis.start.clone();
        let mut state = State::started(past, Localised::default(), Owned::default());
        for (number, global) in self.analysis.program.globals.iter().enumerate() {
            let id = GlobalId(number as u32);
            if !global.thread_local {
                let object = self.analysis.global(id, self.context.thread);
                self.set_view(&mut state, object, self.initial_contents(id));
                if self.has_odd_mutex(global) {
                    self.io.side(Global::OddMutexes, Fact::value(Value::ANY_NUMBER));
                }
                for initial in &global.initial {
                    let value = self.constant(&initial.value);
                    self.link_initial(object, initial.offset as i64, &value);
                }
            }
        }
        self.set_counters_at_start(&mut state);
        self.make_thread_locals(&mut state, self.context.thread);
        let vector = Value::addresses(Addresses::of(
            self.analysis.external(Source::Function(self.unknown.function)),
            Offsets::ANY,
        ));
        let arguments = [
            Value::integer(Integer::interval(0, i128::from(i32::MAX))),
            vector.clone(),
            vector,
        ]
        .map(Rvalue::Scalar);
        self.pass_arguments(&mut state, self.unknown.function, self.context.thread, &arguments);
        state
    }

    /// The memory that a created thread can know: everything but the creator's private objects.
    fn shared_part(&self, creator: &State) -> Memory {
        self.all_seen(creator)
            .filtered(|object| self.is_shared(creator, object))
    }

    /// Ends the ego thread: what it leaves stands at `[end t]`.
    pub fn end_thread(&mut self, mut state: State, value: &Value) {
        self.note_kept(&state);
        let value = self.escape(&mut state, value);
        let facts = OperandFacts::none(self.analysis);
        for id in self.analysis.digests.step(state.past.id, &Action::End, &facts) {
            let thread = self.analysis.digests.thread(id);
            let ended = Ended {
                past: state.past.with(id),
                view: self.shared_part(&state),
                written: self.all_written(&state),
                value: value.clone(),
                unlearned: state.fences.unlearned(),
            };
            self.io.side(Global::Ended(thread), Fact::Ended(Rc::new(ended)));
        }
    }

    /// Waits until a thread has ended: the states behind it, each with the value that the thread returned.
    pub fn join(&mut self, mut state: State, handle: &Value) -> Vec<(State, Value)> {
        let handles = handle.as_threads();
        let ends: Vec<Rc<Ended>> = handles
            .known()
            .iter()
            .filter_map(|thread| self.ended(*thread))
            .collect();
        let names = self.analysis.digests.names();
        let definite = handles.single().filter(|thread| names.is_unique(*thread));
        let threads = match definite {
            Some(thread) => MayBe::Definite(thread),
            None if handles.has_unknown() || handles.known().is_empty() => MayBe::Unknown,
            None => MayBe::OneOf(handles.known().to_vec()),
        };
        let mut returned = if threads == MayBe::Unknown {
            Value::unknown(self.at)
        } else {
            Value::NOTHING
        };
        for end in &ends {
            returned.join(&end.value);
        }
        let digests = Rc::clone(&self.analysis.digests);
        let summaries = ends.iter().map(|end| digests.end_summary(end.past.id));
        let ended: Option<EndSummary> = match threads {
            MayBe::Definite(_) | MayBe::OneOf(_) => summaries.reduce(|mut joined, summary| {
                joined.join(&summary);
                joined
            }),
            MayBe::Unknown => Some(EndSummary::unknown()),
        };
        self.record(|recorder, at| definite.into_iter().for_each(|thread| recorder.join(thread, at)));
        if let (Some(thread), Some(end)) = (definite, ends.first()) {
            self.absorb(&mut state, end, self.is_creator_of(thread));
        }
        let facts = OperandFacts {
            threads,
            ended,
            ..OperandFacts::none(self.analysis)
        };
        let next = digests.step(state.past.id, &Action::Join { thread: JoinOperand(0) }, &facts);
        let joined = self.continue_with(state, &next);
        joined.into_iter().map(|state| (state, returned.clone())).collect()
    }

    /// Whether a thread cannot be joined, and the call says so at once: the ego itself, one that waits for it (`EDEADLK`), or one that
    /// is detached (`EINVAL`).
    pub fn may_refuse_to_join(&mut self, state: &State, handle: &Value) -> bool {
        let handles = handle.as_threads();
        let names = self.analysis.digests.names();
        let own = self.analysis.digests.thread(state.past.id);
        if handles.known().contains(&own) && names.is_unique(own) {
            return true;
        }
        for thread in handles.known() {
            self.io.side(Global::Joiners(*thread), Fact::value(Value::thread(own)));
        }
        if let Fact::Value(joiners) = self.io.global(Global::Joiners(own)) {
            let waits = |thread: &ThreadId| handles.known().contains(thread);
            if joiners.as_threads().known().iter().any(waits) {
                return true;
            }
        }
        let by_attribute = self.io.global(Global::DetachingAttributes) != Fact::Nothing;
        by_attribute && self.may_be_among(handle, Global::WithAttribute) || self.may_be_among(handle, Global::Detached)
    }

    /// Whether a handle may be that of a thread of which something is noted.
    fn may_be_among(&mut self, handle: &Value, noted: Global) -> bool {
        let Fact::Value(noted) = self.io.global(noted) else {
            return false;
        };
        let (noted, handles) = (noted.as_threads(), handle.as_threads());
        noted.has_unknown() && handles.has_unknown()
            || handles.known().iter().any(|thread| noted.known().contains(thread))
    }

    /// Takes over the view that an ended thread had. What was known of the view before, by copies, is past.
    fn absorb(&self, state: &mut State, end: &Ended, creator: Creator) {
        state.fences.absorb(&end.unlearned);
        let written = match creator {
            Creator::Ego => end.written.clone(),
            Creator::Other => end.view.iter().map(|(object, _)| object).collect(),
        };
        for object in written.iter() {
            if let Some(view) = end.view.get(object) {
                self.forget_copies_of(state, object);
                self.join_view(state, object, view);
            }
            self.note_written(state, object);
        }
    }

    /// Takes over what a thread wrote that the ego created, and that has ended.
    pub fn absorb_child(&self, state: &mut State, end: &Ended) {
        self.absorb(state, end, Creator::Ego);
    }

    fn is_creator_of(&self, thread: ThreadId) -> Creator {
        let names = self.analysis.digests.names();
        let mut path = names.history(thread).path;
        path.pop();
        match names.is_unique(thread)
            && names.is_unique(self.context.thread)
            && names.history(self.context.thread).path == path
        {
            true => Creator::Ego,
            false => Creator::Other,
        }
    }

    /// How threads with an id ended, if one did.
    pub fn ended(&mut self, thread: ThreadId) -> Option<Rc<Ended>> {
        match self.io.global(Global::Ended(thread)) {
            Fact::Ended(end) => Some(end),
            _ => None,
        }
    }
}

/// The value of a handle of one of some threads.
fn handles(threads: &[ThreadId]) -> Value {
    let mut handles = Threads::default();
    for thread in threads {
        handles.join(&Threads::one(*thread));
    }
    Value::threads(handles)
}

/// Whose thread it was that ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Creator {
    /// The ego created it: what it did not write since, the ego knows at least as well.
    Ego,
    /// Another thread created it, whose view it inherited.
    Other,
}
