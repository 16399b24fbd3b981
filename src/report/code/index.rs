//! Where calls and accesses stand: the code by its places in the source.

use super::lvalue::place_text;
use crate::ir::{
    Body, Callee, Expr, FunctionId, InstructionKind, Place, Position, Program, Projection, RecordId, Root, TypeId,
    TypeKind,
};
use std::collections::BTreeMap;

/// The calls and accesses of a program, by place.
pub struct Index<'p> {
    calls: BTreeMap<Position, CallSite>,
    accesses: BTreeMap<Position, Vec<AccessedPlace<'p>>>,
}

/// A call, known by something that edits elsewhere leave as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function that calls.
    pub caller: FunctionId,
    /// The name of what is called; empty for a call through a pointer.
    pub callee: String,
    /// Which of the calls of that name in the caller it is, from 1, in the order of the source.
    pub number: u32,
    /// The records to which arguments point, whatever they are converted to.
    pub given: Vec<RecordId>,
}

/// An lvalue that the program reads or writes.
#[derive(Clone, Debug)]
pub struct AccessedPlace<'p> {
    /// The function it stands in.
    pub function: FunctionId,
    /// The place.
    pub place: &'p Place,
}

impl<'p> Index<'p> {
    /// Looks at all code.
    pub fn new(program: &'p Program) -> Self {
        let mut index = Index {
            calls: BTreeMap::new(),
            accesses: BTreeMap::new(),
        };
        for (number, function) in program.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                index.add(program, FunctionId(number as u32), body);
            }
        }
        index
    }

    fn add(&mut self, program: &'p Program, function: FunctionId, body: &'p Body) {
        let mut calls: Vec<(Position, &str, &[Expr])> = Vec::new();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::Call { callee, arguments, .. } = &instruction.kind {
                let name = match callee {
                    Callee::Function(callee) => program.function(*callee).name.as_str(),
                    Callee::Pointer(_) => "",
                };
                calls.push((instruction.at, name, arguments));
            }
        }
        calls.sort_by_key(|(at, name, _)| (*at, *name));
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for (at, callee, arguments) in calls {
            let number = numbers.entry(callee).or_insert(0);
            *number += 1;
            self.calls.entry(at).or_insert(CallSite {
                caller: function,
                callee: callee.to_owned(),
                number: *number,
                given: arguments.iter().filter_map(|it| record_behind(program, it)).collect(),
            });
        }
        body.places(&mut |place| {
            let known = self.accesses.entry(place.at).or_default();
            known.push(AccessedPlace { function, place });
        });
    }

    /// The call at a place.
    pub fn call(&self, at: Position) -> Option<&CallSite> {
        self.calls.get(&at)
    }

    /// The lvalues at a place, outer ones first.
    pub fn accesses(&self, at: Position) -> &[AccessedPlace<'p>] {
        self.accesses.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The function that an access or a call at a place stands in.
    pub fn function_at(&self, at: Position) -> Option<FunctionId> {
        let access = self.accesses(at).first().map(|access| access.function);
        access.or_else(|| self.call(at).map(|call| call.caller))
    }

    /// What is written at a place, as in C: the longest lvalue, or what is called.
    pub fn text(&self, program: &Program, at: Position) -> Option<String> {
        let spelled = self.accesses(at).iter().map(|access| {
            let body = program.function(access.function).body.as_ref();
            place_text(program, body, access.place)
        });
        let longest = spelled.max_by_key(String::len);
        longest.or_else(|| {
            let call = self.call(at).filter(|call| !call.callee.is_empty())?;
            Some(format!("{}()", call.callee))
        })
    }
}

/// The record to which a pointer points, whatever it is converted to.
fn record_behind(program: &Program, pointer: &Expr) -> Option<RecordId> {
    let pointer = match pointer {
        Expr::Cast(inner, _) => return record_behind(program, inner),
        other => other,
    };
    let TypeKind::Pointer(target) = program.types.kind(pointer.ty()) else {
        return None;
    };
    match program.types.kind(*target) {
        TypeKind::Record(record) => Some(*record),
        _ => None,
    }
}

impl AccessedPlace<'_> {
    /// The record that a pointer leads to, and the path from there, if the place is a member of what a pointer points to.
    pub fn member(&self) -> Option<(RecordId, &[Projection])> {
        match (&self.place.root, self.place.projections.first()) {
            (Root::Deref(_), Some(Projection::Field(record, _))) => Some((*record, &self.place.projections)),
            _ => None,
        }
    }

    /// The pointer that is followed to get there.
    pub fn pointer(&self) -> Option<&Expr> {
        match &self.place.root {
            Root::Deref(pointer) => Some(pointer),
            Root::Local(_) | Root::Global(_) => None,
        }
    }

    /// The type of what is accessed.
    pub fn ty(&self) -> TypeId {
        self.place.ty
    }
}
