//! Lowering: from the syntax trees of all translation units to one typed program.
//!
//! First every unit's file scope is read: types, objects, and function declarations, linked by name as C has it.
//! Then bodies and initialisers are lowered on demand, starting from `main` (or from what callers outside know): what is never referred to costs nothing.
//! Names are resolved strictly by C's scopes. What the parser misread (a typedef name where a value must stand, a variable where a type must stand)
//! therefore becomes an error with its place, never a guess.
//! What can't be modelled soundly becomes an [`InstructionKind::Obstacle`] at its program point.

mod aggregates;
mod alignments;
mod arithmetic;
mod assembly;
mod assignments;
mod atomics;
mod builtin_names;
mod builtins;
mod calls;
mod cleanups;
mod conditions;
mod constants;
mod declarations;
mod declarators;
mod enumerations;
mod expressions;
mod flow;
mod functions;
mod gotos;
mod initialisers;
mod jumps;
mod known_calls;
mod literals;
mod long_doubles;
mod object_size;
mod objects;
mod open;
mod operators;
mod order;
mod overridden;
mod places;
mod quiet;
mod records;
mod scopes;
mod second_names;
mod selections;
mod simplify;
mod sizes;
mod specifiers;
mod statements;
mod statics;
mod variable_arguments;
mod views;
mod wide_bit_fields;

use hashbrown::HashMap;
use lang_c::ast::ExternalDeclaration;
use lang_c::span::Span;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;

use super::error::{Error, Location};
use super::flags::{Reading, Signedness};
use super::lines::Hint;
use super::parse::Parsed;
use crate::ir::{
    DataModel, Expr, FileId, Files, Function, FunctionId, Global, InstructionKind, Open, Position, Program, RecordId,
    TypeId, TypeKind, Types,
};
use crate::library::Library;
use arithmetic::Basic;
use flow::Flow;
use objects::{Object, Routine};
use scopes::Scopes;

/// A program, or all that keeps the sources from being one; and what was assumed.
pub(super) struct Lowered {
    pub(super) program: Result<Program, Vec<Error>>,
    pub(super) assumptions: Vec<String>,
}

/// How a program is entered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry<'o> {
    /// By `main`.
    Main,
    /// By code outside, which knows what has external linkage, and the functions with these names.
    Callers(&'o [String]),
}

/// Lowers and links translation units, as far as `main` reaches, or callers from outside do; `obstacles` stand in the way of a proof wherever
/// they are.
pub(super) fn lower(
    units: &[&Parsed],
    model: DataModel,
    library: &Library,
    obstacles: Vec<String>,
    entry: Entry<'_>,
) -> Lowered {
    let mut lowering = Lowering::new(units, model, library);
    let first = Position {
        file: FileId(0),
        line: 1,
        column: 1,
    };
    let obstacles = obstacles.into_iter().map(|what| (first, what));
    lowering.start_obstacles.extend(obstacles);
    for unit in 0..units.len() {
        lowering.file_scope(unit);
    }
    lowering.report_conflicts();
    lowering.settle_views();
    lowering.apply_second_names();
    for unit in 0..units.len() {
        lowering.note_file_assembly(unit);
    }
    let callers = match entry {
        Entry::Main => {
            if let Some(scopes::Symbol::Routine(main)) = lowering.externals.get("main").copied() {
                lowering.routine_id(main);
            }
            None
        }
        Entry::Callers(named) => {
            lowering.refer_to_what_callers_know(named);
            Some(lowering.callers(first))
        }
    };
    lowering.find_quiet_functions();
    lowering.bodies();
    lowering.finish(callers)
}

/// Lowers all functions and objects of translation units, whether anything refers to them or not, and gives the errors.
pub(super) fn lower_everything(units: &[&Parsed], model: DataModel, library: &Library) -> Vec<Error> {
    let mut lowering = Lowering::new(units, model, library);
    for unit in 0..units.len() {
        lowering.file_scope(unit);
    }
    lowering.report_conflicts();
    lowering.settle_views();
    lowering.apply_second_names();
    for routine in 0..lowering.routines.len() {
        lowering.routine_id(routine);
    }
    for object in 0..lowering.objects.len() {
        lowering.object_id(object);
    }
    lowering.find_quiet_functions();
    lowering.bodies();
    lowering.errors
}

/// Errors beyond this many are not reported.
const MOST_ERRORS: usize = 20;

/// What is known of one translation unit.
struct Unit<'a> {
    parsed: &'a Parsed,
    scopes: Scopes<'a>,
    /// The program's number of each file of the unit's line table.
    files: Vec<Option<FileId>>,
    /// Where the last place was among the lines.
    line: Hint,
}

/// What waits to be lowered because something refers to it.
#[derive(Clone, Copy, Debug)]
enum Work {
    Routine(usize),
    Object(usize),
}

/// The state of lowering.
struct Lowering<'a> {
    library: &'a Library,
    types: Types,
    basic: Basic,
    files: Files,
    strings: Vec<Vec<u8>>,
    globals: Vec<Global>,
    functions: Vec<Function>,
    objects: Vec<Object<'a>>,
    routines: Vec<Routine<'a>>,
    /// The functions that the program defines under names for the assembler.
    labelled: HashMap<&'a str, usize, FxBuildHasher>,
    /// The routine that a function with a number is, but for those of the compiler.
    routine_of: HashMap<FunctionId, usize, FxBuildHasher>,
    /// By the number of a routine, whether it orders nothing between threads.
    quiet: Vec<bool>,
    /// Objects and functions with external linkage.
    externals: HashMap<&'a str, scopes::Symbol, FxBuildHasher>,
    /// Functions of the compiler, by name and result type.
    builtins: HashMap<(&'a str, TypeId), FunctionId, FxBuildHasher>,
    units: Vec<Unit<'a>>,
    /// The unit that is being read.
    unit: usize,
    flow: Flow<'a>,
    /// The function whose body is being lowered.
    body_of: Option<usize>,
    work: Vec<Work>,
    /// Whether only constants are wanted: `&&`, `||` and `?:` fold instead of branching.
    folding: bool,
    unnamed: u32,
    /// The alignments of members that are not those of their types.
    field_alignments: HashMap<(RecordId, u32), u64, FxBuildHasher>,
    /// Unions with the attribute `transparent_union`.
    transparent: Vec<RecordId>,
    /// Complex and vector types and `va_list`.
    special_records: Vec<RecordId>,
    /// Declarations of functions, by their index, with another type than an earlier one.
    conflicts: Vec<(usize, Position)>,
    /// What units say of the types of what they share.
    views: views::Views,
    errors: Vec<Error>,
    /// Where statements, declarations in blocks and full expressions begin.
    statements: BTreeSet<Position>,
    assumptions: Vec<String>,
    /// What stands in the way from the start of the program on.
    start_obstacles: Vec<(Position, String)>,
}

impl<'a> Lowering<'a> {
    fn new(units: &[&'a Parsed], model: DataModel, library: &'a Library) -> Self {
        let mut types = Types::new(model);
        let mut files = Files::default();
        for unit in units {
            files.intern(unit.lines.files().first());
        }
        Lowering {
            library,
            basic: Basic::new(&mut types),
            types,
            files,
            strings: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            objects: Vec::new(),
            routines: Vec::new(),
            labelled: HashMap::default(),
            routine_of: HashMap::default(),
            quiet: Vec::new(),
            externals: HashMap::default(),
            builtins: HashMap::default(),
            units: units
                .iter()
                .map(|&parsed| Unit {
                    parsed,
                    scopes: Scopes::new(),
                    files: vec![None; parsed.lines.files().names().count()],
                    line: Hint::default(),
                })
                .collect(),
            unit: 0,
            flow: Flow::new("", None),
            body_of: None,
            work: Vec::new(),
            folding: false,
            unnamed: 0,
            field_alignments: HashMap::default(),
            transparent: Vec::new(),
            special_records: Vec::new(),
            conflicts: Vec::new(),
            views: views::Views::default(),
            errors: Vec::new(),
            statements: BTreeSet::new(),
            assumptions: Vec::new(),
            start_obstacles: Vec::new(),
        }
    }

    fn file_scope(&mut self, unit: usize) {
        self.enter_unit(unit);
        self.flow = Flow::new("", None);
        let parsed = self.units[unit].parsed;
        for &offset in &parsed.parallel {
            let at = self.at(Span::span(offset as usize, offset as usize));
            let what = "A pragma makes threads, which are not analysed.".to_owned();
            self.start_obstacles.push((at, what));
        }
        for declaration in &parsed.unit.0 {
            match &declaration.node {
                ExternalDeclaration::Declaration(declaration) => self.declaration(&declaration.node),
                ExternalDeclaration::FunctionDefinition(definition) => self.function_definition(definition),
                ExternalDeclaration::StaticAssert(assertion) => self.static_assertion(assertion),
            }
        }
    }

    /// Lowers what waits, and everything that is referred to from there on.
    fn bodies(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Routine(routine) => self.routine_body(routine),
                Work::Object(object) => self.object_value(object),
            }
        }
    }

    /// Notes where in their lines things are written, of the files that positions refer to.
    fn note_columns(&mut self) {
        for unit in &self.units {
            for ((file, line), columns) in &unit.parsed.columns {
                if let Some(Some(file)) = unit.files.get(*file as usize) {
                    self.files.note_columns(*file, *line, columns);
                }
            }
        }
    }

    /// The program; of an open one, `callers` is where it starts.
    fn finish(mut self, callers: Option<FunctionId>) -> Lowered {
        let main = match self.externals.get("main") {
            _ if callers.is_some() => callers,
            Some(scopes::Symbol::Routine(main)) if self.routines[*main].definition.is_some() => self.routines[*main].id,
            _ => None,
        };
        self.forget_unused_arguments();
        self.follow_jumps();
        self.note_columns();
        if let Some(main) = main {
            self.report_at_start(main);
        }
        let program = match main {
            Some(main) if self.errors.is_empty() => Ok(Program {
                types: self.types,
                globals: self.globals,
                functions: self.functions,
                strings: self.strings,
                main,
                files: self.files,
                statements: std::mem::take(&mut self.statements).into_iter().collect(),
                open: callers.map(|_| Open::default()),
            }),
            None if self.errors.is_empty() => {
                let file = self.files.name(FileId(0)).to_owned();
                Err(vec![Error::new(
                    Location::file(&file),
                    "The program has no function `main`; with `--open` it is checked as one that others call, such as a library.",
                )])
            }
            _ => Err(std::mem::take(&mut self.errors)),
        };
        Lowered {
            program,
            assumptions: self.assumptions,
        }
    }

    /// Goes on with another unit, whose flags say what `char` is.
    fn enter_unit(&mut self, unit: usize) {
        self.unit = unit;
        let signed = self.reading().characters == Signedness::Signed;
        let character = self.types_mut().intern(TypeKind::Integer { size: 1, signed });
        self.basic.character = character;
        self.basic.char_pointer = self.pointer_to(character);
    }

    /// How the unit is to be read.
    fn reading(&self) -> &'a Reading {
        &self.units[self.unit].parsed.reading
    }

    fn types(&self) -> &Types {
        &self.types
    }

    fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    fn scopes(&self) -> &Scopes<'a> {
        &self.units[self.unit].scopes
    }

    fn scopes_mut(&mut self) -> &mut Scopes<'a> {
        &mut self.units[self.unit].scopes
    }

    /// The source position of a node: where its first token stands.
    fn at(&mut self, span: Span) -> Position {
        let unit = &mut self.units[self.unit];
        let (file, line, column) = unit.parsed.lines.resolve_near(span.start as u32, &mut unit.line);
        let known = &mut unit.files[file as usize];
        let file = match known {
            Some(file) => *file,
            None => {
                let id = self.files.intern(unit.parsed.lines.files().name(FileId(file)));
                *known = Some(id);
                id
            }
        };
        Position { file, line, column }
    }

    /// Notes that a statement, a declaration in a block or a full expression stands here.
    fn statement_at(&mut self, span: Span) {
        let at = self.at(span);
        self.statements.insert(at);
    }

    fn error(&mut self, at: Position, message: impl Into<String>) {
        if self.errors.len() < MOST_ERRORS {
            let at = Location {
                file: self.files.name(at.file).to_owned(),
                line: at.line,
                column: at.column,
            };
            self.errors.push(Error::new(at, message));
        }
    }

    /// Something that can't be modelled soundly: matters if the program point is reachable.
    fn obstacle(&mut self, at: Position, what: impl Into<String>) {
        self.flow.push(InstructionKind::Obstacle { what: what.into() }, at);
    }

    /// An error that still gives a value, so that lowering can go on to the next one.
    fn wrong(&mut self, at: Position, message: impl Into<String>) -> Expr {
        self.error(at, message);
        Expr::Unknown(self.basic.int)
    }

    /// A name for what has none in the source; C can't have it.
    fn unnamed(&mut self, what: &str) -> String {
        self.unnamed += 1;
        format!("<{what} {}>", self.unnamed)
    }

    /// Lowers an operand that is not evaluated (`sizeof`, `typeof`): only what the closure returns stays.
    fn unevaluated<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let scratch = self.flow.enter_scratch();
        let result = lower(self);
        self.flow.leave_scratch(scratch);
        result
    }
}
