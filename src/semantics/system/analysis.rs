//! The analysis of one program: its tables, and its constraint system.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use hashbrown::HashMap;
use pepsin_digests::lockset::Locksets;
use pepsin_digests::{DigestSet, Digests, LockId, LockName, Names, ThreadId};
use rustc_hash::FxBuildHasher;

use super::clues::Clues;
use super::contexts::{Call, CallStrings, Contexts};
use super::footprint::named_variables;
use super::interner::Interner;
use super::located::Located;
use super::outside::ByClass;
use super::recorder::Recorder;
use super::transfer::Transfer;
use super::unknowns::{Context, ContextId};
use super::words;
use crate::ir::graph::Graph;
use crate::ir::{BlockId, Body, FunctionId, GlobalId, Place, Program, Storage};
use crate::library::Library;
use crate::library::model::Effect;
use crate::races::Polynomial;
use crate::races::cells::Division;
use crate::semantics::prepare::{
    Halts, Named, OnlyTested, Presumptions, ProgramPoint, ReaderCount, Shape, Steady, TextFacts, Thresholds,
};
use crate::semantics::settings::{Apart, LOCKSET, LibraryState, Settings};
use crate::semantics::state::inscriptions::NumberId;
use crate::semantics::state::{Past, Set, SplitKey, State};
use crate::values::{Multiplicity, Object, ObjectId, ObjectKind, Objects, Source};

/// Finds the clues of an access to what a place denotes. The rooms above know how; a place is located without that.
pub type ClueSource = fn(&Transfer<'_, '_>, &mut State, &Place, &Located) -> Clues;

/// A program under analysis.
pub struct Analysis<'p> {
    /// The program.
    pub program: &'p Program,
    /// How it is analysed.
    pub settings: &'p Settings,
    /// The models of functions without body.
    pub library: &'p Library,
    /// The product of the tracked digests.
    pub digests: Rc<Digests>,
    /// The past at program start.
    pub start: Past,
    /// The memory objects found so far.
    pub objects: Rc<Objects>,
    /// The digests by which states are kept apart, other than the lockset.
    split: DigestSet,
    /// Whether states are kept apart by the locks held.
    locks_split: LocksSplit,
    /// The lock that is `__VERIFIER_atomic_begin` to `…_end`.
    pub atomic_block: LockId,
    /// What its text tells.
    pub text: &'p TextFacts<'p>,
    /// Those of the watched variables, by number, that are no locks.
    presumptions: Presumptions,
    /// What finds the clues of accesses.
    pub clues: ClueSource,
    /// What the verification pass records; nothing is recorded while solving.
    pub recorder: Option<RefCell<Recorder>>,
    contexts: RefCell<Contexts>,
    pub chains: RefCell<CallStrings>,
    points: RefCell<Interner<ProgramPoint>>,
    numbers: RefCell<Interner<Polynomial>>,
    pub locals: RefCell<LocalObjects>,
    /// What divides the memory of allocations.
    pub divisions: RefCell<HashMap<ObjectId, Option<Division>, FxBuildHasher>>,
    /// The objects of the global variables that all threads share.
    pub globals: Vec<OnceCell<ObjectId>>,
    graphs: Vec<OnceCell<Graph>>,
    steady: Vec<OnceCell<Vec<Steady>>>,
    only_tested: Vec<OnceCell<OnlyTested>>,
    names_of_ids: Vec<OnceCell<Named>>,
    pub thresholds: Thresholds,
    /// Those of the objects met so far.
    pub halts: Rc<Halts>,
    named: OnceCell<Vec<Set<ObjectId>>>,
    /// The addresses that memory from outside has.
    pub addresses_outside: ByClass,
    /// What memory from outside holds that the program did not store there.
    pub held_outside: ByClass,
}

/// The target of traces of contexts.
const CONTEXT: &str = "context";

/// Whether states are kept apart by the locks held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LocksSplit {
    /// Each set of locks has a state of its own.
    Apart,
    /// They are joined: a lock is held if it is held in all.
    Joined,
}

/// The objects of the local variables of a function, in activations that a thread runs.
type LocalObjects = HashMap<(FunctionId, ThreadId), Rc<[ObjectId]>, FxBuildHasher>;

impl<'p> Analysis<'p> {
    /// Prepares the analysis of a program.
    pub fn new(
        program: &'p Program,
        settings: &'p Settings,
        library: &'p Library,
        digests: Rc<Digests>,
        text: &'p TextFacts<'p>,
        presumptions: Presumptions,
        clues: ClueSource,
    ) -> Self {
        let objects = Rc::new(Objects::with(text.reuse()));
        let halts = Rc::new(Halts::default());
        let kind = ObjectKind::AtomicBlock;
        let atomic_object = objects.intern(kind, || Object {
            kind,
            size: Some(1),
            ty: None,
            multiplicity: Multiplicity::Once,
            name: "the atomic block".to_owned(),
        });
        let atomic_block = digests.names().lock(LockName {
            object: atomic_object,
            offset: 0,
        });
        Analysis {
            program,
            settings,
            library,
            start: Past::start(&digests, &halts),
            split: {
                let asked = settings.split.iter().chain(settings.precision.split);
                let others = asked.copied().filter(|id| *id != LOCKSET);
                digests.set_of(&others.collect::<Vec<_>>())
            },
            digests,
            objects,
            atomic_block,
            locks_split: match settings.split.contains(&LOCKSET) {
                true => LocksSplit::Apart,
                false => LocksSplit::Joined,
            },
            text,
            presumptions,
            clues,
            recorder: None,
            contexts: RefCell::default(),
            chains: RefCell::default(),
            points: RefCell::default(),
            numbers: RefCell::default(),
            locals: RefCell::default(),
            divisions: RefCell::default(),
            globals: vec![OnceCell::new(); program.globals.len()],
            graphs: program.functions.iter().map(|_| OnceCell::new()).collect(),
            steady: program.functions.iter().map(|_| OnceCell::new()).collect(),
            only_tested: program.functions.iter().map(|_| OnceCell::new()).collect(),
            names_of_ids: program.functions.iter().map(|_| OnceCell::new()).collect(),
            named: OnceCell::new(),
            addresses_outside: ByClass::default(),
            held_outside: ByClass::default(),
            thresholds: Thresholds::new(program),
            halts,
        }
    }

    /// The control-flow graph of a function with a body.
    pub fn graph(&self, function: FunctionId) -> &Graph {
        self.graphs[function.0 as usize].get_or_init(|| {
            let body = self.program.function(function).body.as_ref();
            Graph::new(body.unwrap_or(&crate::ir::Body::default()))
        })
    }

    /// The variable of a name that the program declares and does not define.
    pub fn undefined_variable(&self, name: &str) -> Option<GlobalId> {
        self.text.undefined().variables.get(name).copied()
    }

    /// The function of a name that the program declares and does not define.
    pub fn undefined_function(&self, name: &str) -> Option<FunctionId> {
        self.text.undefined().functions.get(name).copied()
    }

    /// The global variables that the text of a function names, or of those that it calls by name.
    pub fn named(&self, function: FunctionId) -> &Set<ObjectId> {
        let named = self
            .named
            .get_or_init(|| named_variables(self.program, &|global| self.global(global, Names::MAIN)));
        &named[function.0 as usize]
    }

    /// Whether a function may have two running activations in one thread, by the text alone.
    pub fn may_recurse(&self, function: FunctionId) -> bool {
        self.text.recursive()[function.0 as usize]
    }

    /// What the loop with a header leaves alone, if that is of use.
    pub fn steady(&self, function: FunctionId, header: BlockId) -> Option<&Steady> {
        let steady = self.steady[function.0 as usize].get_or_init(|| {
            let body = self.program.function(function).body.as_ref();
            body.map_or_else(Vec::new, |body| Steady::of(self.program, body, self.graph(function)))
        });
        steady.iter().find(|steady| steady.header() == header)
    }

    /// The argument through which an atomic operation does nothing but write what it found.
    fn argument_of_result(&self, function: FunctionId) -> Option<usize> {
        let function = self.program.function(function);
        let model = self.library.model(&function.name).filter(|_| function.body.is_none())?;
        match model.effect {
            Some(Effect::AtomicLoad { to, .. } | Effect::AtomicUpdate { to, .. }) => to,
            _ => None,
        }
    }

    /// The variables of a function of which the program only learns how they compare.
    pub fn only_tested(&self, function: FunctionId) -> &OnlyTested {
        self.only_tested[function.0 as usize].get_or_init(|| {
            let body = self.program.function(function).body.as_ref();
            let written = |function: FunctionId| self.argument_of_result(function);
            body.map_or_else(OnlyTested::default, |body| OnlyTested::of(body, &written))
        })
    }

    /// Where a function names ids of threads by variables.
    pub fn names_of_ids(&self, function: FunctionId) -> &Named {
        self.names_of_ids[function.0 as usize].get_or_init(|| Named::of(self.program, self.library, function))
    }

    /// Whether a watched variable is taken to be a lock.
    pub fn is_value_lock(&self, number: usize) -> bool {
        !self.presumptions.no_flags.contains(&number) || self.is_turn(number)
    }

    /// Whether a watched variable is taken to be a lock that holds the number of the one whose turn it is.
    pub fn is_turn(&self, number: usize) -> bool {
        self.presumptions.turns.contains(&number)
    }

    /// Whether a variable that the text proposes is taken to hold the number of those who are somewhere.
    pub fn is_tally(&self, number: usize) -> bool {
        !self.presumptions.no_tallies.contains(&number)
    }

    /// Whether a semaphore that the text proposes is taken to be taken by the first reader for all.
    pub fn is_switch(&self, number: usize) -> bool {
        self.is_tally(self.text.inside.switches[number].tally) && !self.presumptions.no_switches.contains(&number)
    }

    /// Whether a variable that the text proposes is taken to hold the number of readers of a lock.
    pub fn is_reader_count(&self, number: usize) -> bool {
        let ReaderCount { tally, flag } = self.text.inside.reader_counts[number];
        let is_flag = self.is_value_lock(flag) && !self.is_turn(flag);
        is_flag && self.is_tally(tally) && !self.presumptions.no_reader_counts.contains(&number)
    }

    /// Whether the permits of a semaphore, given as a variable and a distance, are taken to go round through no other one.
    pub fn is_apart(&self, semaphore: (GlobalId, i64)) -> bool {
        self.presumptions.apart.contains(&semaphore)
    }

    /// What is known of a function from its text alone.
    pub fn shape(&self, function: FunctionId) -> &Shape {
        &self.text.shapes[function.0 as usize]
    }

    /// How many contexts were met.
    pub fn contexts(&self) -> usize {
        self.contexts.borrow().len()
    }

    /// The context with an id.
    pub fn context(&self, id: ContextId) -> Rc<(FunctionId, Context)> {
        self.contexts.borrow().get(id)
    }

    /// The id of a context of a function, which may tell less apart than the one given.
    pub fn intern_context(&self, function: FunctionId, context: Context) -> ContextId {
        let most = self.settings.precision.contexts as usize;
        if !pepsin_solver::trace::is_on(CONTEXT) {
            return self.contexts.borrow_mut().intern(function, context, most);
        }
        let known = self.contexts();
        let id = self.contexts.borrow_mut().intern(function, context.clone(), most);
        if self.contexts() > known {
            let kept = self.context(id);
            let limit = match kept.1 == context {
                true => "",
                false => ", told apart less than asked because there are too many",
            };
            log::trace!(target: CONTEXT, "{}{limit}", words::context(self, id, function, &kept.1));
        }
        id
    }

    /// The call string behind a call, which grows only at calls that are told apart.
    pub fn extend_chain(&self, chain: u32, point: u32, callee: FunctionId) -> u32 {
        let shape = self.shape(callee);
        let by_calls = match self.settings.precision.apart {
            Apart::ByLocks => false,
            Apart::ByNeed => shape.makes_by_call,
            Apart::ByAll => shape.makes_by_call || shape.is_small,
        };
        match by_calls {
            true => {
                let caller = self.program_point(point).function;
                self.chains.borrow_mut().extend(chain, Call { point, caller }, callee)
            }
            false => 0,
        }
    }

    /// The number under which a polynomial is interned.
    pub fn number(&self, number: &Polynomial) -> NumberId {
        NumberId(self.numbers.borrow_mut().intern(number.clone()))
    }

    /// The polynomial that was interned.
    pub fn polynomial(&self, number: NumberId) -> Rc<Polynomial> {
        self.numbers.borrow().get(number.0)
    }

    /// The number of a program point.
    pub fn point(&self, point: ProgramPoint) -> u32 {
        self.points.borrow_mut().intern(point)
    }

    /// The program point with a number.
    pub fn program_point(&self, number: u32) -> ProgramPoint {
        *self.points.borrow().get(number)
    }

    /// The locks that a past certainly holds, in order.
    pub fn locks_held(&self, past: &Past) -> Rc<[LockId]> {
        match self.digests.element::<Locksets>(past.id) {
            Some(lockset) => lockset.locks().collect(),
            None => Rc::from([]),
        }
    }

    /// What keeps a state with a past apart from others, whatever it holds.
    pub fn kept_apart(&self, past: &Past) -> SplitKey {
        SplitKey {
            locks: match self.locks_split {
                LocksSplit::Apart => self.locks_held(past),
                LocksSplit::Joined => Rc::from([]),
            },
            digests: self.digests.projection(past.id, self.split),
            ..SplitKey::default()
        }
    }

    /// The thread to which an object belongs; nothing for objects of the whole program.
    pub fn owner(&self, object: ObjectId) -> Option<ThreadId> {
        match self.objects.kind(object) {
            ObjectKind::ThreadLocal(_, thread)
            | ObjectKind::Local { thread, .. }
            | ObjectKind::Heap { thread, .. }
            | ObjectKind::LibraryLocal(_, thread) => thread,
            ObjectKind::Global(_)
            | ObjectKind::Strings
            | ObjectKind::Function(_)
            | ObjectKind::External(_)
            | ObjectKind::AtomicBlock => None,
        }
    }

    /// Whether the object is memory that the program may write and that may race: neither code nor a literal, nor the
    /// static buffers of the library where those are taken for its business.
    pub fn is_data(&self, object: ObjectId) -> bool {
        match self.objects.kind(object) {
            ObjectKind::Function(_) | ObjectKind::Strings | ObjectKind::AtomicBlock => false,
            ObjectKind::External(Source::State(_)) => self.settings.library_state == LibraryState::Races,
            _ => true,
        }
    }

    /// Whether the object is memory that the program allocates.
    pub fn is_allocated(&self, object: ObjectId) -> bool {
        match self.objects.kind(object) {
            ObjectKind::Heap { .. } => true,
            ObjectKind::Global(global) => matches!(self.program.global(global).storage, Storage::Allocated(_)),
            _ => false,
        }
    }

    /// Whether the object is a once-control that the program names as such.
    pub fn is_once_control(&self, object: ObjectId) -> bool {
        matches!(self.objects.kind(object), ObjectKind::Global(global) if self.text.once_controls.contains(&global))
    }

    /// How many parameters a function with a body has.
    pub fn parameters(&self, function: FunctionId) -> usize {
        let body = self.program.function(function).body.as_ref();
        body.map_or(0, Body::parameters)
    }

    /// Whether a function is an atomic block by its name (SV-COMP's rule).
    pub fn is_atomic(&self, function: FunctionId) -> bool {
        self.program.function(function).name.starts_with("__VERIFIER_atomic_")
    }

    /// Whether the lock's memory exists from program start on.
    pub fn has_static_storage(&self, lock: LockId) -> bool {
        let object = self.digests.names().lock_of(lock).object;
        matches!(
            self.objects.kind(object),
            ObjectKind::Global(_) | ObjectKind::AtomicBlock
        )
    }

    /// Whether two names may denote one lock.
    pub fn may_be_one_lock(&self, a: LockId, b: LockId) -> bool {
        let names = self.digests.names();
        let (a, b) = (names.lock_of(a), names.lock_of(b));
        a.offset == b.offset && self.objects.may_be_same(a.object, b.object)
    }
}
