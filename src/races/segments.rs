//! Segments: what a thread touches of an array if it works on a part of its own.
//!
//! ```text
//!     for (k = f(x); k < f(x + 1); k++) … a[k] …            f(x) = x · chunk        f(x) = x · n / threads
//! ```
//!
//! Let `f(x) = times · ((x · factor + plus) / divisor)`, where all but `x` is the same for all threads. Then `f` never falls or never
//! rises. Let a thread touch elements `k` with `f(from) ≤ k < f(to)` only, with `from ≤ to`. If `f` falls, that is none. Otherwise two
//! such segments do not meet if their indices do not:
//!
//! ```text
//!     apart  if  to₁ ≤ from₂  or  to₂ ≤ from₁
//! ```
//!
//! Indices are numbers, or `c + from` and `c + to` where `c` is what each thread of one creation was given (row OW), which differs by at least `step`:
//!
//! ```text
//!     apart  if  max(to₁, to₂) − min(from₁, from₂)  ≤  step
//! ```
//!
//! Of two threads, this asks where the one with the smaller number ends, and where the other begins. So the thread with the greatest number of all
//! may end elsewhere (its *limit* tells which number that is): it is not the one with the smaller number of any two.
//!
//! Elements may be dealt out in turn: a thread that was given `c` touches `f(c + from + n · q)` and so on, whatever the integer `q` is. If all numbers that
//! threads are given are below `n` and none is negative, then these never meet for two threads, if no segment is longer than one step:
//!
//! ```text
//!     for (k = c; k < size; k += n) … a[k] …              c₁ ≠ c₂,  0 ≤ c < n   ⇒   c₁ + n · q₁ ≠ c₂ + n · q₂
//! ```
//!
//! A segment may have one end only. If it lies next to another one (`to₁ = from₂`), the two do not meet whatever `f` does; if there
//! is something between them, the other one must have both ends, so that it is empty where `f` falls.

use std::sync::Arc;

use super::access::{Given, ThreadId};
use super::polynomials::{Letter, Polynomial, Symbol};
use pepsin_digests::EdgeId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// `f(x) = times · ((x · factor + plus) / divisor)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scale {
    /// What each index adds.
    pub factor: Polynomial,
    /// What is added.
    pub plus: i64,
    /// By what the sum is divided, if it is, rounded towards zero.
    pub divisor: Option<Arc<Polynomial>>,
    /// What the quotient is multiplied by; one, if nothing is divided.
    pub times: Polynomial,
}

/// What indices count, if they are not numbers: the threads of one creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Series {
    /// The creator, of which there is one.
    pub creator: ThreadId,
    /// The creation.
    pub edge: EdgeId,
    /// What each is given, by which they differ.
    pub given: Given,
    /// The least distance of what two are given.
    pub step: i64,
}

/// The elements `f(c + from), …, f(c + to) − 1` of an array, where `c` is the thread's number in a series, or zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements {
    /// `f`.
    pub scale: Scale,
    /// What is counted.
    pub series: Option<Series>,
    /// Where they begin, if that is known.
    pub from: Option<i64>,
    /// Where they end, if that is known.
    pub to: Option<i64>,
}

/// Bytes `[unit · k + first, unit · k + first + size)` for elements `k`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment {
    /// The elements.
    pub elements: Elements,
    /// Bytes from one to the next.
    pub unit: i64,
    /// Where in each the bytes start, from the start of the object.
    pub first: i64,
    /// How many there are.
    pub size: i64,
    /// What it was computed from that the creator had written.
    pub letters: Vec<Arc<Letter>>,
    /// Below what all numbers of the series are, if the thread with the greatest of them may end elsewhere.
    pub limit: Option<Arc<Polynomial>>,
    /// Of what any multiple may be added to the thread's number: all numbers of the series are below that, and none is negative.
    pub cycle: Option<Arc<Polynomial>>,
}

impl Elements {
    /// The elements between two bounds, as far as they are known: of each function of which both are values, and of each of which one is.
    pub fn between(low: Option<&Polynomial>, high: Option<&Polynomial>, series: &[Series]) -> Vec<Self> {
        let scales = [high, low]
            .into_iter()
            .flatten()
            .flat_map(|bound| scales(bound, series));
        let mut all: Vec<Self> = Vec::new();
        for (scale, series) in scales {
            let index = |bound: Option<&Polynomial>| scale.index_of(bound?, series);
            let (from, to) = (index(low), index(high));
            let elements = Elements {
                scale: scale.clone(),
                series,
                from,
                to,
            };
            if (from.is_some() || to.is_some()) && !all.contains(&elements) {
                all.push(elements);
            }
        }
        all
    }

    /// Whether no element is both of one thread and of another.
    pub fn are_apart(&self, other: &Self) -> bool {
        match self.series {
            Some(series) => self.fit_into(series.step, other),
            None => self.is_alike(other) && (self.ends_before(other) || other.ends_before(self)),
        }
    }

    /// Whether both are told by the same function.
    fn is_alike(&self, other: &Self) -> bool {
        (&self.scale, &self.series) == (&other.scale, &other.series)
    }

    /// Whether no element is both of one thread and of another if their numbers in the series are so far apart at least.
    fn fit_into(&self, step: i64, other: &Self) -> bool {
        match (self.ends(), other.ends()) {
            (Some((from, to)), Some((begin, end))) if self.is_alike(other) => {
                let span = i128::from(to.max(end)) - i128::from(from.min(begin));
                span <= i128::from(step) || is_seeded(Bug::SegmentsMeet)
            }
            _ => false,
        }
    }

    /// Both ends, in order.
    fn ends(&self) -> Option<(i64, i64)> {
        self.from.zip(self.to).filter(|(from, to)| from <= to)
    }

    fn ends_before(&self, other: &Self) -> bool {
        match (self.to, other.from) {
            (Some(to), Some(from)) => {
                let is_complete = self.ends().is_some() || other.ends().is_some();
                to == from || to < from && (is_complete || is_seeded(Bug::SegmentsFallAside))
            }
            _ => false,
        }
    }
}

impl Segment {
    /// Whether the bytes of one thread are none of those of another.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let end = |segment: &Self| i128::from(segment.first) + i128::from(segment.size);
        let span = end(self).max(end(other)) - i128::from(self.first.min(other.first));
        let fits = i128::from(self.unit) >= span || is_seeded(Bug::ElementsOverlap);
        self.unit == other.unit && fits && self.has_other_elements(other)
    }

    fn has_other_elements(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.elements, &other.elements);
        match (&self.cycle, &other.cycle) {
            (None, None) => mine.are_apart(theirs),
            (Some(cycle), Some(another)) if cycle != another => false,
            // However far apart the numbers are, those of another round may lie next to them.
            _ => {
                mine.scale.divisor.is_none()
                    && mine
                        .series
                        .is_some_and(|series| mine.fit_into(of_rounds(series), theirs))
            }
        }
    }

    /// Whether a symbol that it is made of satisfies a condition.
    pub fn any(&self, condition: &dyn Fn(&Symbol) -> bool) -> bool {
        let scale = &self.elements.scale;
        let mut parts = [&scale.factor, &scale.times]
            .into_iter()
            .chain(scale.divisor.as_deref())
            .chain(self.cycle.as_deref());
        parts.any(|part| part.any(condition)) || self.letters.iter().any(|letter| letter.number.any(condition))
    }
}

/// How far apart numbers are at least to which any multiple of a cycle may be added.
fn of_rounds(series: Series) -> i64 {
    if is_seeded(Bug::CyclesInSteps) { series.step } else { 1 }
}

impl Scale {
    /// The index of which a polynomial is the value, in a series or as a number.
    fn index_of(&self, value: &Polynomial, series: Option<Series>) -> Option<i64> {
        let dividend = match &self.divisor {
            None => value,
            Some(divisor) => match value.as_quotient() {
                Some((times, dividend, by)) if by == divisor && times == self.times => dividend,
                // Zero divided is zero.
                None if value.as_constant() == Some(0) => value,
                _ => return None,
            },
        };
        let rest = match series {
            Some(series) => {
                let (factor, rest) = dividend.linear_in(&Symbol::Ticket(series.given))?;
                (factor == self.factor).then_some(rest)?
            }
            None => dividend.clone(),
        };
        let (index, plus) = rest.in_terms_of(&self.factor)?;
        (plus == self.plus).then_some(index)
    }
}

/// The functions of which a polynomial is a value.
fn scales(value: &Polynomial, series: &[Series]) -> Vec<(Scale, Option<Series>)> {
    let plain = scale(value, (None, Polynomial::constant(1)), series);
    let divided = value.as_quotient();
    let divided = divided.and_then(|(times, dividend, divisor)| scale(dividend, (Some(divisor), times), series));
    plain.into_iter().chain(divided).collect()
}

fn scale(
    value: &Polynomial,
    (divisor, times): (Option<&Arc<Polynomial>>, Polynomial),
    series: &[Series],
) -> Option<(Scale, Option<Series>)> {
    let counts = |symbol: &Symbol| matches!(symbol, Symbol::Ticket(_));
    let counted = series
        .iter()
        .find(|series| value.any(&|symbol| *symbol == Symbol::Ticket(series.given)));
    let (factor, rest) = match counted {
        Some(series) => value.linear_in(&Symbol::Ticket(series.given))?,
        None => (value.primitive(), value.clone()),
    };
    let is_same_for_all =
        !factor.any(&counts) && !times.any(&counts) && divisor.is_none_or(|divisor| !divisor.any(&counts));
    let (_, plus) = rest.in_terms_of(&factor)?;
    let scale = Scale {
        factor,
        plus,
        divisor: divisor.cloned(),
        times,
    };
    is_same_for_all.then_some((scale, counted.copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pepsin_digests::ObjectId;

    const SMALL: &str = "the polynomial is small";

    fn variable(number: u32) -> Polynomial {
        Polynomial::symbol(Symbol::Variable {
            object: ObjectId::new(number),
            offset: 0,
            size: 4,
            signed: true,
        })
    }

    fn times(number: i64, factor: &Polynomial) -> Polynomial {
        factor.times(&Polynomial::constant(number)).expect(SMALL)
    }

    fn between(low: &Polynomial, high: &Polynomial) -> Elements {
        Elements::between(Some(low), Some(high), &[]).remove(0)
    }

    const COUNTED: Series = Series {
        creator: ThreadId::new(0),
        edge: EdgeId::new(0),
        given: Given::Argument,
        step: 1,
    };

    #[test]
    fn neighbouring_chunks_are_apart_and_overlapping_ones_are_not() {
        let chunk = variable(0);
        let part = |from, to| between(&times(from, &chunk), &times(to, &chunk));
        assert!(part(0, 1).are_apart(&part(1, 2)));
        assert!(part(0, 1).are_apart(&part(2, 3)));
        assert!(!part(0, 2).are_apart(&part(1, 3)));
        assert!(!part(0, 1).are_apart(&part(0, 1)));
    }

    #[test]
    fn the_last_chunk_may_end_anywhere() {
        let (chunk, n) = (variable(0), variable(1));
        let last = Elements::between(Some(&times(3, &chunk)), Some(&n), &[]);
        let first = between(&times(0, &chunk), &chunk);
        assert!(last.iter().any(|last| last.are_apart(&first)));
        let open = Elements::between(None, Some(&chunk), &[]).remove(0);
        assert!(!last.iter().any(|last| last.are_apart(&open)));
        let next = Elements::between(Some(&chunk), None, &[]).remove(0);
        assert!(next.are_apart(&open));
    }

    #[test]
    fn parts_of_a_division_are_apart() {
        let (n, four) = (variable(0), Polynomial::constant(4));
        let bound = |index| times(index, &n).over(&four).expect(SMALL);
        let part = |from, to| Elements::between(Some(&bound(from)), Some(&bound(to)), &[]);
        let apart =
            |one: &[Elements], other: &[Elements]| one.iter().any(|one| other.iter().any(|it| one.are_apart(it)));
        assert!(apart(&part(0, 1), &part(1, 2)));
        assert!(apart(&part(0, 1), &part(2, 3)));
        assert!(!apart(&part(0, 2), &part(1, 3)));
    }

    #[test]
    fn parts_of_a_division_may_be_rows_that_are_as_long_as_others() {
        let (n, threads, length) = (variable(0), variable(1), variable(2));
        let bound = |index| {
            let row = times(index, &n).over(&threads).expect(SMALL);
            row.times(&length).expect(SMALL)
        };
        let part = |from, to| Elements::between(Some(&bound(from)), Some(&bound(to)), &[]);
        let apart =
            |one: &[Elements], other: &[Elements]| one.iter().any(|one| other.iter().any(|it| one.are_apart(it)));
        assert!(apart(&part(0, 1), &part(1, 2)));
        assert!(!apart(&part(0, 2), &part(1, 3)));
        let shorter = times(1, &n).over(&threads).expect(SMALL);
        let other = Elements::between(Some(&shorter), Some(&bound(2)), &[]);
        assert!(!apart(&part(0, 1), &other));
    }

    #[test]
    fn threads_of_a_series_are_apart_if_segments_are_no_longer_than_a_step() {
        let chunk = variable(0);
        let counter = Polynomial::symbol(Symbol::Ticket(COUNTED.given));
        let low = counter.times(&chunk).expect(SMALL);
        let part = |length| {
            let high = low.plus(&times(length, &chunk)).expect(SMALL);
            Elements::between(Some(&low), Some(&high), &[COUNTED]).remove(0)
        };
        assert!(part(1).are_apart(&part(1)));
        assert!(!part(2).are_apart(&part(2)));
        assert!(!part(1).are_apart(&part(2)));
    }

    #[test]
    fn what_falls_in_its_index_twice_is_no_segment() {
        let counter = Polynomial::symbol(Symbol::Ticket(COUNTED.given));
        let square = counter.times(&counter).expect(SMALL);
        assert!(Elements::between(Some(&square), Some(&square), &[COUNTED]).is_empty());
    }
}
