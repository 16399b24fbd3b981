//! What the text of one program tells, found once, however often the program is analysed with other claims.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::counted::{Counter, counters};
use super::declared::{Undefined, address_taken};
use super::hand_over::HandOvers;
use super::inscribed::inscribes;
use super::literals::Literals;
use super::names_of_ids::ProgramPoint;
use super::outside::Outside;
use super::readers::{Proposed, proposed};
use super::recursion::recursive;
use super::scalars::{Signal, Watched, dispensers, no_flags_by_text, signals, watched};
use super::shape::{Shape, once_controls};
use crate::ir::{FunctionId, GlobalId, Program};
use crate::library::Library;
use crate::library::model::{Effect, Formatted, Model, Refused};
use crate::library::streams::Streams;
use crate::semantics::settings::OutsideMemory;
use crate::tested::Tested;
use crate::values::Reuse;

/// The facts of one text; those that not every program needs are found when they are asked for.
pub struct TextFacts<'p> {
    program: &'p Program,
    library: &'p Library,
    outside_memory: OutsideMemory,
    /// What is known of each function.
    pub shapes: Vec<Shape>,
    /// The variables of which each access notes what they hold.
    pub watched: Vec<Watched>,
    /// The variables that may hold numbers of those who are somewhere, readers among them.
    pub inside: Proposed,
    /// The variables that may be dispensers.
    pub dispensers: Vec<Watched>,
    /// The dispensers that may be counters.
    pub counters: Vec<Counter>,
    /// The variables that may be signals.
    pub signals: Vec<Signal>,
    /// The variables that are controls of what is done once.
    pub once_controls: BTreeSet<GlobalId>,
    /// The variables that memory is which is allocated once, by the calls that allocate it.
    pub allocated_once: BTreeMap<ProgramPoint, GlobalId>,
    address_taken: OnceCell<Vec<FunctionId>>,
    literals: OnceCell<Literals>,
    undefined: OnceCell<Undefined>,
    recursive: OnceCell<Vec<bool>>,
    tested: OnceCell<Tested>,
    outside: OnceCell<Outside>,
    hand_overs: OnceCell<HandOvers>,
    changed_states: OnceCell<BTreeSet<String>>,
    inscribes: OnceCell<bool>,
    races_on_streams: OnceCell<bool>,
    holds_streams: OnceCell<bool>,
}

impl<'p> TextFacts<'p> {
    /// Reads a program, of whose functions the shapes are known.
    pub fn new(
        program: &'p Program,
        library: &'p Library,
        (shapes, allocated_once): (Vec<Shape>, BTreeMap<ProgramPoint, GlobalId>),
        outside_memory: OutsideMemory,
    ) -> Self {
        let dispensers = dispensers(program);
        let mut watched = watched(program);
        let inside = proposed(program, library, &mut watched);
        TextFacts {
            program,
            library,
            outside_memory,
            shapes,
            inside,
            watched,
            counters: counters(program, &dispensers),
            dispensers,
            signals: signals(program),
            once_controls: once_controls(program, library),
            allocated_once,
            address_taken: OnceCell::new(),
            literals: OnceCell::new(),
            undefined: OnceCell::new(),
            recursive: OnceCell::new(),
            tested: OnceCell::new(),
            outside: OnceCell::new(),
            hand_overs: OnceCell::new(),
            changed_states: OnceCell::new(),
            inscribes: OnceCell::new(),
            races_on_streams: OnceCell::new(),
            holds_streams: OnceCell::new(),
        }
    }

    /// The numbers of the watched variables that are no locks that are zero when they are free, by the text alone.
    pub fn no_flags(&self) -> BTreeSet<usize> {
        let mut no_flags = no_flags_by_text(self.program);
        no_flags.retain(|number| !self.inside.stepping_flags.contains(number));
        no_flags
    }

    /// What formats among the literals of the program may do.
    pub fn literals(&self) -> &Literals {
        self.literals.get_or_init(|| Literals::of(self.program))
    }

    /// What the program declares and does not define.
    pub fn undefined(&self) -> &Undefined {
        self.undefined.get_or_init(|| Undefined::of(self.program))
    }

    /// Whether the program names a function that ends a thread elsewhere than at the end of its first function.
    pub fn may_end_threads(&self) -> bool {
        let mut effects = self.models_of_bodiless().filter_map(|model| model.effect.as_ref());
        effects.any(|effect| matches!(effect, Effect::ThreadExit { .. } | Effect::Cancel { .. }))
    }

    /// Whether threads may be given numbers in memory.
    pub fn inscribes(&self) -> bool {
        *self.inscribes.get_or_init(|| inscribes(self.program, &self.shapes))
    }

    /// Whether the program names a function that writes what the arguments of a list point to (`vsscanf`).
    pub fn scans_lists(&self) -> bool {
        let mut models = self.models_of_bodiless();
        models.any(|model| model.scans.is_some() && model.formatted == Formatted::List)
    }

    /// Whether threads may work on parts of arrays that they compute: whether there are any.
    pub fn has_segments(&self) -> bool {
        self.shapes.iter().any(|shape| shape.creates)
    }

    /// Whether the program names a function that uses a stream without its lock, or ends one: else all uses are ordered.
    pub fn may_race_on_streams(&self) -> bool {
        let names_one = || {
            let mut uses = self.models_of_bodiless().flat_map(|model| model.streams.uses());
            uses.any(|(_, how)| how.may_race())
        };
        *self.races_on_streams.get_or_init(names_one)
    }

    /// Whether the program names a function that changes a state of the library: else nobody races who looks at it.
    pub fn changes_state(&self, state: &str) -> bool {
        let changed = || {
            let models = self.models_of_bodiless();
            let names = models.flat_map(|model| {
                let for_null = model.uses_for_null.iter().map(|(_, name)| name);
                model.uses.0.iter().chain(for_null)
            });
            names.cloned().collect()
        };
        self.changed_states.get_or_init(changed).contains(state)
    }

    /// Whether the program names a function that takes the lock of a stream and keeps it.
    pub fn may_hold_streams(&self) -> bool {
        let holds =
            |model: &Model| matches!(model.effect, Some(Effect::Lock { .. })) && model.streams != Streams::default();
        *self.holds_streams.get_or_init(|| self.models_of_bodiless().any(holds))
    }

    /// Whether the program names a function that releases memory: streams and what lies on the stack among it.
    pub fn reuse(&self) -> Reuse {
        let releases = |model: &Model| match model.effect {
            Some(Effect::Free { .. } | Effect::Reallocate { .. } | Effect::ReadLine { .. }) => true,
            Some(Effect::Allocate { .. }) if model.refused == Refused::Never => true,
            _ => !model.streams.closed.is_empty(),
        };
        match self.models_of_bodiless().any(releases) {
            true => Reuse::Possible,
            false => Reuse::Never,
        }
    }

    /// The rows of the functions without body that the program names.
    fn models_of_bodiless(&self) -> impl Iterator<Item = &Model> {
        let bodiless = self.program.functions.iter().filter(|function| function.body.is_none());
        bodiless.filter_map(|function| self.library.model(&function.name))
    }

    /// The functions whose address the program takes, in order.
    pub fn address_taken(&self) -> &[FunctionId] {
        self.address_taken.get_or_init(|| address_taken(self.program))
    }

    /// The classes of memory from outside.
    pub fn outside(&self) -> &Outside {
        self.outside
            .get_or_init(|| Outside::of(self.program, self.library, self.outside_memory))
    }

    /// What may be claimed of lists of which nodes are handed over.
    pub fn hand_overs(&self) -> &HandOvers {
        self.hand_overs
            .get_or_init(|| HandOvers::of(self.program, self.library, self.address_taken()))
    }

    /// What the program tests.
    pub fn tested(&self) -> &Tested {
        self.tested.get_or_init(|| Tested::of(self.program, self.library))
    }

    /// For each function, whether it may have two running activations in one thread.
    pub fn recursive(&self) -> &[bool] {
        self.recursive.get_or_init(|| recursive(self.program, self.library))
    }
}
