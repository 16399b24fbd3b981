//! The value of an expression: a scalar, or the bytes of a record.

use pepsin_lattice::{Bottom, Lattice};

use super::{Contents, Offsets, Scalar, Strength, Value};

/// The value of an expression that is not scalar or is.
#[derive(Clone, Debug, PartialEq)]
pub enum Rvalue {
    /// A number, address, or handle.
    Scalar(Value),
    /// The bytes of a record.
    Record(Contents),
}

impl Rvalue {
    /// The scalar; of a record nothing is known here.
    pub fn as_scalar(&self) -> Value {
        match self {
            Rvalue::Scalar(value) => value.clone(),
            Rvalue::Record(contents) => {
                let mut all = Value::ANY_NUMBER;
                for value in contents.values() {
                    all.join(value);
                }
                all
            }
        }
    }

    /// Whether there is no such value.
    pub fn is_bottom(&self) -> bool {
        match self {
            Rvalue::Scalar(value) => value.is_bottom(),
            Rvalue::Record(contents) => contents.is_bottom(),
        }
    }

    /// The bytes of the value; a scalar has type `ty`.
    pub fn into_contents(self, ty: Scalar) -> Contents {
        match self {
            Rvalue::Scalar(value) => {
                let mut contents = Contents::indeterminate();
                contents.write(Offsets::ZERO, ty, &value, Strength::Strong);
                contents
            }
            Rvalue::Record(contents) => contents,
        }
    }
}
