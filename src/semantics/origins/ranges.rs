//! Ranges: between what a distance lies, as far as that is told by something that is the same for all threads, or by which they differ.
//!
//! ```text
//!     low ≤ r < high,  0 ≤ c < cols:        4 · cols · r + 4 · c     from  4 · cols · low   to  4 · cols · high
//! ```
//!
//! A distance ([`super::distances`]) is least where its variables are, and greatest where they are, if the factors are not negative: `c < cols` and
//! `0 ≤ c` tell that of `cols`. (After the elimination of variables from bounds by Rugina and Rinard, "Symbolic bounds analysis", PLDI 2000.)

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::LocalId;
use crate::races::{Letter, Polynomial, greatest_common_divisor};
use crate::semantics::evaluate::loads;
use crate::semantics::origins::bounds;
use crate::semantics::origins::distances::{Distance, Sign, Term};
use crate::semantics::state::State;
use crate::semantics::state::bounds::{Bound, Known, Last, Told};
use crate::semantics::system::Transfer;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many bounds of a variable are tried, on each side.
const MOST_BOUNDS: usize = 5;
/// So many bounds of a distance are tried, on each side.
const MOST_SUMS: usize = 8;

/// Where a distance begins or ends.
#[derive(Clone, Debug)]
pub struct End {
    /// The distance, in units.
    pub number: Polynomial,
    /// The case of which nothing is said.
    pub unless: Option<Rc<Last>>,
    /// Of what any multiple may be added to it and to the other end.
    pub cycle: Option<Cycle>,
    /// On what it relies that it is not told by.
    pub letters: Vec<Arc<Letter>>,
}

/// That something may be added to both ends, as many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// From where steps are counted.
    pub start: Rc<Polynomial>,
    /// What is added, in units.
    pub by: Polynomial,
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

impl Range {
    /// Whether it is told by numbers only, as its value is.
    pub fn is_constant(&self) -> bool {
        let mut ends = self.low.iter().chain(&self.high);
        ends.all(|end| end.number.as_constant().is_some())
    }

    /// Whether the distance is one number, and any multiple of a cycle.
    pub fn is_one(&self, low: &End) -> bool {
        let next = low.number.plus(&Polynomial::constant(1));
        let mut high = self
            .high
            .iter()
            .filter(|high| high.cycle == low.cycle && high.unless.is_none());
        low.unless.is_none() && high.any(|high| Some(&high.number) == next.as_ref())
    }
}

/// Between what a distance lies, as far as that is told by something that is the same for all threads, or by which they differ.
pub fn of(transfer: &Transfer<'_, '_>, state: &State, distance: &Distance) -> Option<Range> {
    let (plus, letters) = distance.plus.opened()?;
    let parts = distance.terms.iter().map(|term| term.factor.content());
    let unit = parts
        .reduce(greatest_common_divisor)
        .unwrap_or_else(|| plus.without_constant().content());
    let unit = i64::try_from(unit).ok().filter(|unit| *unit > 0)?;
    let (mut low, mut high) = (vec![End::at(&plus)], vec![End::at(&plus)]);
    for term in &distance.terms {
        let (least, greatest) = times_factor(transfer, state, term)?;
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
            let cycle = match end.cycle {
                None => None,
                Some(cycle) => match cycle.by.divided(unit) {
                    Some((by, 0)) => Some(Cycle { by, ..cycle }),
                    _ => continue,
                },
            };
            all.push(End { number, cycle, ..end });
        }
    }
    let [low, high] = ends;
    let first = distance.first.checked_add(rest?)?;
    Some(Range {
        unit,
        first,
        letters,
        low,
        high,
    })
}

/// What a variable times its factor is at least, and at most.
fn times_factor(transfer: &Transfer<'_, '_>, state: &State, term: &Term) -> Option<(Vec<End>, Vec<End>)> {
    let by = |numbers: Vec<End>| {
        let numbers = numbers.into_iter().filter_map(|end| {
            let number = end.number.times(&term.factor)?;
            let gone = bounds::vanished(transfer, [&end.number, &term.factor], &number);
            let letters = end.letters.into_iter().chain(gone).collect();
            let cycle = match end.cycle {
                None => None,
                Some(cycle) => Some(Cycle {
                    by: cycle.by.times(&term.factor)?,
                    ..cycle
                }),
            };
            Some(End {
                number,
                letters,
                cycle,
                ..end
            })
        });
        numbers.collect::<Vec<_>>()
    };
    let (least, greatest) = between(transfer, state, term.variable)?;
    match term.sign {
        Sign::NotNegative => Some((by(least), by(greatest))),
        Sign::Negative => Some((by(greatest), by(least))),
        Sign::Unknown if is_count_of_something(transfer, state, &term.factor) => Some((by(least), by(greatest))),
        Sign::Unknown => None,
    }
}

impl End {
    fn at(number: &Polynomial) -> Self {
        End {
            number: number.clone(),
            unless: None,
            cycle: None,
            letters: Vec::new(),
        }
    }

    /// The number that a bound names.
    pub fn told(bound: &Bound) -> Self {
        End {
            number: Polynomial::clone(&bound.number),
            unless: bound.unless.clone(),
            cycle: bound.cycle.as_ref().map(|cycle| Cycle {
                start: bound.number.clone(),
                by: Polynomial::clone(cycle),
            }),
            letters: Vec::new(),
        }
    }

    /// So much more.
    pub fn moved(self, by: i64) -> Option<Self> {
        let number = self.number.plus(&Polynomial::constant(by))?;
        Some(End { number, ..self })
    }

    /// The sum of both, if they hold but for one case at most.
    fn plus(&self, transfer: &Transfer<'_, '_>, other: &Self) -> Option<Self> {
        let unless = match (&self.unless, &other.unless) {
            (mine, None) => mine.clone(),
            (None, theirs) => theirs.clone(),
            (Some(mine), Some(theirs)) => Some(mine.clone()).filter(|_| mine == theirs).map(Some)?,
        };
        let cycle = match (&self.cycle, &other.cycle) {
            (mine, None) => mine.clone(),
            (None, theirs) => theirs.clone(),
            (Some(_), Some(_)) => return None,
        };
        let number = self.number.plus(&other.number)?;
        let gone = bounds::vanished(transfer, [&self.number, &other.number], &number);
        let letters = [&self.letters, &other.letters, &gone];
        let letters = letters.into_iter().flatten().cloned().collect();
        Some(End {
            number,
            unless,
            cycle,
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
            .filter_map(|bound| End::told(bound).moved(by))
            .take(MOST_BOUNDS)
            .collect::<Vec<_>>()
    };
    let steps = told(Told::Steps, 0);
    let (mut least, mut greatest) = (steps.clone(), steps);
    least.extend(told(Told::AtLeast, 0));
    greatest.extend(told(Told::Below, -1));
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
