//! Expressions without side effects, and places: the lvalues through which memory is read and written.

use super::body::LocalId;
use super::program::{FunctionId, GlobalId, StringId};
use super::source::Position;
use super::types::{RecordId, TypeId, Types};

/// A side-effect free expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// An integer constant of an integer type, in that type's range; or of a pointer type (`(char *)0`).
    Integer(i128, TypeId),
    /// A floating-point constant.
    Float(f64, TypeId),
    /// The value stored at a place: a read access.
    Load(Box<Place>),
    /// `&place`, or the decay of an array place to its first element. Accesses nothing but what the place's own root and indices load.
    AddressOf(Box<Place>, TypeId),
    /// The address of a function.
    Function(FunctionId, TypeId),
    /// The address of the first byte of a string literal.
    String(StringId, TypeId),
    /// A unary operator; the operand has the type of the result, except for [`UnaryOp::Not`].
    Unary(UnaryOp, Box<Expr>, TypeId),
    /// A binary operator with the type of its result.
    Binary(BinaryOp, Box<Expr>, Box<Expr>, TypeId),
    /// A conversion between scalar types.
    Cast(Box<Expr>, TypeId),
    /// Any value of the type, not known to be initialised (what inline assembly or an unsupported expression gives).
    Unknown(TypeId),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`.
    Negate,
    /// `~x`.
    Complement,
    /// `!x`, of type `int`, for any scalar operand.
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b` on numbers.
    Add,
    /// `a - b` on numbers.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`.
    Divide,
    /// `a % b`.
    Remainder,
    /// `a << b`; the operands keep their own promoted types.
    ShiftLeft,
    /// `a >> b`; the operands keep their own promoted types.
    ShiftRight,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a == b`, of type `int`.
    Equal,
    /// `a != b`, of type `int`.
    NotEqual,
    /// `a < b`, of type `int`.
    Less,
    /// `a <= b`, of type `int`.
    LessEqual,
    /// `a > b`, of type `int`.
    Greater,
    /// `a >= b`, of type `int`.
    GreaterEqual,
    /// `pointer + integer`, counted in elements of the pointee; subtraction negates the integer first.
    PointerAdd,
    /// `pointer - pointer`, counted in elements of the pointee.
    PointerDifference,
}

/// An lvalue: where it starts, how to get from there to the part meant, its type, and where the access stands in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where it starts.
    pub root: Root,
    /// The way from the root to the part, outermost first.
    pub projections: Vec<Projection>,
    /// The type of the part.
    pub ty: TypeId,
    /// Where this access stands in the source.
    pub at: Position,
}

/// Where a place starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Root {
    /// A local variable, parameter or temporary of the function.
    Local(LocalId),
    /// A global variable (file scope, `static`, `extern`, thread-local).
    Global(GlobalId),
    /// What the expression, of pointer type, points to.
    Deref(Box<Expr>),
}

/// One step into a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Projection {
    /// A field of a record, by its number.
    Field(RecordId, u32),
    /// An element of an array, by an integer expression; the type is that of the element.
    Index(Box<Expr>, TypeId),
}

impl Expr {
    /// The integer constant that the text gives, but for conversions.
    pub fn as_number(&self) -> Option<i128> {
        match self {
            Expr::Integer(number, _) => Some(*number),
            Expr::Cast(operand, _) => operand.as_number(),
            _ => None,
        }
    }

    /// The type of the value. For [`Expr::Load`] it is the type of the place, qualifiers included.
    pub fn ty(&self) -> TypeId {
        match self {
            Expr::Load(place) => place.ty,
            Expr::Integer(_, ty)
            | Expr::Float(_, ty)
            | Expr::AddressOf(_, ty)
            | Expr::Function(_, ty)
            | Expr::String(_, ty)
            | Expr::Unary(_, _, ty)
            | Expr::Binary(_, _, _, ty)
            | Expr::Cast(_, ty)
            | Expr::Unknown(ty) => *ty,
        }
    }
}

impl Place {
    /// Whether it lies within what only the library knows ([`Types::is_opaque`]), named by the members of that.
    pub fn is_opaque(&self, types: &Types) -> bool {
        let mut projections = self.projections.iter();
        projections.any(|projection| matches!(projection, Projection::Field(record, _) if types.is_opaque(*record)))
    }

    /// The place that is a whole local variable.
    pub fn local(local: LocalId, ty: TypeId, at: Position) -> Self {
        Place {
            root: Root::Local(local),
            projections: Vec::new(),
            ty,
            at,
        }
    }

    /// The place that is a whole global variable.
    pub fn global(global: GlobalId, ty: TypeId, at: Position) -> Self {
        Place {
            root: Root::Global(global),
            projections: Vec::new(),
            ty,
            at,
        }
    }

    /// The local variable that this place is, whole.
    pub fn as_local(&self) -> Option<LocalId> {
        match (&self.root, self.projections.is_empty()) {
            (Root::Local(local), true) => Some(*local),
            _ => None,
        }
    }
}

impl BinaryOp {
    /// Whether the operator compares and gives 0 or 1.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }

    /// The comparison that holds where this one fails. Other operators stay as they are.
    pub fn negated(self) -> Self {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        match self {
            Equal => NotEqual,
            NotEqual => Equal,
            Less => GreaterEqual,
            LessEqual => Greater,
            Greater => LessEqual,
            GreaterEqual => Less,
            other => other,
        }
    }

    /// The comparison with its operands exchanged: `a < b` is `b > a`. Other operators stay as they are.
    pub fn mirrored(self) -> Self {
        use BinaryOp::{Greater, GreaterEqual, Less, LessEqual};
        match self {
            Less => Greater,
            LessEqual => GreaterEqual,
            Greater => Less,
            GreaterEqual => LessEqual,
            other => other,
        }
    }
}
