//! Berths: places in a row that a variable counts, and bounds that keep it from the next ones, as expressions name them.
//!
//! ```text
//!     &t[i]   &s[i].id   p + i        berth i of the row that begins at t, at s[0].id, where p points to
//!     n   n − 1   16                  a term and a constant
//! ```
//!
//! Both speak of the present values of variables; whoever keeps them forgets them when such a variable is assigned ([`super`]).

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root, TypeId};
use crate::semantics::state::{State, Variable};
use crate::semantics::system::Transfer;
use crate::values::{Multiplicity, ObjectId, ObjectKind, Offsets, Scalar, SignedOverflow, Strength};

/// Bytes of a thread's id, at most.
pub const ID: u64 = 8;

/// A number that stays as it is until it is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// What a variable of the running function holds whose address is never taken.
    Local(LocalId),
    /// What another variable holds.
    Memory(Variable),
}

impl Term {
    /// The variable in memory, if it is one.
    pub fn variable(self) -> Option<Variable> {
        match self {
            Term::Memory(variable) => Some(variable),
            Term::Local(_) => None,
        }
    }
}

/// What a number is less than: a term, if there is one, and so much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What may change.
    pub term: Option<Term>,
    /// What is added.
    pub plus: i64,
}

impl Bound {
    /// The bound that lies further on.
    pub fn moved(self, by: i64) -> Option<Self> {
        Some(Bound {
            plus: self.plus.checked_add(by)?,
            ..self
        })
    }

    /// Whether it is not greater than another one.
    pub fn is_up_to(self, other: Bound) -> bool {
        self.term == other.term && self.plus <= other.plus
    }

    /// Whether it moves with a variable of the running function.
    pub fn is_of(self, variable: LocalId) -> bool {
        self.term == Some(Term::Local(variable))
    }
}

/// Where berths begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With a variable.
    Object(ObjectId),
    /// Where a variable points to.
    Pointer(Term),
}

/// Berths `b(x)`, `scale` bytes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berths {
    /// Where they begin.
    pub start: Start,
    /// How many bytes further on `b(0)` lies.
    pub offset: i64,
    /// Bytes from one to the next.
    pub scale: i64,
}

impl Berths {
    /// Whether they begin where a certain pointer leads.
    pub fn is_from(&self, pointer: &dyn Fn(Term) -> bool) -> bool {
        matches!(self.start, Start::Pointer(term) if pointer(term))
    }

    /// Whether ids of threads fit side by side.
    pub fn hold_ids(&self) -> bool {
        self.scale >= ID as i64
    }
}

/// A berth: which one is the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berth {
    /// Of which berths.
    pub berths: Berths,
    /// The variable.
    pub index: LocalId,
}

impl Transfer<'_, '_> {
    /// The berth that a pointer leads to.
    pub fn berth(&mut self, state: &mut State, pointer: &Expr) -> Option<Berth> {
        match pointer {
            Expr::Cast(operand, ty) if self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty)) => {
                self.berth(state, operand)
            }
            Expr::Load(place) => state.crews.pointed(self.frame_variable(place)?),
            Expr::AddressOf(place, _) => self.berth_of(state, place),
            Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
                let types = &self.analysis.program.types;
                let element = types.pointee(*ty)?;
                let start = self.start(state, base)?;
                self.indexed_berth(state, start, (index, element))
            }
            _ => None,
        }
    }

    /// Where berths begin that are counted from a pointer, but for conversions that keep it.
    pub fn start_behind_casts(&mut self, state: &mut State, pointer: &Expr) -> Option<(Start, i64)> {
        match pointer {
            Expr::Cast(operand, ty) if self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty)) => {
                self.start_behind_casts(state, operand)
            }
            _ => self.start(state, pointer),
        }
    }

    /// Where berths begin that are counted from a pointer.
    fn start(&mut self, state: &mut State, pointer: &Expr) -> Option<(Start, i64)> {
        if let Expr::AddressOf(place, _) = pointer {
            let variable = self.unrecorded(|transfer| transfer.variable_at(state, place))?;
            return Some((Start::Object(variable.object), variable.offset));
        }
        Some((Start::Pointer(self.term(state, pointer)?), 0))
    }

    /// The berth that a place is, or is part of.
    pub fn berth_of(&mut self, state: &mut State, place: &Place) -> Option<Berth> {
        let mut berth = None;
        let mut start = match &place.root {
            Root::Local(local) => {
                let object = self.analysis.local(self.unknown.function, *local, self.context.thread);
                Some((Start::Object(object), 0_i64))
            }
            Root::Global(global) => Some((Start::Object(self.analysis.global(*global, self.context.thread)), 0)),
            Root::Deref(pointer) => {
                berth = self.berth(state, pointer);
                match berth {
                    Some(_) => None,
                    None => Some((Start::Pointer(self.term(state, pointer)?), 0)),
                }
            }
        };
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => {
                    let field = self.analysis.program.types.fields(*record).get(*number as usize)?;
                    let by = i64::try_from(field.offset).ok()?;
                    start = start.and_then(|(start, offset)| Some((start, offset.checked_add(by)?)));
                    if let Some(berth) = &mut berth {
                        berth.berths.offset = berth.berths.offset.checked_add(by)?;
                    }
                }
                Projection::Index(index, element) => {
                    berth = Some(self.indexed_berth(state, start.take()?, (index, *element))?);
                }
            }
        }
        berth
    }

    /// The berth that lies behind a start by an index.
    fn indexed_berth(
        &mut self,
        state: &mut State,
        (start, offset): (Start, i64),
        (index, element): (&Expr, TypeId),
    ) -> Option<Berth> {
        let scale = i64::try_from(self.analysis.program.types.size(element)?).ok()?;
        let index = self.variable_behind_casts(state, index)?;
        let berths = Berths { start, offset, scale };
        (scale > 0).then_some(Berth { berths, index })
    }

    /// What an expression is that names a variable.
    fn term(&mut self, state: &mut State, expr: &Expr) -> Option<Term> {
        match expr {
            Expr::Cast(operand, ty)
                if self.keeps_value(state, operand, *ty)
                    || self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty)) =>
            {
                self.term(state, operand)
            }
            Expr::Load(place) => match self.frame_variable(place) {
                Some(local) => Some(Term::Local(local)),
                None => self
                    .unrecorded(|transfer| transfer.variable_at(state, place))
                    .map(Term::Memory),
            },
            _ => None,
        }
    }

    /// The variable of the program that a place is, which a pointer leads to only if there is no other one of its name.
    fn variable_at(&mut self, state: &mut State, place: &Place) -> Option<Variable> {
        let located = self.locate(state, place)?;
        let variable = Variable::at(&located.addresses, located.size)?;
        let is_certain = !matches!(place.root, Root::Deref(_)) || self.is_only_one(state, variable.object);
        (located.bits.is_none() && is_certain && self.is_of_program(variable.object)).then_some(variable)
    }

    /// Whether an object is the only one of its name in the whole execution, as far as it has any meaning.
    fn is_only_one(&self, state: &State, object: ObjectId) -> bool {
        let is_once = self.analysis.objects.multiplicity(object) == Multiplicity::Once;
        (is_once && self.strength_of_own(state, object) == Strength::Strong) || is_seeded(Bug::PointersToMany)
    }

    /// The same berths, counted from the object in which they lie, if that is known.
    pub fn berths_in_object(&mut self, state: &State, berths: Berths) -> Option<Berths> {
        let Start::Pointer(term) = berths.start else {
            return None;
        };
        let pointer = Scalar::pointer(&self.analysis.program.types);
        let value = match term {
            Term::Local(local) => {
                let object = self.analysis.local(self.unknown.function, local, self.context.thread);
                state.frame.get(object)?.read(Offsets::ZERO, pointer)
            }
            Term::Memory(variable) => {
                let contents = self.peek(state, variable.object);
                contents.read(Offsets::constant(variable.offset), pointer)
            }
        };
        let target = Variable::at(value.as_addresses(), ID)?;
        let is_certain = self.is_of_program(target.object) && self.is_only_one(state, target.object);
        Some(Berths {
            start: Start::Object(target.object),
            offset: berths.offset.checked_add(target.offset)?,
            ..berths
        })
        .filter(|_| is_certain)
    }

    /// Whether an object is memory of the program, to which nobody outside writes.
    pub fn is_of_program(&self, object: ObjectId) -> bool {
        match self.analysis.objects.kind(object) {
            ObjectKind::Global(global) => self.analysis.program.global(global).defined,
            ObjectKind::Local { .. } | ObjectKind::Heap { .. } => true,
            _ => false,
        }
    }

    /// The greatest number that an expression may be.
    pub fn most(&mut self, state: &mut State, expr: &Expr) -> Option<Bound> {
        let value = self.unrecorded(|transfer| transfer.value(state, expr));
        let plus = i64::try_from(value.as_integer().high()?).ok()?;
        Some(Bound { term: None, plus })
    }

    /// What an expression is that a variable is compared with: a number that is known, and a term with a constant.
    pub fn bounds_by(&mut self, state: &mut State, expr: &Expr) -> Vec<Bound> {
        let number = self.number(state, expr).map(|plus| Bound { term: None, plus });
        number.into_iter().chain(self.bound_by(state, expr)).collect()
    }

    /// A number as a term and a constant.
    fn bound_by(&mut self, state: &mut State, expr: &Expr) -> Option<Bound> {
        match expr {
            Expr::Cast(operand, ty) if self.keeps_value(state, operand, *ty) => self.bound_by(state, operand),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
                let by = self.number(state, right)?;
                let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
                self.is_exact(state, left, by, *ty)?;
                self.bound_by(state, left)?.moved(by)
            }
            _ => Some(Bound {
                term: Some(self.term(state, expr)?),
                plus: 0,
            }),
        }
    }

    /// A sum of what an expression may be and a constant is a number of a type.
    pub fn is_exact(&mut self, state: &mut State, expr: &Expr, by: i64, ty: TypeId) -> Option<()> {
        let Scalar::Integer(sum) = self.scalar(ty) else {
            return None;
        };
        let is_assumed = sum.signed && self.analysis.settings.signed_overflow == SignedOverflow::Undefined;
        if is_assumed || is_seeded(Bug::IndexWraps) {
            return Some(());
        }
        let value = self.unrecorded(|transfer| transfer.value(state, expr));
        let least = value.as_integer().low()?.checked_add(i128::from(by))?;
        let most = value.as_integer().high()?.checked_add(i128::from(by))?;
        (sum.low() <= least && most <= sum.high()).then_some(())
    }

    /// The number that an expression certainly is.
    pub fn number(&mut self, state: &mut State, expr: &Expr) -> Option<i64> {
        let value = self.unrecorded(|transfer| transfer.value(state, expr));
        value.as_constant().and_then(|number| i64::try_from(number).ok())
    }
}
