//! Which functions matter for a candidate: the others touch nothing of it, and are not executed where they are passed no node.

use std::collections::BTreeMap;

use super::candidates::{Candidate, Cell, cell_of};
use super::pointers::CalledByPointer;
use crate::ir::Program;
use crate::ir::graph::reached;
use crate::library::Library;
use crate::library::model::Effect;

/// What the functions of a program touch, found once for all candidates.
#[derive(Debug)]
pub struct Touching {
    /// The functions of which each is called by these.
    callers: Vec<Vec<usize>>,
    /// The functions that matter for every candidate.
    always: Vec<usize>,
    /// The functions that name places which may be a cell.
    naming: BTreeMap<Cell, Vec<usize>>,
}

impl Touching {
    /// Reads the text of all functions.
    pub fn of(program: &Program, library: &Library, called_by_pointer: &CalledByPointer) -> Self {
        let mut touching = Touching {
            callers: vec![Vec::new(); program.functions.len()],
            // What is called through pointers is called with null as well, which would leave it out.
            always: called_by_pointer.all().map(|function| function.0 as usize).collect(),
            naming: BTreeMap::new(),
        };
        for (number, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else {
                let effect = library.model(&function.name).and_then(|model| model.effect.as_ref());
                touching
                    .always
                    .extend(effect.filter(|effect| matters(effect)).map(|_| number));
                continue;
            };
            body.places(&mut |place| {
                if let Some(cell) = cell_of(place) {
                    let naming = touching.naming.entry(cell).or_default();
                    if naming.last() != Some(&number) {
                        naming.push(number);
                    }
                }
            });
            for callee in called_by_pointer.called_in(program, body) {
                touching.callers[callee.0 as usize].push(number);
            }
        }
        touching
    }

    /// The functions that take or release locks, allocate, release or fill memory, or touch cells or links, or call others that do.
    pub fn functions_that_matter(&self, candidate: &Candidate) -> Vec<bool> {
        let pointers = [candidate.link(), candidate.payload()].into_iter().flatten();
        let pointers = pointers.map(|(record, field)| Cell::Field(record, field));
        let cells = candidate.cells().into_iter().map(|(_, cell)| cell);
        let naming = pointers.chain(cells).filter_map(|cell| self.naming.get(&cell));
        let open = self.always.iter().chain(naming.flatten()).copied();
        reached(&self.callers, open.collect())
    }
}

/// Whether a function of the library matters for every candidate.
fn matters(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Lock { .. }
            | Effect::Unlock { .. }
            | Effect::Wait { .. }
            | Effect::Allocate { .. }
            | Effect::Free { .. }
            | Effect::Fill { .. }
    )
}
