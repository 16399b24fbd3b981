//! Summarised memory: what is known of many bytes at once.
//!
//! A region has a *base*, a value that any scalar read from it may have (zero, indeterminate, anything, or nothing at all),
//! and *families* of scalars written weakly besides. A family stands for scalars of one size at the offsets `residue + k·period`:
//! the field of all elements of a large array, say. The period is found from the accesses: it is the greatest common divisor
//! of their strides, and 0 (each family is one scalar) as long as all accesses were at single offsets. Where elements of a large array have
//! arrays in them, a family has a *run* of scalars in each period; those that share some are one.
//! Reading exactly where a family lies gives the base or one of its values; reading across its borders gives any number.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::super::integer::{Integer, gcd};
use super::super::object::ObjectId;
use super::super::value::Value;
use super::bits::scrambled;
use super::run::{Place, Progression};

/// At most this many families are kept apart; beyond it they become part of the base.
const MOST_FAMILIES: usize = 64;

/// Summarised memory; see the head of this file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    base: Value,
    families: Option<Arc<Families>>,
}

/// The families of a region, at least one.
#[derive(Clone, Debug, PartialEq)]
struct Families {
    /// In bits; 0 if each family is a single scalar.
    period: u64,
    /// Sorted by place.
    list: Vec<(Place, Value)>,
}

impl Region {
    /// Memory in which each scalar of each type may have the value `base`.
    pub(super) fn uniform(base: &Value) -> Self {
        Region {
            base: scrambled(base),
            families: None,
        }
    }

    /// Whether it says nothing of bits that no family covers.
    pub(super) fn is_record(&self) -> bool {
        self.base.is_bottom()
    }

    /// The value that any scalar may have.
    pub(super) fn base(&self) -> &Value {
        &self.base
    }

    /// The families: where their scalars lie, and what they may be.
    pub(super) fn progressions(&self) -> impl Iterator<Item = (Progression, &Value)> {
        self.families()
            .map(|(place, value, period)| (place.progression(period), value))
    }

    /// Whether its base says something, though not that its bits may be anything.
    pub(super) fn is_set_at_once(&self) -> bool {
        !self.is_record() && !self.is_any()
    }

    /// Lets the base be any number unless it is nothing, and returns whether that changed it.
    pub(super) fn loosen(&mut self) -> bool {
        let changed = self.is_set_at_once();
        if changed {
            self.base = self.base.with_integer(Integer::ANY);
        }
        changed
    }

    /// What the scalars of a progression may be, each for itself.
    pub(super) fn read(&self, read: Progression) -> Value {
        let (value, mixed) = self.look(read);
        match mixed {
            false => value,
            // Bits of which nothing is known may be anything beside others.
            true if self.is_record() => value.with_integer(Integer::ANY),
            true => scrambled(&value),
        }
    }

    /// The values of all that shares bits with the scalars of a progression, and whether some of it shares only a part.
    pub(super) fn look(&self, read: Progression) -> (Value, bool) {
        let (mut value, mut mixed) = (self.base.clone(), false);
        for (place, family, period) in self.families() {
            let relation = place.relation(period, read);
            if relation.exact || relation.partial {
                value.join(family);
            }
            mixed |= relation.partial;
        }
        (value, mixed)
    }

    /// Whether something in it shares a part only with a scalar of a progression.
    pub(super) fn mixes(&self, read: Progression) -> bool {
        self.families()
            .any(|(place, _, period)| place.relation(period, read).partial)
    }

    /// Whether `value` is known to be perhaps written at each place of a progression:
    /// it is among what was written at exactly these places, or the bits may be anything.
    /// ([`Region::read`] tells what some of the scalars may be; this is about each of them.)
    pub(super) fn has_written(&self, value: &Value, all: Progression) -> bool {
        let mut families = self.families().filter(|(place, _, period)| place.covers(*period, all));
        let first = families.next().map(|(_, first, _)| first);
        if first.is_none() && !self.is_any() {
            return false;
        }
        if value.leq(&self.base) || first.is_some_and(|first| value.leq(first)) {
            return true;
        }
        let mut known = self.base.clone();
        for family in first.into_iter().chain(families.map(|(_, family, _)| family)) {
            known.join(family);
        }
        value.leq(&known)
    }

    /// Whether its bits may be any numbers.
    pub(super) fn is_any(&self) -> bool {
        *self.base.as_integer() == Integer::ANY
    }

    fn families(&self) -> impl Iterator<Item = (Place, &Value, u64)> {
        let families = self.families.as_deref().into_iter();
        families.flat_map(|families| {
            families
                .list
                .iter()
                .map(|(place, value)| (*place, value, families.period))
        })
    }

    /// Lets the scalars of a progression be `value`, too.
    pub(super) fn write(&mut self, write: Progression, value: &Value) {
        if !self.has_written(value, write) {
            self.merge(write.stride, &[(Place::of(write), value.clone())], Value::join);
        }
    }

    /// Lets all bits be those of any of the values of `other`, at any place.
    pub(super) fn absorb(&mut self, value: &Value) {
        self.base.join(value);
        self.base = self.base.with_integer(Integer::ANY);
    }

    /// The region moved by a number of bits.
    pub(super) fn shifted(&self, by: i64) -> Self {
        let mut moved = Self::uniform(&self.base);
        if let Some(families) = &self.families {
            let list: Vec<(Place, Value)> = families
                .list
                .iter()
                .map(|(place, value)| (place.moved(by), value.clone()))
                .collect();
            moved.merge(families.period, &list, Value::join);
        }
        moved
    }

    /// All values, the base first.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.base).chain(self.families().map(|family| family.1))
    }

    /// All values with objects renamed.
    pub(super) fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Self {
        let families = self.families.as_ref().map(|families| {
            let list = families
                .list
                .iter()
                .map(|(place, value)| (*place, value.substitute(rename)));
            Arc::new(Families {
                period: families.period,
                list: list.collect(),
            })
        });
        Region {
            base: self.base.substitute(rename),
            families,
        }
    }

    /// `self ▽ next` with thresholds for numbers.
    pub(super) fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        if next.leq(self) {
            return false;
        }
        self.base.widen_with(&next.base, thresholds);
        self.base = scrambled(&self.base);
        if let Some(families) = &next.families {
            let widen = |mine: &mut Value, next: &Value| mine.widen_with(next, thresholds);
            self.merge(families.period, &families.list, widen);
        }
        true
    }

    /// `self △ next` for a `next` whose families are at the same places and below; otherwise `self` stays.
    pub(super) fn narrow_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        let narrowed = match (&self.families, &next.families) {
            (None, None) => None,
            (Some(mine), Some(theirs)) if theirs.is_below(mine) => {
                let mut families = Families::clone(mine);
                for (family, bound) in families.list.iter_mut().zip(&theirs.list) {
                    family.1.narrow_with(&bound.1, thresholds);
                }
                Some(Arc::new(families))
            }
            _ => return false,
        };
        let mut base = self.base.clone();
        base.narrow_with(&next.base, thresholds);
        let narrowed = Region {
            base: scrambled(&base),
            families: narrowed,
        };
        let changed = narrowed != *self;
        *self = narrowed;
        changed
    }

    /// Brings families in, those at the same place combined with `combine`. All are kept at a common period.
    fn merge(&mut self, period: u64, list: &[(Place, Value)], combine: impl Fn(&mut Value, &Value) -> bool) {
        let mine = self.families.take();
        let (mine_period, mine) = mine.as_ref().map_or((0, &[][..]), |mine| (mine.period, &mine.list[..]));
        let mut merged = Families {
            period: gcd(mine_period.into(), period.into()) as u64,
            list: mine.iter().chain(list).cloned().collect(),
        };
        merged.settle(combine);
        if merged.list.len() > MOST_FAMILIES {
            return merged.list.iter().for_each(|family| self.absorb(&family.1));
        }
        if !merged.list.is_empty() {
            self.families = Some(Arc::new(merged));
        }
    }
}

impl Families {
    /// Brings places to what the period leaves of them, until none is twice there and no two share scalars.
    fn settle(&mut self, combine: impl Fn(&mut Value, &Value) -> bool) {
        loop {
            self.reduce();
            while let Some(period) = self.list.iter().find_map(|(place, _)| place.too_long_for(self.period)) {
                self.period = period;
                self.reduce();
            }
            // The sort is stable: of families at the same place those that came first stay so.
            self.list.sort_by_key(|family| family.0);
            self.list.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    combine(&mut kept.1, &next.1);
                }
                same
            });
            let Some((kept, other)) = self.meeting() else { return };
            let (place, value) = self.list.remove(other);
            self.list[kept].0 = self.list[kept].0.hull(place, self.period);
            combine(&mut self.list[kept].1, &value);
        }
    }

    fn reduce(&mut self) {
        let period = self.period;
        self.list
            .iter_mut()
            .for_each(|(place, _)| *place = place.reduced(period));
    }

    /// Two families that share scalars, as one with a run may with another one.
    fn meeting(&self) -> Option<(usize, usize)> {
        let runs = (0..self.list.len()).filter(|number| !self.list[*number].0.is_single());
        let mut pairs = runs.flat_map(|run| (0..self.list.len()).map(move |other| (run.min(other), run.max(other))));
        pairs.find(|(one, other)| {
            let (one_place, other_place) = (self.list[*one].0, self.list[*other].0);
            one != other
                && one_place
                    .relation(self.period, other_place.progression(self.period))
                    .exact
        })
    }

    /// Whether the places are the same and each family is below that of `other`.
    fn is_below(&self, other: &Families) -> bool {
        let below = |(mine, theirs): (&(Place, Value), &(Place, Value))| mine.0 == theirs.0 && mine.1.leq(&theirs.1);
        let same_number = self.list.len() == other.list.len();
        self.period == other.period && same_number && self.list.iter().zip(&other.list).all(below)
    }
}

impl Lattice for Region {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        self.base.join(&other.base);
        self.base = scrambled(&self.base);
        if let Some(families) = &other.families {
            self.merge(families.period, &families.list, Value::join);
        }
        true
    }

    fn leq(&self, other: &Self) -> bool {
        if let (Some(mine), Some(theirs)) = (&self.families, &other.families)
            && Arc::ptr_eq(mine, theirs)
        {
            return self.base.leq(&other.base);
        }
        let mut families = self.progressions();
        self.base.leq(&other.base) && families.all(|(progression, value)| other.has_written(value, progression))
    }
}

impl Bottom for Region {
    fn bottom() -> Self {
        Region {
            base: Value::NOTHING,
            families: None,
        }
    }

    fn is_bottom(&self) -> bool {
        self.base.is_bottom() && self.families.is_none()
    }
}

impl Widen for Region {
    fn widen(&mut self, next: &Self) -> bool {
        self.widen_with(next, &[])
    }

    fn narrow(&mut self, next: &Self) -> bool {
        self.narrow_with(next, &[])
    }
}
