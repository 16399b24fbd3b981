//! Which pseudo-accesses an analysis needs: those that it asks for if the answer is always that there is no race.
//!
//! With such answers, more facts hold than with any others. So who runs the analysis once beforehand, with nobody known to enter functions but
//! those who call them by name, hears of nearly all places and points of which it will have to ask. What it asks later besides is taken
//! to be racy.

use super::functions::find;
use super::text::{Text, bodies, calls_by_name};
use super::{Oracle, PathId};
use crate::ir::{FunctionId, Position};
use crate::races::{Entry, Inquiry, Moment, PlaceId, Race, SourcePoint};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// An oracle that says no, and keeps what it was asked.
pub struct Inquirer {
    asked: RefCell<BTreeSet<(SourcePoint, PathId)>>,
    calls: BTreeMap<SourcePoint, BTreeSet<FunctionId>>,
}

impl Inquirer {
    /// Of a program that was asked nothing yet.
    pub fn new(text: &Text<'_>) -> Self {
        let mut calls: BTreeMap<SourcePoint, BTreeSet<FunctionId>> = BTreeMap::new();
        for (function, body) in bodies(text.program) {
            for (at, callee) in calls_by_name(text.program, body) {
                calls.entry(SourcePoint { function, at }).or_default().insert(callee);
            }
        }
        Inquirer {
            asked: RefCell::default(),
            calls,
        }
    }
}

impl Oracle for Inquirer {
    fn race(&self, cell: PathId, point: SourcePoint, _: Moment) -> Option<Race> {
        self.asked.borrow_mut().insert((point, cell));
        None
    }

    fn modifies(&self, cell: PathId, point: SourcePoint, _: &[Position]) -> bool {
        self.asked.borrow_mut().insert((point, cell));
        false
    }

    fn entered(&self, point: SourcePoint) -> Vec<(FunctionId, Entry)> {
        let called = self.calls.get(&point).into_iter().flatten();
        called.map(|function| (*function, Entry::Call)).collect()
    }

    fn entries(&self) -> Vec<(SourcePoint, FunctionId)> {
        Vec::new()
    }

    fn is_partial(&self) -> bool {
        true
    }
}

/// What the analysis of a program will ask: each place by the number of its path.
pub fn inquiry(text: &Text<'_>) -> Inquiry {
    let inquirer = Inquirer::new(text);
    find(text, &inquirer);
    let places = text.paths.iter().map(|(_, path)| path.place(text.program));
    let mut inquiry = Inquiry::new(places.collect());
    for (point, cell) in inquirer.asked.into_inner() {
        inquiry.ask(PlaceId(cell.0), point);
    }
    inquiry
}
