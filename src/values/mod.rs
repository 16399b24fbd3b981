//! Abstract values and memory: what the analysis knows of numbers, pointers and objects.
//!
//! The ladder, from small to large:
//! - [`Integer`]: a set of mathematical integers (interval, stride, excluded values); [`Offsets`]: a set of byte offsets;
//! - [`Addresses`]: what a pointer may point to; [`Threads`]: which threads a `pthread_t` may name;
//! - [`Value`]: a scalar of any type, which may be a number, an address or a thread handle;
//! - [`Contents`]: the bytes of one object; [`Rvalue`]: a scalar or the bytes of a record; [`Memory`]: the contents of all objects.
//!
//! This layer knows the types and expressions of the intermediate representation and the names of objects and threads.
//! It knows no control flow, no synchronisation and no digests: which memory a thread sees is decided above.

pub mod address;
pub mod contents;
pub mod integer;
pub mod memory;
pub mod object;
pub mod offsets;
pub mod rvalue;
pub mod scalar;
mod targets;
pub mod threads;
pub mod truth;
pub mod value;

#[cfg(test)]
mod repeatable;

pub use address::{Addresses, Origin};
pub use contents::{Contents, Slot, Strength};
pub use integer::Integer;
pub use memory::Memory;
pub use object::{Instance, Multiplicity, Object, ObjectId, ObjectKind, Objects, Reuse, Source, ThreadId};
pub use offsets::Offsets;
pub use rvalue::Rvalue;
pub use scalar::{IntegerType, Scalar, SignedOverflow};
pub use threads::Threads;
pub use truth::Truth;
pub use value::{Operation, Value};
