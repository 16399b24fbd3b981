//! Where the scalars lie, in bits, that are accessed together or stand for each other.
//!
//! ```text
//!     start + k·stride + j·step,    0 ≤ j·step ≤ span          (a[k].b[j])
//! ```
//!
//! The *run* of the scalars with one `k` is shorter than the stride, so the bits behind it, of other members of `a[k]`, are known not to be theirs.

use super::super::integer::gcd;
use super::bits::Range;

/// Scalars that are read or written together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progression {
    /// The first of them, or any other that begins a run.
    pub(super) start: i64,
    /// 0 for a single run.
    pub(super) stride: u64,
    /// The scalars from each of these on.
    pub(super) run: Run,
    /// The size of each scalar.
    pub(super) bits: u32,
}

/// `{ 0, step, …, span }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    /// Where the last scalar begins.
    pub(super) span: i64,
    /// 0 exactly for zero alone; else it divides the span.
    pub(super) step: i64,
}

/// Where the scalars of a family lie in each period: where their run begins, modulo the period, and the size of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    residue: i64,
    run: Run,
    bits: u32,
}

/// How scalars read lie to those of a family.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Relation {
    /// Some are the same.
    pub(super) exact: bool,
    /// Some share only a part of their bits.
    pub(super) partial: bool,
}

impl Progression {
    /// The single scalar at a range of bits.
    pub(super) fn at(range: Range) -> Self {
        Progression {
            start: range.start,
            stride: 0,
            run: Run::default(),
            bits: range.bits(),
        }
    }

    /// The bits of the first scalar.
    pub(super) fn first(self) -> Range {
        Range::new(self.start, self.bits)
    }

    /// Whether a scalar begins at a bit from `low` to `high`.
    pub(super) fn starts_within(self, low: i128, high: i128) -> bool {
        let (start, stride, span) = (
            i128::from(self.start),
            i128::from(self.stride),
            i128::from(self.run.span),
        );
        let mut starts = members(start, stride, low - span, high);
        starts.any(|start| {
            let most = span.min(high - start);
            members(0, self.run.step.into(), (low - start).max(0), most)
                .next()
                .is_some()
        })
    }
}

impl Place {
    /// The place of the scalars of a progression, where its stride is the period.
    pub(super) fn of(progression: Progression) -> Self {
        Place {
            residue: progression.start,
            run: progression.run,
            bits: progression.bits,
        }
    }

    /// The scalars at the place.
    pub(super) fn progression(self, period: u64) -> Progression {
        Progression {
            start: self.residue,
            stride: period,
            run: self.run,
            bits: self.bits,
        }
    }

    /// Whether there is one scalar in each period.
    pub(super) fn is_single(self) -> bool {
        self.run == Run::default()
    }

    /// The place moved by a number of bits.
    pub(super) fn moved(self, by: i64) -> Self {
        Place {
            residue: self.residue + by,
            ..self
        }
    }

    /// The same place modulo a period; if that divides the step of a run that reaches around it, one scalar stands for all of the run.
    pub(super) fn reduced(self, period: u64) -> Self {
        let residue = match i128::from(period) {
            0 => self.residue,
            period => i128::from(self.residue).rem_euclid(period) as i64,
        };
        let run = match self.reaches_around(period) && self.run.step.unsigned_abs().is_multiple_of(period) {
            true => Run::default(),
            false => self.run,
        };
        Place { residue, run, ..self }
    }

    /// The period in which a run that reaches around this one is a single scalar.
    pub(super) fn too_long_for(self, period: u64) -> Option<u64> {
        let common = gcd(period.into(), self.run.step.unsigned_abs().into()) as u64;
        self.reaches_around(period).then_some(common)
    }

    fn reaches_around(self, period: u64) -> bool {
        !self.is_single() && (period == 0 || self.run.span.unsigned_abs() >= period)
    }

    /// The shortest place with the scalars of both, which share some; modulo a period that is not zero.
    pub(super) fn hull(self, other: Place, period: u64) -> Place {
        let behind = |first: Place, second: Place| {
            let distance = i128::from(second.residue) - i128::from(first.residue);
            let distance = distance.rem_euclid(i128::from(period).max(1)) as i64;
            let step = gcd(
                first.run.step.unsigned_abs().into(),
                second.run.step.unsigned_abs().into(),
            );
            let run = Run {
                span: first.run.span.max(distance + second.run.span),
                step: gcd(step, distance.unsigned_abs().into()) as i64,
            };
            Place { run, ..first }
        };
        let (one, two) = (behind(self, other), behind(other, self));
        if two.run.span < one.run.span { two } else { one }
    }

    /// Whether all scalars of a progression are among those of this place.
    pub(super) fn covers(self, period: u64, all: Progression) -> bool {
        let is_everywhere = all.stride.checked_rem(period).unwrap_or(all.stride) == 0;
        let distance = i128::from(all.start) - i128::from(self.residue);
        let distance = match i128::from(period) {
            0 => distance,
            period => distance.rem_euclid(period),
        };
        // A run by whole periods is at one place in them.
        let run = match all.run.step.unsigned_abs().checked_rem(period) {
            Some(0) => Run::default(),
            _ => all.run,
        };
        let is_step = |bits: i128| bits.checked_rem(self.run.step.into()).unwrap_or(bits) == 0;
        let is_in_run = distance >= 0 && distance + i128::from(run.span) <= self.run.span.into();
        self.bits == all.bits && is_everywhere && is_in_run && is_step(distance) && is_step(run.step.into())
    }

    /// How a progression lies to the scalars of this place. Two scalars at distance `d` share bits iff `−bits < d < other bits`, and are the
    /// same iff `d = 0` and the sizes are. All distances are
    ///
    /// ```text
    ///     residue − start  +  m·modulus  +  w,        −other span ≤ w ≤ span
    /// ```
    ///
    /// where the modulus is the common divisor of period and stride, and `w` is a multiple of that of both steps.
    pub(super) fn relation(self, period: u64, read: Progression) -> Relation {
        let modulus = gcd(period.into(), read.stride.into());
        let step = gcd(self.run.step.unsigned_abs().into(), read.run.step.unsigned_abs().into());
        let (up, down) = (i128::from(self.run.span), i128::from(read.run.span));
        let (modulus, up, down) = match modulus != 0 && up + down >= modulus as i128 {
            true => (gcd(modulus, step), 0, 0),
            false => (modulus, up, down),
        };
        let distance = i128::from(self.residue) - i128::from(read.start);
        let (above, below) = (-i128::from(self.bits), i128::from(read.bits));
        let mut relation = Relation::default();
        for base in members(distance, modulus as i128, above + 1 - up, below - 1 + down) {
            let (least, most) = ((above + 1 - base).max(-down), (below - 1 - base).min(up));
            for way in members(0, step as i128, least, most) {
                let same = base + way == 0 && self.bits == read.bits;
                relation.exact |= same;
                relation.partial |= !same;
            }
        }
        relation
    }
}

/// The members of `anchor + k·stride` from `low` to `high`; only the anchor if the stride is zero.
fn members(anchor: i128, stride: i128, low: i128, high: i128) -> impl Iterator<Item = i128> {
    let first = match stride {
        0 => anchor,
        stride => low + (anchor - low).rem_euclid(stride),
    };
    let most = if stride == 0 { 1 } else { usize::MAX };
    let all = (0..).map(move |number: i128| first + number * stride).take(most);
    all.take_while(move |member| *member <= high)
        .filter(move |member| *member >= low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a[k].b[j]`, in elements of 320 bits, from bit `start` on.
    fn inner(start: i64, scalars: i64) -> Progression {
        let span = 64 * (scalars - 1);
        Progression {
            stride: 320,
            run: Run {
                span,
                step: if span > 0 { 64 } else { 0 },
            },
            ..Progression::at(Range::new(start, 64))
        }
    }

    #[test]
    fn an_array_in_an_element_shares_nothing_with_the_member_behind_it() {
        let slots = Place::of(inner(64, 3));
        let behind = slots.relation(320, inner(64 + 3 * 64, 1));
        assert!(!behind.exact && !behind.partial);
        let last = slots.relation(320, inner(320 + 64 + 2 * 64, 1));
        assert!(last.exact && !last.partial);
        assert!(slots.relation(320, inner(96, 1)).partial);
    }

    #[test]
    fn a_run_covers_its_scalars_in_all_elements() {
        let slots = Place::of(inner(64, 3));
        assert!(slots.covers(320, inner(128, 2)) && slots.covers(320, inner(640 + 64, 3)));
        assert!(!slots.covers(320, inner(0, 2)) && !slots.covers(320, inner(128, 3)));
    }

    #[test]
    fn two_runs_that_share_a_scalar_are_one_and_one_too_long_is_every_scalar() {
        let hull = Place::of(inner(64, 2)).hull(Place::of(inner(128, 2)), 320);
        assert_eq!(hull, Place::of(inner(64, 3)));
        let long = Place::of(inner(64, 6));
        assert_eq!(long.too_long_for(320), Some(64));
        assert!(long.reduced(64).is_single());
    }
}
