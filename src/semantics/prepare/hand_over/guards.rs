//! Sections without the lock, and sections in which it is held for reading.
//!
//! **Without the lock.** `main` joins all threads, and walks the list that they filled. A *section in order* begins where a thread that is in no section accesses
//! a cell of a list, and ends with the next call by which the thread may release others: to unlock, post, create a thread, wait for a barrier, end. (To join threads
//! or to destroy objects of synchronisation releases nobody.) What is needed of it is seen in the solution ([`crate::semantics::evidence`]): let `S` be such a section, with
//! accesses `a` to cells, and `L` any other section of that list, in another thread, with accesses `b` to cells. Then
//!
//! ```text
//!     (a, b) is excluded by some digest, for all a and b   ⇒   all of S happens before all of L, or all of L before all of S
//! ```
//!
//! because all `a` and `b` are in order, also where both read. Let some `a` happen before some `b`. The way from one to the other leaves the thread of `S` by a release behind
//! `a`, which is behind all of `S`, and enters the thread of `L` by an acquisition before `b`. Each `b'` of `L` is in order with `a`, and is not before it: the way would have to leave the
//! thread of `L` between two accesses of `L`, where there is no release either. So all of `S` comes before the first `b'`. A thread knows no node of a list before it has read a cell.
//! Otherwise all `b` come before all `a`, by the same argument. So sections of one list follow each other, as if each held the lock, and I is handed on from one to the next one.
//!
//! A section in order by which the process ends needs not leave I behind: no other section follows, because nothing is released behind it. So `main` may release all nodes and leave
//! the head as it was. That is so unless functions run at the end of the process.
//!
//! **For reading.** Those who hold the lock for reading find I as well, and nobody changes cells at that time, nor puts in or takes out. They read nodes by right: what the next one
//! who holds the lock for writing does comes behind that. Two who read need no order. So nothing that is in the list is written to by right in such a section, and no cell is; what the
//! thread owns it may write to.

use super::execution::{Execution, Frame};
use super::heap::{Broken, Guard, Heap, Symbol};
use super::library_calls::passes_nothing_on;
use super::places::spelled;
use crate::ir::{Callee, Expr, FunctionId, InstructionKind, Place, Program};
use crate::library::Library;
use crate::library::model::{Effect, Model};
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Whether sections without the lock are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutLock {
    /// They are not; this tells whether a cell was accessed outside of sections, so that they may be of use.
    No {
        /// Whether one was.
        accessed: bool,
    },
    /// They are.
    InOrder,
}

impl Heap {
    /// Whether the section may change nothing but what the thread owns, and a node is not that.
    pub(super) fn is_only_read(&self, node: u8) -> bool {
        self.guard() == Some(Guard::ReadLock)
            && self.reached(std::iter::empty()).contains(&node)
            && !is_seeded(Bug::ReadersWrite)
    }

    /// What the right to a node allows if it may be written to.
    pub(super) fn written_by_right(&self, node: Symbol, part: Option<Part>) -> Option<Part> {
        part.filter(|_| node.node().is_none_or(|node| !self.is_only_read(node)))
    }

    /// What keeps others out, inside of a section.
    pub(super) fn guard(&self) -> Option<Guard> {
        self.section.map(|section| section.guard)
    }

    /// The section ends unless it is one in order, and the call releases nobody.
    pub(super) fn close_at(&mut self, execution: &Execution<'_>, model: Option<&Model>) -> Result<(), Broken> {
        let goes_on = model.is_some_and(releases_nobody) || is_seeded(Bug::OrderOutlastsReleases);
        match self.guard() == Some(Guard::Order) && goes_on {
            true => Ok(()),
            false => self.close(&execution.candidate),
        }
    }
}

impl<'p> Execution<'p> {
    /// The heaps in which the thread has the list to which a cell belongs, without its lock.
    pub(super) fn in_order_with(&mut self, frame: &Frame<'p>, heap: Heap, cell: &Place) -> Result<Vec<Heap>, Broken> {
        let is_free = heap.section.is_none() || heap.guard() == Some(Guard::Order);
        if !is_free || self.cell_by_name(cell).is_none() {
            return Ok(vec![heap]);
        }
        if let WithoutLock::No { .. } = self.without_lock {
            self.without_lock = WithoutLock::No { accessed: true };
            return Ok(vec![heap]);
        }
        let heaps = match self.cell(frame, &heap, cell) {
            Some(_) => vec![heap],
            None => match self.list_without_lock(frame, cell) {
                Some(list) => heap.switch(&self.candidate, list, Guard::Order)?,
                None => return Ok(vec![heap]),
            },
        };
        // An atomic access to a cell would order the thread with others inside of the section.
        if self.types().get(cell.ty).atomic {
            return Err(Broken("a cell is accessed atomically"));
        }
        let way = spelled(self.types(), cell).ok_or(Broken("a cell is reached in no plain way"))?;
        self.in_order.insert((frame.function, cell.at, way));
        Ok(heaps)
    }

    /// The process ends: a section in order needs not leave the list as one, unless something runs after it.
    pub(super) fn process_ended(&self, heap: &mut Heap) -> Result<(), Broken> {
        match heap.guard() == Some(Guard::Order) && !self.runs_at_exit {
            true => Ok(()),
            false => self.ended(heap),
        }
    }
}

/// Whether a call lets no other thread go on, nor begin.
fn releases_nobody(model: &Model) -> bool {
    passes_nothing_on(model)
        && model.operates_on.is_empty()
        && matches!(
            &model.effect,
            None | Some(Effect::Join { .. } | Effect::LockDestroy { .. })
        )
}

/// Whether functions of the program may run when the process ends.
pub(super) fn runs_at_exit(program: &Program, library: &Library) -> bool {
    let registers = |function: FunctionId| {
        let model = library.model(&program.function(function).name);
        matches!(
            model.and_then(|model| model.effect.as_ref()),
            Some(Effect::AtExit { .. } | Effect::CallLater { .. } | Effect::Unsupported { .. })
        )
    };
    let mut registered = false;
    program.expressions(&mut |expr| {
        registered |= matches!(expr, Expr::Function(function, _) if registers(*function));
    });
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
    {
        registered |= matches!(
            &instruction.kind,
            InstructionKind::Call { callee: Callee::Function(callee), .. } if registers(*callee)
        );
    }
    let mut functions = program.functions.iter();
    let runs = registered || functions.any(|function| function.destructor.is_some());
    runs && !is_seeded(Bug::NothingRunsAtExit)
}
