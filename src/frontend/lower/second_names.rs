//! Second names: one object or function that the source knows by several.
//!
//! - `asm("label")` behind a declarator, and `#pragma redefine_extname`, give the name that the linker sees;
//! - the attributes `alias` and `weakref`, and `#pragma weak name = target`, make a name stand for another one;
//! - the attribute `ifunc` lets a function of the program choose what a name stands for when the program is loaded;
//! - assembly may name whatever has linkage;
//! - the C library has second names of its own for some of its variables (`__environ`), which its headers declare as well;
//! - the linker itself makes names: `__start_s` and `__stop_s` bound the table of all objects in the section `s`.
//!
//! The first two, and those of the C library, are followed: both names are one object. The others are obstacles, at the call or at the
//! start of the program. (GCC manual, "Assembler Names", "Common Function Attributes", "Weak Pragmas"; GNU ld manual, "Orphan Sections".)
//!
//! The C library's headers label functions of theirs by what is an older or checked version of the same function (`__isoc99_fscanf`, `__read_alias`).
//! A label that contains the name, or is contained in it, is taken for that: the shorter of both tells what the function does,
//! unless the program itself defines a function of that label.

use super::Lowering;
use super::assembly::mentioned_words;
use super::objects::Alias;
use super::scopes::Symbol;
use super::views::Shared;
use crate::ir::{Expr, Instruction, InstructionKind, Place, Position, Root, Terminator, TypeKind};

/// How many aliases of aliases are followed.
const LONGEST_CHAIN: usize = 16;

/// Names of the linker that are no tables of a section.
const LINKER_NAMES: [&str; 10] = [
    "_end",
    "_edata",
    "__bss_start",
    "__data_start",
    "__init_array_start",
    "__init_array_end",
    "__fini_array_start",
    "__fini_array_end",
    "__preinit_array_start",
    "__preinit_array_end",
];

/// Variables of glibc under reserved names, and the names that programs use for the same variables.
const VARIABLES_OF_THE_LIBRARY: [(&str, &str); 7] = [
    ("__environ", "environ"),
    ("_environ", "environ"),
    ("__timezone", "timezone"),
    ("__daylight", "daylight"),
    ("__tzname", "tzname"),
    ("__progname_full", "program_invocation_name"),
    ("__progname", "program_invocation_short_name"),
];

/// The name that programs use for a variable of the library; any other name stays.
pub(super) fn usual_name(name: &str) -> &str {
    let known = VARIABLES_OF_THE_LIBRARY.iter().find(|(reserved, _)| *reserved == name);
    known.map_or(name, |(_, usual)| usual)
}

impl<'a> Lowering<'a> {
    /// The name under which a function is linked that is declared as `name`, with a label or without.
    pub(super) fn function_link_name(&self, name: &'a str, label: Option<&'a str>) -> &'a str {
        match (label, self.scopes().find_at_file_scope(name)) {
            (Some(label), _) if label.contains(name) => name,
            (Some(label), _) => label,
            (None, Some(Symbol::Routine(known))) if !self.routines[known].internal => self.routines[known].link_name,
            _ => name,
        }
    }

    /// The name under which an object is linked that is declared as `name`, with a label or without.
    pub(super) fn object_link_name(&self, name: &'a str, label: Option<&'a str>) -> &'a str {
        match (label, self.scopes().find_at_file_scope(name)) {
            (Some(label), _) => label,
            (None, Some(Symbol::Object(known))) if !self.objects[known].internal => self.objects[known].link_name,
            _ => usual_name(name),
        }
    }

    /// The function that a function is another name of; itself if it is none.
    pub(super) fn aliased_routine(&self, index: usize) -> usize {
        let mut at = index;
        for _ in 0..LONGEST_CHAIN {
            match self.alias_of(at) {
                Some(target) => at = target,
                None => break,
            }
        }
        at
    }

    /// The function that a declaration of a function makes it another name of.
    fn alias_of(&self, index: usize) -> Option<usize> {
        let routine = &self.routines[index];
        if routine.definition.is_some() {
            return None;
        }
        let found = match routine.alias {
            Some(alias) => self.named(alias),
            // A label that the program defines.
            None => {
                let label = routine.label?;
                let labelled = self.labelled.get(label).map(|target| Symbol::Routine(*target));
                labelled.or_else(|| self.externals.get(label).copied())
            }
        };
        match found {
            Some(Symbol::Routine(target)) if target != index => {
                let is_other = self.routines[target].definition.is_some() || routine.alias.is_some();
                is_other.then_some(target)
            }
            _ => None,
        }
    }

    /// The object that an object is another name of; itself if it is none.
    pub(super) fn aliased_object(&self, index: usize) -> usize {
        let mut at = index;
        for _ in 0..LONGEST_CHAIN {
            match self.objects[at].alias.and_then(|alias| self.named(alias)) {
                Some(Symbol::Object(target)) if target != at => at = target,
                _ => break,
            }
        }
        at
    }

    /// An obstacle where a function is named that may be missing, so that its address is null: only the linker knows.
    pub(super) fn note_missing_routine(&mut self, index: usize, at: Position) {
        let (known, target) = (&self.routines[index], self.aliased_routine(index));
        let may_be_missing = known.weak || known.alias.is_some() || self.is_weak_by_pragma(known.name);
        if may_be_missing && self.routines[target].definition.is_none() {
            self.note_missing("function", known.name, at);
        }
    }

    /// The same where an object is named.
    pub(super) fn note_missing_object(&mut self, index: usize, at: Position) {
        let (known, target) = (&self.objects[index], self.aliased_object(index));
        let is_dangling = known.alias.is_some() && (target == index || !self.objects[target].defined);
        let may_be_missing = known.weak || self.is_weak_by_pragma(known.name);
        if is_dangling || may_be_missing && !known.defined {
            self.note_missing("variable", known.name, at);
        }
    }

    fn note_missing(&mut self, what: &str, name: &str, at: Position) {
        self.obstacle(
            at,
            format!("whether there is a {what} `{name}` is known when the program is linked"),
        );
    }

    /// What the target of an alias means in its unit, or else in others.
    fn named(&self, alias: Alias<'a>) -> Option<Symbol> {
        let own = self.units[alias.unit].scopes.find_at_file_scope(alias.target);
        own.filter(|symbol| matches!(symbol, Symbol::Object(_) | Symbol::Routine(_)))
            .or_else(|| self.externals.get(alias.target).copied())
    }

    /// The place that is a whole object, seen with the type of the name that it is known by here.
    pub(super) fn object_place(&mut self, index: usize, at: Position) -> Place {
        let target = self.aliased_object(index);
        let id = self.object_id(target);
        let (ty, own) = (self.objects[index].ty, self.objects[target].ty);
        let ty = self.note_differing(Shared::Object(index), at).unwrap_or(ty);
        let whole = Place::global(id, own, at);
        if ty == own {
            return whole;
        }
        let pointer = self.pointer_to(own);
        let address = self.address_of(whole, pointer);
        let pointer = self.pointer_to(ty);
        Place {
            root: Root::Deref(Box::new(self.convert(address, pointer))),
            projections: Vec::new(),
            ty,
            at,
        }
    }

    /// Follows the pragmas of all units, when all declarations are known.
    pub(super) fn apply_second_names(&mut self) {
        for unit in 0..self.units.len() {
            let parsed = self.units[unit].parsed;
            for second in &parsed.second_names {
                let Some(target) = second.target.as_deref() else {
                    continue;
                };
                let alias = Some(Alias { unit, target });
                let own = self.units[unit].scopes.find_at_file_scope(&second.name);
                match own.or_else(|| self.externals.get(second.name.as_str()).copied()) {
                    Some(Symbol::Routine(routine)) => self.routines[routine].alias = alias,
                    Some(Symbol::Object(object)) if !self.objects[object].defined => self.objects[object].alias = alias,
                    _ => {}
                }
            }
        }
    }

    /// Whether a pragma of the unit makes a definition weak.
    pub(super) fn is_weak_by_pragma(&self, name: &str) -> bool {
        let pragmas = &self.units[self.unit].parsed.second_names;
        pragmas
            .iter()
            .any(|second| second.name == name && second.target.is_none())
    }

    /// Assembly at file scope of the unit: what it names may be accessed by it, or be its code.
    pub(super) fn note_file_assembly(&mut self, unit: usize) {
        self.enter_unit(unit);
        let parsed = self.units[self.unit].parsed;
        for assembly in &parsed.file_assembly {
            let known = |word: &String| {
                let own = self.scopes().find_at_file_scope(word);
                self.externals.contains_key(word.as_str())
                    || matches!(own, Some(Symbol::Object(_) | Symbol::Routine(_)))
            };
            let named = mentioned_words(&assembly.text).find(known);
            let place = crate::frontend::parse::location(&parsed.lines, assembly.offset);
            match named {
                Some(name) => {
                    let at = self.at(lang_c::span::Span::span(
                        assembly.offset as usize,
                        assembly.offset as usize,
                    ));
                    let what = format!("Assembly at file scope names `{name}`.");
                    self.start_obstacles.push((at, what));
                }
                None => self.assumptions.push(format!(
                    "The assembly at file scope ({place}) touches no memory that threads share."
                )),
            }
        }
    }

    /// The first thing with linkage that has a body or memory in the program and that a text of assembly names.
    pub(super) fn named_in_assembly(&self, words: impl Iterator<Item = impl AsRef<str>>) -> Option<String> {
        let is_here = |symbol: Symbol| match symbol {
            Symbol::Object(_) => true,
            Symbol::Routine(routine) => self.routines[routine].definition.is_some(),
            _ => false,
        };
        words.map(|word| word.as_ref().to_owned()).find(|word| {
            let own = self.scopes().find_at_file_scope(word);
            own.or_else(|| self.externals.get(word.as_str()).copied())
                .is_some_and(is_here)
        })
    }

    /// The body of a function that is chosen when the program is loaded: only that it is not known.
    pub(super) fn resolved_body(&mut self, routine: usize) {
        let (Some(id), at) = (self.routines[routine].id, self.routines[routine].at) else {
            return;
        };
        let TypeKind::Function(function) = self.types().kind(self.routines[routine].ty).clone() else {
            return;
        };
        let name = self.routines[routine].name;
        self.flow = super::flow::Flow::new(name, Some(function.result));
        for parameter in &function.parameters {
            self.flow.new_local("", *parameter, crate::ir::LocalKind::Parameter, at);
        }
        self.obstacle(
            at,
            format!("The function `{name}` is chosen when the program is loaded."),
        );
        let value = (function.result != self.basic.void).then_some(Expr::Unknown(function.result));
        self.flow.terminate(Terminator::Return(value), at);
        let flow = std::mem::take(&mut self.flow);
        self.functions[id.0 as usize].body = Some(flow.finish(at));
    }

    /// Puts what stands in the way from the start of the program on at the entry of `main`: what assembly names, and the linker's tables.
    pub(super) fn report_at_start(&mut self, main: crate::ir::FunctionId) {
        for global in &self.globals {
            let is_table = global.name.starts_with("__start_") || global.name.starts_with("__stop_");
            if !global.defined && (is_table || LINKER_NAMES.contains(&global.name.as_str())) {
                let what = format!("The linker places `{}`: what lies there is not known.", global.name);
                self.start_obstacles.push((global.at, what));
            }
        }
        let obstacles = std::mem::take(&mut self.start_obstacles);
        let instructions = obstacles.into_iter().map(|(at, what)| Instruction {
            kind: InstructionKind::Obstacle { what },
            at,
        });
        let body = self.functions[main.0 as usize].body.as_mut();
        if let Some(entry) = body.and_then(|body| body.blocks.first_mut()) {
            entry.instructions.splice(0..0, instructions);
        }
    }
}
