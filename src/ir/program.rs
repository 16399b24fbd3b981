//! A whole program: types, globals, functions, strings.

use super::body::Body;
use super::expression::{Expr, Projection, Root};
use super::open::Open;
use super::source::{Files, Position};
use super::types::{BitField, TypeId, TypeKind, Types};

/// A function of the program, defined or only declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// As what a variable begins to live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// With its initial values, when the program or its thread starts.
    Static,
    /// As a local variable of `main` of which there is one. The analysis makes such.
    Automatic(Begins),
    /// As memory that is allocated once. The analysis makes such.
    Allocated(Begins),
}

impl Storage {
    /// What it holds before something is stored there, but for initial values.
    pub fn begins(self) -> Begins {
        match self {
            Storage::Static => Begins::Zero,
            Storage::Automatic(begins) | Storage::Allocated(begins) => begins,
        }
    }
}

/// What memory holds before something is stored there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begins {
    /// Zeroes.
    Zero,
    /// Anything.
    Indeterminate,
}

/// A variable with static or thread storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

/// A string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringId(pub u32);

/// A linked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The types of all places and values.
    pub types: Types,
    /// All globals: file scope, local statics, externs.
    pub globals: Vec<Global>,
    /// All functions.
    pub functions: Vec<Function>,
    /// The bytes of the string literals, terminating zero included; wide strings by their elements' bytes.
    pub strings: Vec<Vec<u8>>,
    /// `main`; of an open program, what calls its entry points.
    pub main: FunctionId,
    /// The files that positions refer to.
    pub files: Files,
    /// Where statements, declarations in blocks and full expressions begin, in ascending order.
    pub statements: Vec<Position>,
    /// Who calls it, if it has no `main` of its own.
    pub open: Option<Open>,
}

/// Who can name a variable or a function (C11, 6.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// All code, also such as is no part of the program.
    External,
    /// The unit or the function in which it is declared.
    Internal,
}

/// A variable with static or thread storage.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// The name in the source.
    pub name: String,
    /// For a local static, the function it stands in.
    pub function: Option<String>,
    /// Who can name it.
    pub linkage: Linkage,
    /// Its type.
    pub ty: TypeId,
    /// Its address is a multiple of this, a power of two.
    pub align: u64,
    /// `_Thread_local`: one instance per thread.
    pub thread_local: bool,
    /// Whether this program defines it; otherwise its memory is external and may hold anything.
    pub defined: bool,
    /// As what it begins to live.
    pub storage: Storage,
    /// What differs from zero at program start, in order of increasing offset; later entries win where bytes overlap.
    pub initial: Vec<InitialValue>,
    /// Where it is declared.
    pub at: Position,
}

/// A scalar stored at program start.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialValue {
    /// Byte offset in the global (of the storage unit, for a bit-field).
    pub offset: u64,
    /// The bits, for a bit-field.
    pub bits: Option<BitField>,
    /// The value: a constant expression (integers, addresses, casts, sums).
    pub value: Expr,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name in the source.
    pub name: String,
    /// Its type, of kind [`super::TypeKind::Function`].
    pub ty: TypeId,
    /// Who can name it.
    pub linkage: Linkage,
    /// The body, if the program defines it.
    pub body: Option<Body>,
    /// Whether it is declared never to return.
    pub no_return: bool,
    /// For a constructor, its priority: it runs before `main`, lower numbers first. Lowering calls it at the head of `main`.
    pub constructor: Option<u32>,
    /// For a destructor, its priority: it runs when the process ends by `exit` or by the end of `main`, higher numbers first.
    pub destructor: Option<u32>,
    /// Where it is declared.
    pub at: Position,
}

impl Function {
    /// A function that the program does not have in its text: only what is made with it names it.
    pub fn made(name: &str, ty: TypeId, body: Option<Body>, at: Position) -> Self {
        Function {
            name: name.to_owned(),
            ty,
            linkage: Linkage::Internal,
            body,
            no_return: false,
            constructor: None,
            destructor: None,
            at,
        }
    }
}

impl Program {
    /// The function with an id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The names of the functions that it defines for all code.
    pub fn defined_names(&self) -> impl Iterator<Item = &str> {
        let defined = |function: &&Function| function.body.is_some() && function.linkage == Linkage::External;
        self.functions
            .iter()
            .filter(defined)
            .map(|function| function.name.as_str())
    }

    /// What the first thread is called.
    pub fn first_thread(&self) -> &'static str {
        match self.open {
            Some(_) => "callers, alone",
            None => "main",
        }
    }

    /// The global with an id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The characters of a literal to which an expression points, narrow or wide, terminating zero included.
    pub fn characters(&self, expr: &Expr) -> Option<Vec<u8>> {
        match expr {
            Expr::Cast(inner, _) => self.characters(inner),
            Expr::AddressOf(place, _) if place.projections.iter().all(is_first) => match &place.root {
                Root::Deref(text) => self.characters(text),
                _ => None,
            },
            Expr::String(text, ty) => {
                let pointee = self.types.pointee(*ty)?;
                let element = match self.types.kind(pointee) {
                    TypeKind::Array(element, _) => *element,
                    _ => pointee,
                };
                let width = usize::try_from(self.types.size(element)?).ok()?;
                let bytes = self.string(*text);
                Some(bytes.iter().copied().step_by(width.max(1)).collect())
            }
            _ => None,
        }
    }

    /// The bytes of a string literal, terminating zero included.
    pub fn string(&self, id: StringId) -> &[u8] {
        &self.strings[id.0 as usize]
    }

    /// Where the statement or full expression begins that a place of a function lies in; the place itself where that is not known.
    pub fn statement_of(&self, function: FunctionId, at: Position) -> Position {
        let before = self.statements.partition_point(|start| *start <= at);
        let start = before.checked_sub(1).map(|number| self.statements[number]);
        let head = self.function(function).at;
        // What stands in front of the function belongs to another one.
        let is_inside = |start: &Position| start.file == at.file && (head.file != at.file || *start >= head);
        start.filter(is_inside).unwrap_or(at)
    }

    /// Whether a statement is the first one that begins on its line.
    pub fn is_first_on_line(&self, statement: Position) -> bool {
        let line = Position { column: 0, ..statement };
        let first = self.statements.partition_point(|start| *start < line);
        self.statements.get(first) == Some(&statement)
    }

    /// The function with a name, if there is one.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let found = self.functions.iter().position(|function| function.name == name)?;
        Some(FunctionId(found as u32))
    }
}

/// Whether a step within a place leads to the first element of an array.
fn is_first(projection: &Projection) -> bool {
    matches!(projection, Projection::Index(index, _) if matches!(**index, Expr::Integer(0, _)))
}
