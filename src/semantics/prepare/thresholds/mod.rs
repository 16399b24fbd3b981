//! Thresholds of widening: numbers that the program compares with.
//!
//! A bound that grows most often stops where a condition says so: at the end of a loop, or where an index starts again at 0.
//! Widening that halts there spares what narrowing cannot win back, such as `x = x + 1; if (x == 8) x = 0;`, where the
//! condition cuts nothing off a bound that is beyond it already (Blanchet et al., PLDI 2003, section 7.1).
//!
//! Each threshold may cost a round of evaluation at each point, so an object halts only at the numbers that it may meet, those
//! with which it, or what is computed from it, is compared or overwritten within a function (see [`comparisons`]):
//!
//! ```text
//!     local variable v of f     what v meets in f
//!     global variable g         what g meets in any function
//!     field of a record type    what this field of any record of that type meets in any function
//!     heap object               what the fields meet of the records, and the scalars behind pointers, to which the functions
//!                               that allocate it convert pointers
//! ```
//!
//! A variable halts at the numbers of its fields, too, and one whose address is taken at those that scalars of its type meet
//! behind pointers.

mod comparisons;
mod halts;

use std::collections::BTreeMap;
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::ir::{Expr, FunctionId, GlobalId, Local, LocalId, Place, Program, Root, TypeId, TypeKind, Types};
use comparisons::{Part, met};

pub use halts::Halts;

/// At most so many thresholds has an object: the most frequent ones.
const MOST_THRESHOLDS: usize = 32;

/// Numbers, and how often the program asks for a halt there.
type Counts = BTreeMap<i128, usize>;

/// The thresholds of all objects of a program.
#[derive(Debug, Default)]
pub struct Thresholds {
    locals: HashMap<(FunctionId, LocalId), Counts, FxBuildHasher>,
    /// Of parts that several functions may name.
    shared: HashMap<Part, Counts, FxBuildHasher>,
    /// For each function, the types to which it converts pointers: those of the memory that it allocates are among them.
    converted: Vec<Vec<TypeId>>,
    /// Global variables whose address the program takes.
    address_taken: HashSet<GlobalId, FxBuildHasher>,
}

impl Thresholds {
    /// The thresholds of a program's objects.
    pub fn new(program: &Program) -> Self {
        let mut thresholds = Self::default();
        for initial in program.globals.iter().flat_map(|global| &global.initial) {
            initial.value.expressions(&mut |expr| thresholds.note_address(expr));
        }
        for (number, function) in program.functions.iter().enumerate() {
            let mut converted = Vec::new();
            if let Some(body) = &function.body {
                for (part, counts) in met(&program.types, body) {
                    thresholds.note(FunctionId(number as u32), part, &counts);
                }
                body.expressions(&mut |expr| {
                    thresholds.note_address(expr);
                    converted.extend(pointee_of_conversion(&program.types, expr));
                });
            }
            converted.sort_unstable();
            converted.dedup();
            thresholds.converted.push(converted);
        }
        thresholds
    }

    fn note(&mut self, function: FunctionId, part: Part, counts: &Counts) {
        let known = match part {
            Part::Local(local) => self.locals.entry((function, local)).or_default(),
            Part::Global(_) | Part::Field(..) | Part::Pointee(_) => self.shared.entry(part).or_default(),
        };
        join(known, counts);
    }

    fn note_address(&mut self, expr: &Expr) {
        if let Expr::AddressOf(place, _) = expr
            && let Place {
                root: Root::Global(global),
                ..
            } = **place
        {
            self.address_taken.insert(global);
        }
    }

    /// Where a local variable halts, in ascending order.
    pub fn of_local(&self, types: &Types, function: FunctionId, local: LocalId, variable: &Local) -> Rc<[i128]> {
        let mut counts = self.locals.get(&(function, local)).cloned().unwrap_or_default();
        self.add_fields(types, variable.ty, &mut counts);
        if variable.address_taken {
            self.add_pointee(types, variable.ty, &mut counts);
        }
        sorted(&counts)
    }

    /// Where a global variable halts, in ascending order.
    pub fn of_global(&self, program: &Program, global: GlobalId) -> Rc<[i128]> {
        let (types, ty) = (&program.types, program.global(global).ty);
        let mut counts = self.shared.get(&Part::Global(global)).cloned().unwrap_or_default();
        self.add_fields(types, ty, &mut counts);
        if self.address_taken.contains(&global) {
            self.add_pointee(types, ty, &mut counts);
        }
        sorted(&counts)
    }

    /// Where memory halts that a function allocates, with all that call it as a wrapper, in ascending order.
    pub fn of_allocation(&self, types: &Types, functions: impl IntoIterator<Item = FunctionId>) -> Rc<[i128]> {
        let mut counts = Counts::new();
        for function in functions {
            for ty in &self.converted[function.0 as usize] {
                self.add_fields(types, *ty, &mut counts);
                self.add_pointee(types, *ty, &mut counts);
            }
        }
        sorted(&counts)
    }

    /// Adds the thresholds of the fields of a type, those of inner records included.
    fn add_fields(&self, types: &Types, ty: TypeId, counts: &mut Counts) {
        match types.kind(ty) {
            TypeKind::Array(element, _) => self.add_fields(types, *element, counts),
            TypeKind::Record(record) => {
                for (number, field) in types.fields(*record).iter().enumerate() {
                    self.add(Part::Field(*record, number as u32), counts);
                    self.add_fields(types, field.ty, counts);
                }
            }
            _ => {}
        }
    }

    /// Adds the thresholds of what is accessed through pointers to scalars, or to elements, of a type.
    fn add_pointee(&self, types: &Types, ty: TypeId, counts: &mut Counts) {
        match types.kind(ty) {
            TypeKind::Array(element, _) => self.add_pointee(types, *element, counts),
            _ => self.add(Part::Pointee(ty), counts),
        }
    }

    fn add(&self, part: Part, counts: &mut Counts) {
        if let Some(more) = self.shared.get(&part) {
            join(counts, more);
        }
    }
}

/// The type of what a conversion makes a pointer to.
fn pointee_of_conversion(types: &Types, expr: &Expr) -> Option<TypeId> {
    match expr {
        Expr::Cast(_, ty) => types.pointee(*ty),
        _ => None,
    }
}

fn join(counts: &mut Counts, more: &Counts) {
    for (number, count) in more {
        *counts.entry(*number).or_default() += count;
    }
}

/// The thresholds that are asked for most often.
fn most_frequent(counts: &Counts) -> Counts {
    let mut all: Vec<(i128, usize)> = counts.iter().map(|(number, count)| (*number, *count)).collect();
    all.sort_by_key(|(number, count)| (std::cmp::Reverse(*count), *number));
    all.truncate(MOST_THRESHOLDS);
    all.into_iter().collect()
}

fn sorted(counts: &Counts) -> Rc<[i128]> {
    most_frequent(counts).into_keys().collect()
}
