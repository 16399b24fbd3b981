//! Distances: how many bytes behind the start of its object something lies, told by variables of the running function.
//!
//! ```text
//!     for (r = low; r < high; r++) for (c = 0; c < cols; c++) … v[r · cols + c] …
//!
//!     distance   4 · cols · r + 4 · c            from  4 · cols · low   to  4 · cols · high
//! ```
//!
//! A distance is a sum of variables, each times a *factor* that is the same for all threads, of a number, and of constants that do not count elements.
//! It is least where its variables are, and greatest where they are, if the factors are not negative: `c < cols` and `0 ≤ c` tell that of `cols`
//! (after the elimination of variables from bounds by Rugina and Rinard, "Symbolic bounds analysis", PLDI 2000).

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root, TypeId};
use crate::races::{Letter, Polynomial, greatest_common_divisor};
use crate::semantics::crews::berths;
use crate::semantics::evaluate::{expressions, loads};
use crate::semantics::origins::{bounds, found, inscriptions};
use crate::semantics::state::bounds::{Bound, Known, Last, Told};
use crate::semantics::state::{Base, State, SymbolicAddress};
use crate::semantics::system::{Transfer, variables};
use crate::values::Value;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many bounds of a variable are tried, on each side.
const MOST_BOUNDS: usize = 5;
/// So many bounds of a distance are tried, on each side.
const MOST_SUMS: usize = 8;
/// So many variables tell a distance.
const MOST_TERMS: usize = 3;

/// A distance in bytes.
#[derive(Clone, Debug, Default)]
pub struct Distance {
    /// Where the objects, and the parts of elements, begin.
    pub first: i64,
    /// Variables, by what they count.
    terms: Vec<Term>,
    /// What is added to them.
    plus: Polynomial,
}

/// A variable of the running function, times a number.
#[derive(Clone, Debug)]
struct Term {
    variable: LocalId,
    factor: Polynomial,
    sign: Sign,
}

/// What is known of the sign of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    NotNegative,
    Negative,
    Unknown,
}

/// A number that is the same for all threads, and its sign.
struct Factor {
    number: Polynomial,
    sign: Sign,
}

/// Where a distance begins or ends.
#[derive(Clone, Debug)]
pub struct End {
    /// The distance, in units.
    pub number: Polynomial,
    /// The case of which nothing is said.
    pub unless: Option<Rc<Last>>,
    /// On what it relies that it is not told by.
    pub letters: Vec<Arc<Letter>>,
}

/// Between what a distance lies, as numbers of units and a rest that is always the same.
#[derive(Debug)]
pub struct Range {
    /// Bytes of a unit.
    pub unit: i64,
    /// The rest, with where objects and parts of elements begin.
    pub first: i64,
    /// What it was computed from that the creator had written.
    pub letters: Vec<Arc<Letter>>,
    /// What it is at least.
    pub low: Vec<End>,
    /// Below what it is.
    pub high: Vec<End>,
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
        let Factor { number, sign } = Factor::constant(1);
        let factor = number;
        let term = Term { variable, factor, sign };
        Distance {
            terms: vec![term],
            ..Distance::default()
        }
    }

    fn plus(mut self, other: Self) -> Option<Self> {
        self.first = self.first.checked_add(other.first)?;
        let plus = self.plus.plus(&other.plus)?;
        // What vanishes in a sum of these was read twice, and may have changed between.
        let left = plus.symbols();
        let is_whole = [&self.plus, &other.plus]
            .into_iter()
            .flat_map(Polynomial::symbols)
            .all(|symbol| left.contains(&symbol));
        is_whole.then_some(())?;
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

    /// Between what it lies, as far as that is told by something that is the same for all threads, or by which they differ.
    pub fn range(&self, transfer: &Transfer<'_, '_>, state: &State) -> Option<Range> {
        let (plus, letters) = self.plus.opened()?;
        let parts = self.terms.iter().map(|term| term.factor.content());
        let unit = parts
            .reduce(greatest_common_divisor)
            .unwrap_or_else(|| plus.without_constant().content());
        let unit = i64::try_from(unit).ok().filter(|unit| *unit > 0)?;
        let (mut low, mut high) = (vec![End::at(&plus)], vec![End::at(&plus)]);
        for term in &self.terms {
            let (least, greatest) = term.between(transfer, state)?;
            low = sums(transfer, &low, &least);
            high = sums(transfer, &high, &greatest);
        }
        let (mut ends, mut rest) = ([Vec::new(), Vec::new()], None);
        for (all, (side, beyond)) in ends.iter_mut().zip([(low, 0), (high, 1)]) {
            for end in side {
                let Some((number, left)) = end.number.divided(unit) else {
                    continue;
                };
                if *rest.get_or_insert(left) != left {
                    return None;
                }
                let number = number.plus(&Polynomial::constant(beyond))?;
                all.push(End { number, ..end });
            }
        }
        let [low, high] = ends;
        let is_number = |end: &End| end.number.as_constant().is_some();
        (!low.iter().chain(&high).all(is_number)).then_some(())?;
        let first = self.first.checked_add(rest?)?;
        Some(Range {
            unit,
            first,
            letters,
            low,
            high,
        })
    }
}

impl Term {
    /// What it is at least, and at most.
    fn between(&self, transfer: &Transfer<'_, '_>, state: &State) -> Option<(Vec<End>, Vec<End>)> {
        let by = |numbers: Vec<End>| {
            let numbers = numbers.into_iter().filter_map(|end| {
                let number = end.number.times(&self.factor)?;
                let gone = bounds::vanished(transfer, [&end.number, &self.factor], &number);
                let letters = end.letters.into_iter().chain(gone).collect();
                Some(End { number, letters, ..end })
            });
            numbers.collect::<Vec<_>>()
        };
        let (least, greatest) = between(transfer, state, self.variable)?;
        match self.sign {
            Sign::NotNegative => Some((by(least), by(greatest))),
            Sign::Negative => Some((by(greatest), by(least))),
            Sign::Unknown if is_count_of_something(transfer, state, &self.factor) => Some((by(least), by(greatest))),
            Sign::Unknown => None,
        }
    }
}

impl End {
    fn at(number: &Polynomial) -> Self {
        End {
            number: number.clone(),
            unless: None,
            letters: Vec::new(),
        }
    }

    fn of(bound: &Bound, by: i64) -> Option<Self> {
        Some(End {
            number: bound.number.plus(&Polynomial::constant(by))?,
            unless: bound.unless.clone(),
            letters: Vec::new(),
        })
    }

    /// The sum of both, if they hold but for one case at most.
    fn plus(&self, transfer: &Transfer<'_, '_>, other: &Self) -> Option<Self> {
        let unless = match (&self.unless, &other.unless) {
            (mine, None) => mine.clone(),
            (None, theirs) => theirs.clone(),
            (Some(mine), Some(theirs)) => Some(mine.clone()).filter(|_| mine == theirs).map(Some)?,
        };
        let number = self.number.plus(&other.number)?;
        let gone = bounds::vanished(transfer, [&self.number, &other.number], &number);
        let letters = [&self.letters, &other.letters, &gone];
        let letters = letters.into_iter().flatten().cloned().collect();
        Some(End {
            number,
            unless,
            letters,
        })
    }
}

fn sums(transfer: &Transfer<'_, '_>, ones: &[End], others: &[End]) -> Vec<End> {
    let sums = ones
        .iter()
        .flat_map(|one| others.iter().filter_map(|other| one.plus(transfer, other)));
    sums.take(MOST_SUMS).collect()
}

/// What a variable is at least, and at most: what is told of it, and the numbers between which its value lies.
fn between(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<(Vec<End>, Vec<End>)> {
    let told = |told, by| {
        let bounds = state.bounds.told(Known::Own(variable), told);
        bounds
            .filter_map(|bound| End::of(bound, by))
            .take(MOST_BOUNDS)
            .collect::<Vec<_>>()
    };
    let (mut least, mut greatest) = (told(Told::AtLeast, 0), told(Told::Below, -1));
    let value = loads::frame_value(transfer, state, variable)?;
    let constant = |number: Option<i128>| {
        let number = i64::try_from(number?).ok()?;
        Some(End::at(&Polynomial::constant(number)))
    };
    least.extend(constant(value.as_integer().low()));
    greatest.extend(constant(value.as_integer().high()));
    Some((least, greatest))
}

/// Whether a number is greater than one that is not negative, as a variable is below it.
fn is_count_of_something(transfer: &Transfer<'_, '_>, state: &State, number: &Polynomial) -> bool {
    let content = i64::try_from(number.content()).unwrap_or(1);
    let Some((number, 0)) = number.divided(content) else {
        return false;
    };
    let mut facts = state.bounds.facts().iter();
    facts.any(|fact| match fact.variable {
        Known::Own(variable) if fact.bound.told == Told::Below && fact.bound.unless.is_none() => {
            let value = loads::frame_value(transfer, state, variable);
            let least = value.and_then(|value| value.as_integer().low());
            *fact.bound.number == number && (least >= Some(0) || is_seeded(Bug::FactorsOfAnySign))
        }
        _ => false,
    })
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
        let is_whole = bounds::vanished(transfer, [&sum, &more], &sum.plus(&more)?).is_empty();
        sum.plus(&more).filter(|_| is_whole)
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
    match address.index {
        None => Some(distance),
        Some((index, scale)) if index.calls == 0 => {
            let index = Distance::variable(index.local);
            distance.plus(index.times(&Factor::constant(scale))?)
        }
        Some(_) => None,
    }
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
