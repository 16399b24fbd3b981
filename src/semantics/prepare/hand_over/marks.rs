//! What is noted of places: what they are, if they are the same whenever they are reached.

use std::collections::{BTreeMap, BTreeSet};

use super::execution::{Execution, Frame};
use super::heap::{Broken, Heap, Symbol};
use super::places::{Step, spelled, spelled_behind, without_casts};
use crate::ir::{Expr, FunctionId, Place, Position, Root};
use crate::races::Part;

/// A place of the text: the function, where it stands there, and the way to it.
pub type PlaceName = (FunctionId, Position, Vec<Step>);
/// Places at which cells are accessed in sections without the lock.
pub type InOrder = BTreeSet<PlaceName>;
/// What each place is, if it is the same whenever it is reached.
pub type Marks = BTreeMap<PlaceName, Option<Part>>;

impl<'p> Execution<'p> {
    /// What is read of a cell is relied upon, so a place that reads cells may not read nodes as well.
    pub(super) fn mark_read(&mut self, frame: &Frame<'p>, place: &Place, part: Option<Part>) -> Result<(), Broken> {
        let Some(way) = spelled(self.types(), place) else {
            return Ok(());
        };
        self.mark_named_read((frame.function, place.at, way), part)
    }

    pub(super) fn mark_named_read(&mut self, name: PlaceName, part: Option<Part>) -> Result<(), Broken> {
        let is_cell = |part: Option<Part>| part.is_some_and(Part::is_heads_or_cell);
        match self.reads.get(&name) {
            Some(known) if *known != part && (is_cell(*known) || is_cell(part)) => {
                return Err(Broken("one place reads a cell at times, and something else at others"));
            }
            _ => mark(&mut self.reads, name, part),
        }
        Ok(())
    }

    /// What was not executed may have been called with any pointer: in such functions, and those that they call, nothing is by right.
    pub fn mark_skipped(&mut self) {
        let mut skipped = BTreeSet::new();
        let mut open: Vec<FunctionId> = self.skipped.iter().copied().collect();
        while let Some(function) = open.pop() {
            let body = self
                .program
                .function(function)
                .body
                .as_ref()
                .filter(|_| skipped.insert(function));
            let called = |body| self.called_by_pointer.called_in(self.program, body);
            open.extend(body.into_iter().flat_map(called));
        }
        for marks in [&mut self.reads, &mut self.writes] {
            let names: Vec<PlaceName> = marks.keys().filter(|name| skipped.contains(&name.0)).cloned().collect();
            names.into_iter().for_each(|name| mark(marks, name, None));
        }
    }

    pub(super) fn mark_write(&mut self, frame: &Frame<'p>, place: &Place, part: Option<Part>) {
        if let Some(way) = spelled(self.types(), place) {
            mark(&mut self.writes, (frame.function, place.at, way), part);
        }
    }

    /// What an argument points to is touched by the library.
    pub(super) fn mark_argument(
        &mut self,
        frame: &Frame<'p>,
        argument: &Expr,
        at: Position,
        parts: (Option<Part>, Option<Part>),
    ) -> Result<(), Broken> {
        match without_casts(self.types(), argument) {
            pointer @ (Expr::Load(_) | Expr::Binary(..)) => match spelled_behind(self.types(), pointer) {
                Some(way) => self.mark_touched((frame.function, at, way), parts),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// The library may read and write: what that is if it reads, and if it writes.
    pub(super) fn mark_touched(
        &mut self,
        name: PlaceName,
        (read, written): (Option<Part>, Option<Part>),
    ) -> Result<(), Broken> {
        mark(&mut self.writes, name.clone(), written);
        self.mark_named_read(name, read)
    }

    /// The library touches bytes inside of a node, whose address is written out.
    pub(super) fn mark_inside(
        &mut self,
        frame: &Frame<'p>,
        heap: &Heap,
        argument: &'p Expr,
        at: Position,
    ) -> Result<(), Broken> {
        let types = self.types();
        let Expr::AddressOf(place, _) = without_casts(types, argument) else {
            return Ok(());
        };
        let (Root::Deref(pointer), Some(way)) = (&place.root, spelled(types, place)) else {
            return Ok(());
        };
        for (heap, value) in self.evaluate(frame, heap.clone(), pointer)? {
            if !matches!(value, Symbol::Null | Symbol::Nowhere) {
                let part = match value {
                    Symbol::Node(_) if self.part_behind(pointer) == Part::Node => Some(Part::Content),
                    Symbol::Node(_) | Symbol::Inside(_) => Some(Part::Owned),
                    _ => None,
                };
                let written = heap.written_by_right(value, part);
                self.mark_touched((frame.function, at, way.clone()), (part, written))?;
            }
        }
        Ok(())
    }
}

/// Notes what a place is; where it is different things, it is a node at times, or nothing.
pub(super) fn mark(marks: &mut Marks, name: PlaceName, part: Option<Part>) {
    marks
        .entry(name)
        .and_modify(|known| {
            if *known != part {
                let is_node = |part| {
                    matches!(
                        part,
                        Some(Part::Node | Part::Content | Part::Owned | Part::SometimesNode)
                    )
                };
                *known = (is_node(*known) || is_node(part)).then_some(Part::SometimesNode);
            }
        })
        .or_insert(part);
}
