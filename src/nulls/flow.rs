//! The flow of facts through one function.

use super::Oracle;
use super::conditions::{is_not_null, learned};
use super::facts::{Fact, Facts};
use super::paths::{Base, Path, PathId, is_private, pointer_of};
use super::text::{Dereference, Origins, Read, Text, in_access, in_expression, in_terminator};
use crate::ir::{
    Block, BlockId, Body, Callee, Expr, FunctionId, Instruction, InstructionKind, LocalId, Place, Position, Root,
    Terminator,
};
use crate::races::{Entry, Moment, Race, SourcePoint};
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::collections::{BTreeMap, BTreeSet};

/// What holds when a function returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exit {
    /// The facts that mean something to callers.
    pub facts: Facts,
    /// Whether what is returned is a pointer that is not null.
    pub is_not_null: bool,
}

/// What an analysis of a function found.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// What holds when it returns; nothing if it does not.
    pub exit: Option<Exit>,
    /// What holds whenever it enters another function.
    pub entries: BTreeMap<FunctionId, Facts>,
    /// For each dereference, by the place of the access and of the pointer's read, whether the pointer is certainly not null.
    pub judged: BTreeMap<Site, bool>,
    /// The races that ended facts of pointers.
    pub lost: BTreeMap<PathId, BTreeSet<Race>>,
}

/// A dereference, by its places in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The function.
    pub function: FunctionId,
    /// Where the access stands.
    pub at: Position,
    /// What is read to have the pointer.
    pub pointer: Pointer,
    /// The path of that, if it has one.
    pub path: Option<PathId>,
}

/// What is read to have a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pointer {
    /// An unshared variable.
    Variable(LocalId),
    /// Memory, also a part of an unshared variable.
    Memory(Read),
}

impl Site {
    /// Where the value of the pointer was read from memory.
    pub fn origins(&self, text: &Text<'_>) -> Origins {
        match self.pointer {
            Pointer::Variable(local) => text.origins_of_variable(self.function, local),
            Pointer::Memory(read) => Origins {
                reads: BTreeSet::from([read]),
                paths: self.path.into_iter().collect(),
            },
        }
    }
}

/// The analysis of one function.
pub struct Walk<'a> {
    text: &'a Text<'a>,
    oracle: &'a dyn Oracle,
    /// What is known of returns, of functions that were found to return.
    exits: &'a BTreeMap<FunctionId, Exit>,
    function: FunctionId,
    body: &'a Body,
    flow: Flow,
}

impl<'a> Walk<'a> {
    /// An analysis of a function with a body, with what is known of the exits of others.
    pub fn new(
        text: &'a Text<'a>,
        oracle: &'a dyn Oracle,
        exits: &'a BTreeMap<FunctionId, Exit>,
        (function, body): (FunctionId, &'a Body),
    ) -> Self {
        Walk {
            text,
            oracle,
            exits,
            function,
            body,
            flow: Flow::default(),
        }
    }

    /// The greatest solution of the function's equations for some facts at its entry.
    pub fn run(mut self, entry: &Facts) -> Flow {
        let mut before: Vec<Option<Facts>> = vec![None; self.body.blocks.len()];
        let mut left: BTreeSet<usize> = BTreeSet::new();
        if let Some(first) = before.first_mut() {
            *first = Some(entry.clone());
            left.insert(0);
        }
        while let Some(number) = left.pop_first() {
            let Some(facts) = before[number].clone() else { continue };
            for (to, facts) in self.block(&self.body.blocks[number], facts) {
                let known = &mut before[to.0 as usize];
                let has_changed = match known {
                    Some(known) => known.meet(&facts),
                    None => {
                        *known = Some(facts);
                        true
                    }
                };
                if has_changed {
                    left.insert(to.0 as usize);
                }
            }
        }
        // What was noted on the way held for more than the solution has.
        self.flow = Flow::default();
        for (block, facts) in self.body.blocks.iter().zip(before) {
            if let Some(facts) = facts {
                self.block(block, facts);
            }
        }
        self.flow
    }

    /// The facts on the edges that leave a block.
    fn block(&mut self, block: &'a Block, mut facts: Facts) -> Vec<(BlockId, Facts)> {
        for instruction in &block.instructions {
            let at = instruction.at;
            facts = self.survivors(facts, at, Moment::Before);
            match self.instruction(instruction, facts) {
                Some(after) => facts = after,
                None => return Vec::new(),
            }
        }
        let mut facts = self.survivors(facts, block.at, Moment::Before);
        self.follow(&mut facts, &in_terminator(&block.terminator), block.at);
        if let Terminator::Return(value) = &block.terminator {
            self.leave(&facts, value.as_ref());
        }
        let successors = block.terminator.successors().into_iter();
        let passed = successors.enumerate().map(|(number, to)| {
            let mut passed = facts.clone();
            if let Terminator::Branch { condition, .. } = &block.terminator {
                for fact in learned(self.text, self.function, &facts, condition, number == 0) {
                    self.add(&mut passed, fact, block.at);
                }
            }
            (to, passed)
        });
        passed.collect()
    }

    /// The facts that no other thread ends at a point.
    fn survivors(&mut self, mut facts: Facts, at: Position, moment: Moment) -> Facts {
        facts.retain(|fact| self.survives(*fact, at, moment));
        facts
    }

    fn survives(&mut self, fact: Fact, at: Position, moment: Moment) -> bool {
        let text = self.text;
        if !fact.paths().all(|path| text.concerns(self.function, path)) {
            return false;
        }
        let point = self.point(at);
        let cells = fact.paths().flat_map(|path| text.paths.cells(path));
        let race = cells.filter_map(|cell| self.oracle.race(*cell, point, moment)).min();
        if let (Some(race), Fact::NotNull(path)) = (race, fact) {
            self.flow.lost.entry(path).or_default().insert(race);
        }
        race.is_none()
    }

    /// Adds what was found at a point, unless another thread may change it there.
    fn add(&mut self, facts: &mut Facts, fact: Fact, at: Position) {
        if self.survives(fact, at, Moment::Before) {
            facts.add(fact);
        }
    }

    fn point(&self, at: Position) -> SourcePoint {
        SourcePoint {
            function: self.function,
            at,
        }
    }

    /// Judges dereferences; where they succeed, the pointers are not null.
    fn follow(&mut self, facts: &mut Facts, dereferences: &[Dereference<'_>], at: Position) {
        for dereference in dereferences {
            let is_safe = is_not_null(self.text, self.function, facts, dereference.pointer);
            let pointer = pointer_of(&self.text.program.types, dereference.pointer);
            let path = self.text.path_read(self.function, pointer);
            if let Expr::Load(place) = pointer {
                let variable = place.as_local().filter(|local| is_private(self.body, *local));
                let site = Site {
                    function: self.function,
                    at: dereference.at,
                    pointer: variable.map_or(Pointer::Memory((place.at, place.ty)), Pointer::Variable),
                    path,
                };
                *self.flow.judged.entry(site).or_insert(true) &= is_safe;
            }
            if let Some(path) = path {
                self.add(facts, Fact::NotNull(path), at);
            }
        }
    }

    /// The facts behind an instruction; nothing if control does not come there.
    fn instruction(&mut self, instruction: &'a Instruction, mut facts: Facts) -> Option<Facts> {
        let at = instruction.at;
        let mut dereferences = Vec::new();
        match &instruction.kind {
            InstructionKind::Assign { to, value } => {
                in_expression(value, &mut dereferences);
                in_access(to, &mut dereferences);
                self.follow(&mut facts, &dereferences, at);
                self.assign(&mut facts, to, value, at);
            }
            InstructionKind::Call { to, callee, arguments } => {
                if let Callee::Pointer(pointer) = callee {
                    in_expression(pointer, &mut dereferences);
                }
                arguments
                    .iter()
                    .for_each(|argument| in_expression(argument, &mut dereferences));
                self.follow(&mut facts, &dereferences, at);
                return self.call(facts, to.as_ref(), (callee, arguments), at);
            }
            InstructionKind::ScopeEntry(local) | InstructionKind::ScopeEnd(local) => {
                self.forget_variable(&mut facts, *local);
            }
            InstructionKind::Zero { place } => {
                in_access(place, &mut dereferences);
                self.follow(&mut facts, &dereferences, at);
                self.overwrite(&mut facts, place, at);
            }
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } => {
                inputs.iter().for_each(|input| in_expression(input, &mut dereferences));
                outputs
                    .iter()
                    .chain(memory)
                    .for_each(|place| in_access(place, &mut dereferences));
                self.follow(&mut facts, &dereferences, at);
                facts = Facts::default();
            }
            InstructionKind::Obstacle { .. } => facts = Facts::default(),
        }
        Some(facts)
    }

    fn assign(&mut self, facts: &mut Facts, to: &Place, value: &Expr, at: Position) {
        let is_known = is_not_null(self.text, self.function, facts, value);
        self.overwrite(facts, to, at);
        let Some(path) = self.written_path(to, at) else { return };
        if is_known {
            self.add(facts, Fact::NotNull(path), at);
        }
        if let Some((from, fact)) = self.copied(path, value)
            && !self.is_written(from, to, at)
        {
            self.add(facts, fact, at);
        }
    }

    /// The path of a pointer that is stored to, if that still leads there behind the store.
    fn written_path(&self, to: &Place, at: Position) -> Option<PathId> {
        let path = self.text.path_of(self.function, to)?;
        self.stays(path, to, at).then_some(path)
    }

    /// Whether a path still leads behind a store to it where it led before.
    fn stays(&self, path: PathId, to: &Place, at: Position) -> bool {
        let on_the_way = self.text.paths.get(path).pointers_on_the_way();
        let on_the_way: Vec<PathId> = on_the_way.filter_map(|path| self.text.paths.find(&path)).collect();
        on_the_way.into_iter().all(|inner| !self.is_written(inner, to, at))
    }

    /// That an unshared variable holds what a place holds, if a value is copied from one to the other; and the path that it is copied from.
    fn copied(&self, to: PathId, value: &Expr) -> Option<(PathId, Fact)> {
        let mut value = value;
        while let Expr::Cast(operand, _) = value
            && self.text.program.types.is_pointer(operand.ty())
        {
            value = operand;
        }
        let from = self.text.path_read(self.function, value)?;
        let is_variable = |path: PathId| {
            let path = self.text.paths.get(path);
            path.steps.is_empty() && path.is_private(self.text.program)
        };
        let (variable, pointer) = match (is_variable(to), is_variable(from)) {
            (true, _) => (to, from),
            (_, true) => (from, to),
            _ => return None,
        };
        Some((from, Fact::Same { variable, pointer }))
    }

    /// Forgets what a store to a place may change.
    fn overwrite(&self, facts: &mut Facts, to: &Place, at: Position) {
        facts.retain(|fact| fact.paths().all(|path| !self.is_written(path, to, at)));
    }

    /// Whether a store to a place may change what stands at a path, or on the way to it.
    fn is_written(&self, path: PathId, to: &Place, at: Position) -> bool {
        if let Root::Local(local) = to.root
            && is_private(self.body, local)
        {
            let base = Base::Local(self.function, local);
            let whole = Path {
                base,
                steps: Vec::new(),
            };
            let written = Path::of_place(self.text.program, self.function, to).unwrap_or(whole);
            return self.text.paths.get(path).depends_on(self.text.program, &written);
        }
        let mut cells = self.text.paths.cells(path).iter();
        cells.any(|cell| self.oracle.modifies(*cell, self.point(at), &[at, to.at]))
    }

    fn forget_variable(&self, facts: &mut Facts, local: LocalId) {
        let written = Path {
            base: Base::Local(self.function, local),
            steps: Vec::new(),
        };
        let depends = |path: PathId| {
            let path = self.text.paths.get(path);
            path.base == written.base || path.depends_on(self.text.program, &written)
        };
        facts.retain(|fact| !fact.paths().any(depends));
    }

    /// A call: what holds enters the functions that it enters, and what they leave holds behind it.
    fn call(
        &mut self,
        facts: Facts,
        to: Option<&'a Place>,
        (callee, arguments): (&'a Callee, &'a [Expr]),
        at: Position,
    ) -> Option<Facts> {
        for (function, entry) in self.oracle.entered(self.point(at)) {
            let is_written = entry == Entry::Call && is_callee(self.text, callee, function);
            let passed = if is_written { arguments } else { &[] };
            self.enter(&facts, function, passed);
        }
        let exit = match callee {
            Callee::Function(function) if self.text.program.function(*function).body.is_some() => {
                Some(self.exits.get(function)?)
            }
            _ => None,
        };
        let mut facts = self.outlast(facts, to, at);
        for fact in exit.iter().flat_map(|exit| exit.facts.iter()) {
            facts.add(fact);
        }
        if let Some(to) = to {
            let mut dereferences = Vec::new();
            in_access(to, &mut dereferences);
            self.follow(&mut facts, &dereferences, at);
            self.overwrite(&mut facts, to, at);
            let is_known = exit.is_some_and(|exit| exit.is_not_null);
            if let Some(path) = self.written_path(to, at).filter(|_| is_known) {
                self.add(&mut facts, Fact::NotNull(path), at);
            }
        }
        Some(facts)
    }

    /// The facts that neither a call itself ends nor another thread meanwhile.
    fn outlast(&mut self, mut facts: Facts, to: Option<&Place>, at: Position) -> Facts {
        let written = to.map_or([at, at], |to| [at, to.at]);
        let point = self.point(at);
        facts.retain(|fact| {
            let mut cells = fact.paths().flat_map(|path| self.text.paths.cells(path));
            is_seeded(Bug::CalleesModifyNothing) || !cells.any(|cell| self.oracle.modifies(*cell, point, &written))
        });
        self.survivors(facts, at, Moment::During)
    }

    /// A function is entered with some facts.
    fn enter(&mut self, facts: &Facts, function: FunctionId, arguments: &[Expr]) {
        let text = self.text;
        let means_something = |fact: &Fact| match fact {
            Fact::NotNull(path) => text.paths.get(*path).is_global(text.program) && text.concerns(function, *path),
            Fact::Same { .. } => false,
        };
        let mut entered: Facts = facts.iter().filter(means_something).collect();
        for (number, argument) in arguments.iter().enumerate() {
            let parameter = Path {
                base: Base::Local(function, LocalId(number as u32)),
                steps: Vec::new(),
            };
            if let Some(parameter) = text.paths.find(&parameter)
                && is_not_null(text, self.function, facts, argument)
            {
                entered.add(Fact::NotNull(parameter));
            }
        }
        match self.flow.entries.get_mut(&function) {
            Some(_) if is_seeded(Bug::EnteredByOne) => {}
            Some(known) => {
                known.meet(&entered);
            }
            None => {
                self.flow.entries.insert(function, entered);
            }
        }
    }

    /// The function returns.
    fn leave(&mut self, facts: &Facts, value: Option<&Expr>) {
        let text = self.text;
        let means_something = |fact: &Fact| match fact {
            Fact::NotNull(path) => text.paths.get(*path).is_global(text.program),
            Fact::Same { .. } => false,
        };
        let leaving = Exit {
            facts: facts.iter().filter(means_something).collect(),
            is_not_null: value.is_some_and(|value| is_not_null(text, self.function, facts, value)),
        };
        match &mut self.flow.exit {
            Some(exit) => {
                exit.facts.meet(&leaving.facts);
                exit.is_not_null &= leaving.is_not_null;
            }
            None => self.flow.exit = Some(leaving),
        }
    }
}

/// Whether a call calls a function by its name or through a pointer, rather than letting the library call it.
fn is_callee(text: &Text<'_>, callee: &Callee, function: FunctionId) -> bool {
    match callee {
        Callee::Function(named) => *named == function && text.program.function(*named).body.is_some(),
        Callee::Pointer(_) => true,
    }
}
