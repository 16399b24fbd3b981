//! What the text alone tells a null-dereference analysis: the pointers of a program, which of them functions are concerned with, and where
//! the values of unshared variables were read.

use super::paths::{Path, PathId, Paths, is_private, pointer_of};
use crate::ir::{
    Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Position, Program, Root, Terminator, TypeId,
};
use std::collections::{BTreeMap, BTreeSet};

/// A read of a pointer from memory: where it stands in the source, and its type.
pub type Read = (Position, TypeId);

/// What the text of a program tells.
pub struct Text<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its pointers.
    pub paths: Paths,
    /// For each function the pointers of all functions with which it, or one that it calls by name, is concerned.
    concerns: BTreeMap<FunctionId, BTreeSet<PathId>>,
    /// Where the values of unshared variables were read from memory.
    origins: BTreeMap<(FunctionId, LocalId), Origins>,
}

/// Where values come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The reads of memory.
    pub reads: BTreeSet<Read>,
    /// The paths of what was read, as far as it has some.
    pub paths: BTreeSet<PathId>,
}

impl<'p> Text<'p> {
    /// Reads a program.
    pub fn new(program: &'p Program) -> Self {
        let mut text = Text {
            program,
            paths: Paths::default(),
            concerns: BTreeMap::new(),
            origins: BTreeMap::new(),
        };
        let mut calls = BTreeSet::new();
        for (function, body) in bodies(program) {
            let mut found = BTreeSet::new();
            body.places(&mut |place| {
                if program.types.is_pointer(place.ty)
                    && let Some(path) = Path::of_place(program, function, place)
                {
                    found.insert(text.paths.add(program, &path));
                }
            });
            let on_the_way: Vec<PathId> = found.iter().flat_map(|path| text.paths.cells(*path).to_vec()).collect();
            found.extend(on_the_way);
            found.retain(|path| text.paths.get(*path).is_global(program));
            text.concerns.insert(function, found);
            for (_, callee) in calls_by_name(program, body) {
                calls.insert((function, callee));
            }
        }
        text.close_concerns(&calls);
        for (function, body) in bodies(program) {
            text.find_origins(function, body);
        }
        text
    }

    /// A function is concerned with what those are that it calls.
    fn close_concerns(&mut self, calls: &BTreeSet<(FunctionId, FunctionId)>) {
        let mut is_closed = false;
        while !is_closed {
            is_closed = true;
            for (caller, callee) in calls {
                let theirs = self.concerns.get(callee).cloned().unwrap_or_default();
                let mine = self.concerns.entry(*caller).or_default();
                let before = mine.len();
                mine.extend(theirs);
                is_closed &= mine.len() == before;
            }
        }
    }

    /// Whether a function has to know of a pointer: it is named by its variables, or the function is concerned with it.
    pub fn concerns(&self, function: FunctionId, path: PathId) -> bool {
        match self.paths.get(path).is_global(self.program) {
            true => self.concerned(function).is_some_and(|known| known.contains(&path)),
            false => true,
        }
    }

    /// The pointers of all functions with which one is concerned.
    pub fn concerned(&self, function: FunctionId) -> Option<&BTreeSet<PathId>> {
        self.concerns.get(&function)
    }

    /// The path of a pointer that an expression reads, if it is one that nobody else than the program changes.
    pub fn path_read(&self, function: FunctionId, expr: &Expr) -> Option<PathId> {
        match expr {
            Expr::Load(place) => self.path_of(function, place),
            _ => None,
        }
    }

    /// The path of a pointer at a place.
    pub fn path_of(&self, function: FunctionId, place: &Place) -> Option<PathId> {
        let ty = self.program.types.get(place.ty);
        if ty.volatile || !self.program.types.is_pointer(place.ty) {
            return None;
        }
        self.paths.find(&Path::of_place(self.program, function, place)?)
    }

    /// Where the value of a pointer was read from memory that the function shares.
    pub fn origins_of(&self, function: FunctionId, pointer: &Expr) -> Origins {
        let mut origins = Origins::default();
        let Expr::Load(place) = pointer_of(&self.program.types, pointer) else {
            return origins;
        };
        match unshared(self.program, function, place) {
            Some(local) if place.projections.is_empty() => origins = self.origins_of_variable(function, local),
            Some(_) => {}
            None => {
                origins.reads.insert((place.at, place.ty));
                origins.paths.extend(self.path_of(function, place));
            }
        }
        origins
    }

    /// Where the values of an unshared variable were read from memory.
    pub fn origins_of_variable(&self, function: FunctionId, local: LocalId) -> Origins {
        self.origins.get(&(function, local)).cloned().unwrap_or_default()
    }

    /// Follows copies between unshared variables, whatever the order of statements.
    fn find_origins(&mut self, function: FunctionId, body: &Body) {
        let mut is_closed = false;
        while !is_closed {
            is_closed = true;
            for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
                let InstructionKind::Assign { to, value } = &instruction.kind else {
                    continue;
                };
                let Some(local) = to.as_local().filter(|local| is_private(body, *local)) else {
                    continue;
                };
                let from = self.origins_of(function, value);
                let known = self.origins.entry((function, local)).or_default();
                let before = (known.reads.len(), known.paths.len());
                known.reads.extend(from.reads);
                known.paths.extend(from.paths);
                is_closed &= before == (known.reads.len(), known.paths.len());
            }
        }
    }
}

/// The unshared variable that a place is, or a part of which it is.
fn unshared(program: &Program, function: FunctionId, place: &Place) -> Option<LocalId> {
    let Root::Local(local) = place.root else { return None };
    let body = program.function(function).body.as_ref()?;
    is_private(body, local).then_some(local)
}

/// The functions with a body.
pub fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    let functions = program.functions.iter().enumerate();
    functions.filter_map(|(number, function)| Some((FunctionId(number as u32), function.body.as_ref()?)))
}

/// The calls by name of functions with a body.
pub fn calls_by_name<'b>(program: &'b Program, body: &'b Body) -> impl Iterator<Item = (Position, FunctionId)> + 'b {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } if program.function(*callee).body.is_some() => Some((instruction.at, *callee)),
        _ => None,
    })
}

/// A pointer that is followed by an access, and where.
#[derive(Clone, Copy, Debug)]
pub struct Dereference<'e> {
    /// The pointer.
    pub pointer: &'e Expr,
    /// Where the access stands.
    pub at: Position,
}

/// The dereferences that an expression makes, inner ones first.
pub fn in_expression<'e>(expr: &'e Expr, found: &mut Vec<Dereference<'e>>) {
    match expr {
        Expr::Load(place) => in_access(place, found),
        Expr::AddressOf(place, _) => on_the_way(place, found),
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => in_expression(operand, found),
        Expr::Binary(_, left, right, _) => {
            in_expression(left, found);
            in_expression(right, found);
        }
        Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {}
    }
}

/// The dereferences that an access to a place makes, inner ones first.
pub fn in_access<'e>(place: &'e Place, found: &mut Vec<Dereference<'e>>) {
    on_the_way(place, found);
    if let Root::Deref(pointer) = &place.root {
        found.push(Dereference { pointer, at: place.at });
    }
}

fn on_the_way<'e>(place: &'e Place, found: &mut Vec<Dereference<'e>>) {
    if let Root::Deref(pointer) = &place.root {
        in_expression(pointer, found);
    }
    for projection in &place.projections {
        if let crate::ir::Projection::Index(index, _) = projection {
            in_expression(index, found);
        }
    }
}

/// The dereferences that the end of a block makes.
pub fn in_terminator(terminator: &Terminator) -> Vec<Dereference<'_>> {
    let mut found = Vec::new();
    match terminator {
        Terminator::Branch { condition: value, .. }
        | Terminator::Switch { value, .. }
        | Terminator::Computed { value, .. }
        | Terminator::Return(Some(value)) => in_expression(value, &mut found),
        Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
    }
    found
}
