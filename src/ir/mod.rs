//! The typed intermediate representation: what every later stage sees of a C program.
//!
//! It is CIL-like (Necula et al., CC 2002): expressions have no side effects, and short-circuit operators, `?:`, comma,
//! statement expressions and compound assignments have become control flow and temporaries.
//! Every read and every write of memory is visible as a [`Place`] with its type and its source position.
//!
//! A function body is a graph of basic [`Block`]s; a [`Terminator`] carries the guards of the edges.
//!
//! Invariants that the front end establishes and everybody relies on:
//! - each operand of a [`BinaryOp`] has the type that C's usual arithmetic conversions give it; conversions are explicit [`Expr::Cast`]s;
//! - every [`Place`] is an lvalue of object type (never of function type, never an array used as a value: arrays have decayed to [`Expr::AddressOf`]);
//! - a library function that the program defines itself is called like any other function: a body beats a model;
//! - types are complete where a place of the type is read or written.
//!
//! This layer knows no parser, no analysis and no report.

pub mod body;
pub mod expression;
pub mod graph;
pub mod layout;
pub mod loops;
pub mod open;
mod padding;
pub mod printer;
pub mod program;
pub mod source;
pub mod types;
mod walk;

pub use body::{Block, BlockId, Body, Callee, Instruction, InstructionKind, Local, LocalId, LocalKind, Terminator};
pub use expression::{BinaryOp, Expr, Place, Projection, Root, UnaryOp};
pub use open::{Declaration, EntryPoint, Known, Open, Order};
pub use padding::Gap;
pub use program::{Begins, Function, FunctionId, Global, GlobalId, InitialValue, Linkage, Program, Storage, StringId};
pub use source::{FileId, Files, Position};
pub use types::{
    BitField, DataModel, Field, FloatFormat, FunctionType, Record, RecordId, RecordKind, Type, TypeId, TypeKind, Types,
};
