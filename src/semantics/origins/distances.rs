//! Distances: how many bytes behind the start of its object something lies, told by variables of the running function.
//!
//! ```text
//!     for (r = low; r < high; r++) for (c = 0; c < cols; c++) … v[r · cols + c] …
//!
//!     distance   4 · cols · r + 4 · c
//! ```
//!
//! A distance is a sum of variables, each times a *factor* that is the same for all threads, of a number, and of constants that do not count elements.
//! Between what it lies, [`super::ranges`] tells.

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root, TypeId};
use crate::races::Polynomial;
use crate::semantics::crews::berths;
use crate::semantics::evaluate::{expressions, loads};
use crate::semantics::origins::{bounds, found, inscriptions};
use crate::semantics::state::bounds::Known;
use crate::semantics::state::{Base, State, SymbolicAddress};
use crate::semantics::system::{Transfer, variables};
use crate::values::Value;

/// So many variables tell a distance.
const MOST_TERMS: usize = 3;

/// A distance in bytes.
#[derive(Clone, Debug, Default)]
pub struct Distance {
    /// Where the objects, and the parts of elements, begin.
    pub(super) first: i64,
    /// Variables, by what they count.
    pub(super) terms: Vec<Term>,
    /// What is added to them.
    pub(super) plus: Polynomial,
}

/// A variable of the running function, times a number.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) variable: LocalId,
    pub(super) factor: Polynomial,
    pub(super) sign: Sign,
}

/// What is known of the sign of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    NotNegative,
    Negative,
    Unknown,
}

/// A number that is the same for all threads, and its sign.
struct Factor {
    number: Polynomial,
    sign: Sign,
}

impl Factor {
    fn constant(number: i64) -> Self {
        let sign = if number < 0 { Sign::Negative } else { Sign::NotNegative };
        let number = Polynomial::constant(number);
        Factor { number, sign }
    }
}

impl Distance {
    fn constant(first: i64) -> Self {
        Distance {
            first,
            ..Distance::default()
        }
    }

    fn number(plus: Polynomial) -> Self {
        Distance {
            plus,
            ..Distance::default()
        }
    }

    fn variable(variable: LocalId) -> Self {
        let term = Term {
            variable,
            factor: Polynomial::constant(1),
            sign: Sign::NotNegative,
        };
        Distance {
            terms: vec![term],
            ..Distance::default()
        }
    }

    fn plus(mut self, other: Self) -> Option<Self> {
        self.first = self.first.checked_add(other.first)?;
        let plus = self.plus.plus(&other.plus)?;
        // What vanishes in a sum of these was read twice, and may have changed between.
        plus.lost([&self.plus, &other.plus]).is_empty().then_some(())?;
        self.plus = plus;
        self.terms.extend(other.terms);
        (self.terms.len() <= MOST_TERMS).then_some(self)
    }

    fn times(self, by: &Factor) -> Option<Self> {
        let terms = self.terms.into_iter().map(|term| {
            let sign = match (term.sign, by.sign) {
                (sign, Sign::NotNegative) | (Sign::NotNegative, sign) => sign,
                (Sign::Negative, Sign::Negative) => Sign::NotNegative,
                _ => Sign::Unknown,
            };
            let factor = term.factor.times(&by.number)?;
            Some(Term { factor, sign, ..term })
        });
        Some(Distance {
            first: self
                .first
                .checked_mul(by.number.as_constant().or((self.first == 0).then_some(0))?)?,
            terms: terms.collect::<Option<_>>()?,
            plus: self.plus.times(&by.number)?,
        })
    }
}

/// How far behind the start of its object a place lies.
pub fn of_place(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Distance> {
    let types = &transfer.analysis.program.types;
    let mut distance = match &place.root {
        Root::Local(_) | Root::Global(_) => Distance::default(),
        Root::Deref(pointer) => behind(transfer, state, pointer)?,
    };
    for projection in &place.projections {
        let further = match projection {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                Distance::constant(i64::try_from(field.offset).ok()?)
            }
            Projection::Index(index, element) => elements(transfer, state, index, *element)?,
        };
        distance = distance.plus(further)?;
    }
    Some(distance)
}

/// How many bytes some elements take.
fn elements(transfer: &Transfer<'_, '_>, state: &mut State, index: &Expr, element: TypeId) -> Option<Distance> {
    let size = i64::try_from(transfer.analysis.program.types.size(element)?).ok()?;
    counted(transfer, state, index)?.times(&Factor::constant(size))
}

/// How far behind the start of its object a pointer leads, as it is written, or by the value that it has.
fn behind(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Distance> {
    as_written(transfer, state, pointer).or_else(|| {
        let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, pointer));
        start(&value).map(Distance::constant)
    })
}

fn as_written(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Distance> {
    let types = &transfer.analysis.program.types;
    match pointer {
        Expr::AddressOf(place, _) => of_place(transfer, state, place),
        Expr::Cast(operand, ty) if types.is_pointer(*ty) && types.is_pointer(operand.ty()) => {
            behind(transfer, state, operand)
        }
        Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
            let element = types.pointee(*ty)?;
            let base = behind(transfer, state, base)?;
            base.plus(elements(transfer, state, index, element)?)
        }
        Expr::Load(place) => match variables::frame_variable(transfer, place) {
            Some(variable) => of_variable(transfer, state, variable),
            None => {
                let ty = variables::scalar(transfer.analysis.program, place.ty);
                let found = found::read(transfer, state, place, ty);
                let number = found.or_else(|| inscriptions::read(transfer, state, place, ty));
                number.map(Distance::number)
            }
        },
        _ => None,
    }
}

/// How far behind the start of its object a pointer variable leads.
fn of_variable(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<Distance> {
    if let Some(number) = state.bounds.exact(Known::Pointer(variable)).next() {
        return Some(Distance::number(Polynomial::clone(number)));
    }
    let address = state.symbolic.pointer(variable)?;
    by_form(transfer, state, &address)
}

/// How far behind the start of its object a pointer leads, if no variable tells that but those that numbers are told by.
pub fn number(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Polynomial> {
    let distance = behind(transfer, state, pointer)?;
    let start = distance.plus.plus(&Polynomial::constant(distance.first));
    distance.terms.iter().try_fold(start?, |sum, term| {
        let exact = state.bounds.exact(Known::Own(term.variable)).next();
        let exact = exact.map(|number| Polynomial::clone(number));
        let number = exact.or_else(|| bounds::own_number(transfer, term.variable))?;
        let more = number.times(&term.factor)?;
        let whole = sum.plus(&more)?;
        let is_whole = bounds::vanished(transfer, [&sum, &more], &whole).is_empty();
        is_whole.then_some(whole)
    })
}

/// How far behind the start of its object an address lies that is told by variables.
fn by_form(transfer: &Transfer<'_, '_>, state: &State, address: &SymbolicAddress) -> Option<Distance> {
    let begin = match address.base {
        Base::Object(_) => 0,
        Base::Variable(pointer) if pointer.calls == 0 => start(&loads::frame_value(transfer, state, pointer.local)?)?,
        Base::Variable(_) => return None,
    };
    let distance = Distance::constant(begin.checked_add(address.offset)?);
    let Some(index) = address.index else {
        return Some(distance);
    };
    let (index, scale) = index.whole().filter(|(index, _)| index.calls == 0)?;
    distance.plus(Distance::variable(index.local).times(&Factor::constant(scale))?)
}

/// How far behind the start of its object a pointer leads, whichever object that is.
fn start(pointer: &Value) -> Option<i64> {
    let addresses = pointer.as_addresses();
    let mut starts = addresses.targets().iter().map(|(_, offsets)| offsets.single());
    let first = starts.next()??;
    (addresses.origin().is_none() && starts.all(|start| start == Some(first))).then_some(first)
}

/// What an index is, as a number of elements.
fn counted(transfer: &Transfer<'_, '_>, state: &mut State, index: &Expr) -> Option<Distance> {
    // What is told of a variable is more than what it is.
    if let Expr::Load(place) = index
        && let Some(variable) = variables::frame_variable(transfer, place)
        && state.bounds.of(Known::Own(variable)).next().is_some()
    {
        return Some(Distance::variable(variable));
    }
    let number = transfer.unrecorded(|transfer| bounds::number(transfer, state, index));
    let number = number.or_else(|| berths::number(transfer, state, index).map(Polynomial::constant));
    if let Some(number) = number {
        return Some(Distance::number(number));
    }
    match index {
        Expr::Load(place) => Some(Distance::variable(variables::frame_variable(transfer, place)?)),
        Expr::Cast(operand, ty) if bounds::keeps_number(transfer, state, operand, *ty) => {
            counted(transfer, state, operand)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply), left, right, ty)
            if bounds::is_exact(transfer, state, (*op, left, right), *ty) =>
        {
            match op {
                BinaryOp::Multiply => match factor(transfer, state, right) {
                    Some(by) => counted(transfer, state, left)?.times(&by),
                    None => {
                        let by = factor(transfer, state, left)?;
                        counted(transfer, state, right)?.times(&by)
                    }
                },
                _ => {
                    let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                    let right = counted(transfer, state, right)?.times(&Factor::constant(sign))?;
                    counted(transfer, state, left)?.plus(right)
                }
            }
        }
        _ => None,
    }
}

/// What an expression is, if that is the same for all threads.
fn factor(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Factor> {
    transfer.unrecorded(|transfer| {
        let number = bounds::number(transfer, state, expr)?;
        let value = expressions::value(transfer, state, expr);
        let sign = match (value.as_integer().low(), value.as_integer().high()) {
            (Some(0..), _) => Sign::NotNegative,
            (_, Some(..0)) => Sign::Negative,
            _ => Sign::Unknown,
        };
        Some(Factor { number, sign })
    })
}
