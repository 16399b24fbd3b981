//! The naive solver: from bottom, evaluate everything reached, accumulate, and begin again until nothing changes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use pepsin_solver::{Io, Stop, System};

use crate::program::{Domain, Program};

/// What is known so far; exactly the locals reached have a value.
#[derive(Debug)]
pub struct Assignment<D> {
    pub locals: BTreeMap<u8, D>,
    pub globals: BTreeMap<u8, D>,
    changed: bool,
}

/// The least solution of a monotone program, or the result of `rounds` rounds towards it.
pub fn iterate<D: Domain>(program: &Program<D>, root: u8, rounds: usize) -> Assignment<D> {
    let mut assignment = Assignment {
        locals: BTreeMap::from([(root, D::bottom())]),
        globals: BTreeMap::new(),
        changed: true,
    };
    for _ in 0..rounds {
        if !std::mem::take(&mut assignment.changed) {
            break;
        }
        for x in assignment.locals.keys().copied().collect::<Vec<_>>() {
            let value = program.eval(x, &mut assignment);
            assignment.raise(x, &value.expect("nothing stops"));
        }
    }
    assignment
}

impl<D: Domain> Assignment<D> {
    fn reach(&mut self, x: u8) {
        if let Entry::Vacant(entry) = self.locals.entry(x) {
            entry.insert(D::bottom());
            self.changed = true;
        }
    }

    fn raise(&mut self, x: u8, value: &D) {
        self.reach(x);
        if let Some(held) = self.locals.get_mut(&x) {
            self.changed |= held.join(value);
        }
    }
}

impl<D: Domain> Io<Program<D>> for Assignment<D> {
    fn get(&mut self, x: u8) -> Result<D, Stop> {
        self.reach(x);
        Ok(self.locals[&x].clone())
    }

    fn global(&mut self, g: u8) -> D {
        self.globals.get(&g).cloned().unwrap_or_else(D::bottom)
    }

    fn side(&mut self, g: u8, v: D) {
        if !v.is_bottom() {
            let held = self.globals.entry(g).or_insert_with(D::bottom);
            self.changed |= held.join(&v);
        }
    }

    fn start(&mut self, x: u8, v: D) {
        if !v.is_bottom() {
            self.raise(x, &v);
        }
    }

    fn demand(&mut self, x: u8) {
        self.reach(x);
    }
}
