//! Hand-over: nodes of a list under a lock, what they lead to, and what is in a slot belong to one thread each, unless they are in there.
//!
//! A lock beside the cells of a list has a *resource invariant* (O'Hearn, "Resources, concurrency, and local reasoning", 2007):
//!
//! ```text
//!     I  =  chain(head, null)  ∗  (head ≠ null  ⇒  tail is the last node)  ∗  (head = null  ⇒  tail is null, or anything)
//! ```
//!
//! or, where the tail is a pointer to a pointer, `tail` is the address of the link of the last node, and of the head if there is none (`links`);
//! where `∗` says that the nodes are different from each other, from those of all other lists, and from those that threads own. Two more invariants are of that kind:
//!
//! ```text
//!     I_payload  =  I  ∗  (n.payload = null  or  an object that only n leads to,  for each n in the chain)
//!     I_slot     =  (flag = 0)  or  (slot = null)  or  (slot = an object that nobody owns)
//! ```
//!
//! in which an object has any type; without a flag, a slot is empty only where it holds null. Of slots that are used in turn tells `ring`.
//!
//! Threads own what they have allocated, and what they have taken out of a list; a right is bound to the variables of a running function,
//! never to copies in memory. So the text alone tells a proof: it is executed on symbolic heaps (`heap`), in which
//!
//! - taking the lock unfolds I, and every release, wait, or other call that may synchronise folds it again: the chain must end
//!   in null, its nodes are nobody's from then on, and nodes of which the thread knows that are not in the chain are its own;
//! - an allocation gives a node, a release of memory takes it away, and a call hands over the nodes that it passes (`calls`).
//!
//! What comes out is what each place of the text is, in all executions of it: an access to a node to which the thread has a
//! *right*, because it owns it, or because the node is in the chain and the lock is held; or an access to a cell.
//! (Thread-modular: Gotsman, Berdine, Cook and Sagiv, PLDI 2007.)
//!
//! The text does not tell what else is written to. That is seen in the solution ([`crate::semantics::evidence`]): if each write that may meet the
//! cells of a list or the links of nodes is one of those places, I holds whenever the lock is taken, by induction over the execution; the first
//! write to break it would be one of those that were checked. Two accesses to one node by rights of two threads are then in order:
//!
//! ```text
//!     access by right  →  release of the lock (node is put in)  →  acquisition of the same lock  →  access by right
//! ```
//!
//! where the lock is the same because it lies at one distance from the head of the one list in which the node was.
//!
//! For lists with payloads, writes that may meet the pointers to payloads are held against the text as those to links are. An object that is
//! accessed by pointers to records of nodes is a node; by others, it is memory that the thread owns, in which nothing is relied on (`nodes`). Whoever owns an
//! object owns all of it, so what is counted from its address lies in it as well; what is counted from null has no execution.
//!
//! Where lists are fields of records, and their lock is a variable, it is the lock of all of them: who holds it has I of each, unfolds that of the list of which a cell is
//! accessed, and folds it before the next one. So whichever list two pointers lead to, no two are unfolded at once.
//!
//! Before there are threads, `main` needs no lock: it is as if it held all of them (`alone`). Nor does a thread whose accesses to the cells are in order with all others, as
//! those behind all joins are; and who holds the lock for reading may look at what is in the list (`guards`).
//!
//! Lists may be emptied by storing zeroes outside of critical sections, because what was in them is then never owned by anybody:
//! where the tail matters, to both cells, with nothing in between that orders threads.
//!
//! What is not understood is refused. A place is by right only if it is in each execution of it: each function that may be called otherwise than by its name, or than
//! through a pointer where the text passes it nodes (`pointers`), is executed with a heap of which nothing is known, and so are calls that pass no node; functions of which that was left out, because they touch
//! no list, have no place by right. Nothing is claimed where a thread may be cancelled or interrupted by a handler, where assembly has operands,
//! or where a thread ends inside of a critical section in which I does not hold. No lists are: variables of which each thread has its own, those that are
//! parameters or copied whole, and what lies behind pointers of static storage that are not settled (`settled`).

mod alone;
mod calls;
mod candidates;
mod cells;
mod conditions;
mod cursors;
mod execution;
mod expressions;
mod guards;
mod heap;
mod inner_pointers;
mod lent;
mod library_calls;
mod links;
mod loans;
mod locals;
mod marks;
mod matter;
mod nodes;
mod normal_form;
mod places;
mod pointers;
mod refusals;
mod remembered;
mod ring;
mod rings;
mod sections;
mod settled;
mod slots;

use std::collections::{BTreeMap, BTreeSet};

use candidates::{Candidate, Cell, Kind, cell_of, lists, with_payloads};
use execution::Execution;
use guards::{WithoutLock, runs_at_exit};
use heap::{Broken, Heap};
use locals::Locals;
use marks::{InOrder, Marks};
use matter::Touching;
use pointers::CalledByPointer;
use rings::rings;
use settled::unsettled;
use slots::slots;

use crate::ir::{Expr, FunctionId, GlobalId, Place, Program, Root};
use crate::library::Library;
use crate::library::model::Effect;
use crate::races::{HandOver, Part};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What is claimed of lists, if the solution has no other writes.
#[derive(Debug, Default)]
pub struct HandOvers {
    claims: Vec<Claim>,
}

/// What is claimed of one kind of list.
#[derive(Debug)]
struct Claim {
    candidate: Candidate,
    pointers: Vec<(i64, i64)>,
    /// What only the text may enter.
    called_by_pointer: Vec<FunctionId>,
    /// Where cells are accessed in sections without the lock.
    in_order: InOrder,
    reads: Marks,
    writes: Marks,
}

/// The parts that an access at a place has in hand-overs.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// If it reads.
    pub reading: Vec<HandOver>,
    /// If it writes or releases.
    pub writing: Vec<HandOver>,
}

/// How many steps all lists together may take, those with payloads, and all slots.
const MOST_STEPS: usize = 100_000;

/// How many steps may still be taken: where each section holds the lock, and where some are without it.
struct Steps {
    locked: usize,
    in_order: usize,
}

impl Default for Steps {
    fn default() -> Self {
        Steps {
            locked: MOST_STEPS,
            in_order: MOST_STEPS,
        }
    }
}

/// It is of no use.
const NO_NODES: Broken = Broken("no place accesses a node by right in all executions of it");

/// How often a candidate is executed because of recursion.
const MOST_ROUNDS: usize = 6;

impl HandOvers {
    /// Finds what can be claimed from the text; `roots` are the functions that may be called by others than by their names.
    pub fn of(program: &Program, library: &Library, roots: &[FunctionId]) -> Self {
        let (lists, mut slots) = (lists(program, library), slots(program, library));
        slots.extend(rings(program, library));
        if lists.is_empty() && slots.is_empty() || may_be_interrupted(program, library) {
            return HandOvers::default();
        }
        let called = CalledByPointer::of(program, roots);
        let creators = alone::creators(program, library);
        let roots: Vec<FunctionId> = roots.iter().copied().chain(destructors(program)).collect();
        let mut text = Text {
            program,
            library,
            unsettled: unsettled(program, &roots),
            roots,
            called_by_pointer: CalledByPointer::default(),
            creators,
            runs_at_exit: runs_at_exit(program, library),
            locals: Locals::of(program),
            touching: Touching::of(program, library, &CalledByPointer::default()),
        };
        let mut claims = text.claims(&lists, &slots);
        if called != CalledByPointer::default() {
            text.roots.retain(|root| called.all().all(|called| called != *root));
            text.touching = Touching::of(program, library, &called);
            text.called_by_pointer = called;
            claims.extend(text.claims(&lists, &slots));
        }
        HandOvers { claims }
    }

    /// The number of claims.
    pub fn len(&self) -> usize {
        self.claims.len()
    }

    /// Whether a value is the address of the head of a list in a variable, of which the tail lies at this byte, and holds that while the list is empty.
    pub fn leads_back(&self, program: &Program, claim: usize, (global, tail): (GlobalId, u64), value: &Expr) -> bool {
        let (types, candidate) = (&program.types, &self.claims[claim].candidate);
        let Expr::AddressOf(head, _) = places::without_casts(types, value) else {
            return false;
        };
        let is_beside = match candidate.head {
            Cell::Global(_) => candidate.cells().contains(&(Part::Tail, Cell::Global(global))),
            Cell::Field(..) => {
                let at = places::constant_bytes(types, &head.projections);
                let distance = candidate.distance_from_head(types, Part::Tail);
                let at_tail = at.zip(distance).map(|(at, distance)| at + distance);
                head.root == Root::Global(global) && at_tail == i64::try_from(tail).ok()
            }
        };
        candidate.ends_at_head() && cell_of(head) == Some(candidate.head) && is_beside
    }

    /// What a claim is about, in words.
    pub fn told(&self, program: &Program, claim: usize) -> String {
        self.claims[claim].candidate.told(program)
    }

    /// Where the link and the pointer to the payload lie in the nodes of a claim: the first byte, and the one behind the last.
    pub fn pointers(&self, claim: usize) -> &[(i64, i64)] {
        &self.claims[claim].pointers
    }

    /// What the slots of a claim are, if they are records: how many bytes, and where in them the pointer lies.
    pub fn carrier(&self, program: &Program, claim: usize) -> Option<(u64, (i64, i64))> {
        let (types, candidate) = (&program.types, &self.claims[claim].candidate);
        let (record, _) = candidate.carrier()?;
        Some((types.record(record).size, candidate.carried_bytes(types)?))
    }

    /// How far behind its head the cells of a claim lie that are fields of the same record, in bytes.
    pub fn distances(&self, program: &Program, claim: usize) -> BTreeMap<Part, i64> {
        let candidate = &self.claims[claim].candidate;
        let cells = candidate.cells().into_iter();
        let distances = cells.filter_map(|(part, _)| Some((part, candidate.distance_from_head(&program.types, part)?)));
        distances.collect()
    }

    /// The functions of which a claim assumes that only the text enters them, by their names or through pointers of their type.
    pub fn called_by_pointer(&self, claim: usize) -> &[FunctionId] {
        &self.claims[claim].called_by_pointer
    }

    /// What an access to a place is in a function, whose text names the place so.
    pub fn parts(&self, program: &Program, function: FunctionId, place: &Place) -> Parts {
        if self.claims.is_empty() {
            return Parts::default();
        }
        let Some(way) = places::spelled(&program.types, place) else {
            return Parts::default();
        };
        let name = (function, place.at, way);
        let parts = |marks: fn(&Claim) -> &Marks| {
            let part = |(claim, held): (u32, &Claim)| {
                let part = (*marks(held).get(&name)?)?;
                Some(HandOver {
                    claim,
                    part,
                    needs_order: part.is_heads_or_cell() && held.in_order.contains(&name),
                })
            };
            (0..).zip(&self.claims).filter_map(part).collect()
        };
        Parts {
            reading: parts(|claim| &claim.reads),
            writing: parts(|claim| &claim.writes),
        }
    }
}

/// The text against which candidates are held.
struct Text<'p> {
    program: &'p Program,
    library: &'p Library,
    unsettled: BTreeSet<GlobalId>,
    roots: Vec<FunctionId>,
    called_by_pointer: CalledByPointer,
    /// The functions that may create threads.
    creators: Vec<bool>,
    /// Whether functions may run when the process ends.
    runs_at_exit: bool,
    /// What is known of the variables of each function.
    locals: Vec<Locals>,
    /// Which functions touch what.
    touching: Touching,
}

impl Text<'_> {
    /// What can be claimed of lists, those with payloads, and slots.
    fn claims(&self, lists: &[Candidate], slots: &[Candidate]) -> Vec<Claim> {
        let mut claims = Vec::new();
        let mut further = Vec::new();
        let mut steps = Steps::default();
        for list in lists {
            let claimed = self.claimed(*list, &mut steps);
            if !claimed.is_empty() {
                further.extend(with_payloads(self.program, *list));
            }
            claims.extend(claimed);
        }
        for candidates in [&further[..], slots] {
            let mut steps = Steps::default();
            claims.extend(
                candidates
                    .iter()
                    .flat_map(|candidate| self.claimed(*candidate, &mut steps)),
            );
        }
        claims
    }

    /// What can be claimed of a candidate: if each section holds the lock, and if some are without it.
    fn claimed(&self, candidate: Candidate, steps: &mut Steps) -> Vec<Claim> {
        let (locked, met) = self.claimed_with(candidate, WithoutLock::No { accessed: false }, &mut steps.locked);
        let mut claims: Vec<Claim> = locked.into_iter().collect();
        if met == (WithoutLock::No { accessed: true }) && !matches!(candidate.kind, Kind::Ring(_)) {
            let (claim, _) = self.claimed_with(candidate, WithoutLock::InOrder, &mut steps.in_order);
            claims.extend(claim.filter(|claim| !claim.in_order.is_empty()));
        }
        claims
    }

    /// What can be claimed of a candidate, with at most so many steps, which are taken away.
    fn claimed_with(
        &self,
        candidate: Candidate,
        without_lock: WithoutLock,
        steps: &mut usize,
    ) -> (Option<Claim>, WithoutLock) {
        let matters = self.touching.functions_that_matter(&candidate);
        let mut execution = Execution {
            program: self.program,
            library: self.library,
            candidate,
            unsettled: &self.unsettled,
            called_by_pointer: &self.called_by_pointer,
            matters: &matters,
            creators: &self.creators,
            runs_at_exit: self.runs_at_exit,
            without_lock,
            in_order: InOrder::new(),
            locals: &self.locals,
            reads: Marks::new(),
            writes: Marks::new(),
            skipped: BTreeSet::new(),
            exits: BTreeMap::new(),
            begun: BTreeSet::new(),
            running: Vec::new(),
            met_itself: false,
            broken_at: None,
            steps: *steps,
        };
        let held = hold(&mut execution, &self.roots);
        *steps = execution.steps;
        if !is_seeded(Bug::SkippedByRight) {
            execution.mark_skipped();
        }
        let useful = match candidate.has_any_nodes() {
            true => Part::Owned,
            false => Part::Node,
        };
        let mut places = execution.reads.values().chain(execution.writes.values());
        let has_nodes = places.any(|part| *part == Some(useful));
        let met = execution.without_lock;
        let held = held.and_then(|()| has_nodes.then_some(()).ok_or(NO_NODES));
        let held = held.inspect_err(|why| candidate.refuse(self.program, execution.broken_at, *why));
        let claim = held.is_ok().then(|| Claim {
            candidate,
            pointers: [
                candidate.link_bytes(&self.program.types),
                candidate.payload_bytes(&self.program.types),
            ]
            .into_iter()
            .flatten()
            .collect(),
            called_by_pointer: self.called_by_pointer.all().collect(),
            in_order: execution.in_order,
            reads: execution.reads,
            writes: execution.writes,
        });
        (claim, met)
    }
}

/// Executes a candidate until nothing more is found; fails where it is given up.
fn hold(execution: &mut Execution<'_>, roots: &[FunctionId]) -> Result<(), Broken> {
    let main = execution.program.main;
    for _ in 0..MOST_ROUNDS {
        let known = execution.known_exits();
        let begins = Heap {
            alone: execution.ring().is_none(),
            ..Heap::default()
        };
        let entries = roots
            .iter()
            .map(|root| (*root, Heap::default()))
            .chain([(main, begins)]);
        for (root, entry) in entries {
            if !execution.matters[root.0 as usize] {
                execution.skipped.insert(root);
            } else {
                execution.start(root, entry)?;
            }
        }
        let grew = execution.known_exits() != known;
        if execution.is_done() || !grew {
            return Ok(());
        }
    }
    Err(Broken("recursion finds more and more"))
}

/// The functions that run when the process ends.
fn destructors(program: &Program) -> impl Iterator<Item = FunctionId> {
    let numbered = (0..).zip(&program.functions);
    let at_exit = numbered.filter(|(_, function)| function.destructor.is_some());
    at_exit.map(|(number, _)| FunctionId(number))
}

/// Whether a critical section may end otherwise than by a release in the text.
fn may_be_interrupted(program: &Program, library: &Library) -> bool {
    let bodiless = program.functions.iter().filter(|function| function.body.is_none());
    let mut effects = bodiless.filter_map(|function| library.model(&function.name)?.effect.as_ref());
    effects.any(|effect| {
        matches!(
            effect,
            Effect::Cancel { .. }
                | Effect::CancelType { .. }
                | Effect::AttributeRobust { .. }
                | Effect::SignalHandler { .. }
                | Effect::SignalAction { .. }
                | Effect::Unwind {}
                | Effect::Unsupported { .. }
        )
    })
}
