//! V, values: a variable would have to hold two values at once.
//!
//! A variable that several threads know, such as a flag or the state of a protocol, tells accesses apart that are made in
//! different phases: `data = 1; ready = 1` in one thread, `while (!ready) …; use(data)` in another. For each access the
//! solution knows a set `V` of values that covers whatever a read of the variable, made instead of the access, could find:
//!
//! ```text
//!     excluded  if  for some variable s:  V₁(s) ∩ V₂(s) = ∅
//! ```
//!
//! *Why this is sound.* Suppose that two accesses are unordered. Of the writes to `s` that do not happen after either of them,
//! take the last one, `w`, in the order in which `s` changes (the initial value counts as a write). No later write happens
//! before one of the accesses: it would be in the set itself, or happen after the one access and before the other and so order
//! them. So a read in place of either access may find the value of `w`, and it lies in both sets.
//! What a thread has read stays known to it, and `V` leaves out what is older: this needs that reading orders, that is, `s` has
//! no other races, and no atomic access weaker than release and acquire.
//!
//! (In the terms of digests: the last write to `s` that both pasts must share. The idea of ordering by flags is that of
//! ad-hoc synchronisation, Xiong et al., OSDI 2010.)

use super::{AccessFact, Judgement};
use crate::races::access::{Access, Possible, WatchedValue};
use pepsin_digests::{ByDefault, Row};

/// The access fact V.
#[derive(Clone, Copy, Debug)]
pub struct Values;

impl AccessFact for Values {
    fn row(&self) -> Row {
        Row::access_fact(
            "V",
            "values",
            ByDefault::On,
            "What tested global variables hold at the access; excludes a pair if a variable would have to hold two values at once.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let apart = first.watched.iter().find_map(|mine| {
            let theirs = second.watched.iter().find(|theirs| mine.is_of_the_same(theirs))?;
            mine.possible.excludes(&theirs.possible).then_some((mine, theirs))
        });
        match apart {
            Some((mine, theirs)) => Judgement::Excluded(format!(
                "{} is {} at the first access and {} at the second",
                mine.name, mine.possible, theirs.possible
            )),
            None => Judgement::Open("no tested variable is known to hold different values at the two accesses".into()),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.watched.is_empty()
    }
}

impl WatchedValue {
    fn is_of_the_same(&self, other: &WatchedValue) -> bool {
        (self.object, self.offset, self.size) == (other.object, other.offset, other.size)
    }
}

impl Possible {
    /// Whether no value is possible for both.
    fn excludes(&self, other: &Possible) -> bool {
        match (self, other) {
            (Possible::NotZero, Possible::NotZero) => false,
            (Possible::NotZero, Possible::Among(values)) | (Possible::Among(values), Possible::NotZero) => {
                values.iter().all(|value| *value == 0)
            }
            (Possible::Among(mine), Possible::Among(theirs)) => mine.iter().all(|value| !theirs.contains(value)),
        }
    }
}

impl std::fmt::Display for Possible {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Possible::Among(values) = self else {
            return to.write_str("not 0");
        };
        for (number, value) in values.iter().enumerate() {
            let separator = match number {
                0 => "",
                _ if number + 1 == values.len() => " or ",
                _ => ", ",
            };
            write!(to, "{separator}{value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::fixture::write;
    use pepsin_digests::ObjectId;

    fn at(object: u32, possible: Possible) -> Access {
        let watched = WatchedValue {
            object: ObjectId::new(object),
            offset: 0,
            size: 4,
            possible,
            name: "flag".into(),
        };
        Access {
            watched: [watched].into(),
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        let judgements = (Values.judge(first, second), Values.judge(second, first));
        let is_excluded = |judgement| matches!(judgement, Judgement::Excluded(_));
        let (there, back) = (is_excluded(judgements.0), is_excluded(judgements.1));
        assert_eq!(there, back, "the fact is symmetric");
        there
    }

    #[test]
    fn accesses_are_apart_if_a_variable_cannot_have_one_value_at_both() {
        let among = |values: &[i128]| at(1, Possible::Among(values.to_vec()));
        assert!(excluded(&among(&[0]), &among(&[1, 2])));
        assert!(!excluded(&among(&[0, 1]), &among(&[1, 2])));
        assert!(excluded(&among(&[0]), &at(1, Possible::NotZero)));
        assert!(!excluded(&among(&[0, 3]), &at(1, Possible::NotZero)));
        assert!(!excluded(&at(1, Possible::NotZero), &at(1, Possible::NotZero)));
    }

    #[test]
    fn values_of_different_variables_say_nothing() {
        let zero = at(1, Possible::Among(vec![0]));
        assert!(!excluded(&zero, &at(2, Possible::Among(vec![1]))));
        assert!(!excluded(&zero, &write(0, 0)));
    }

    #[test]
    fn values_of_variables_of_two_sizes_at_one_place_say_nothing() {
        let zero = at(1, Possible::Among(vec![0]));
        let mut wider = at(1, Possible::Among(vec![256]));
        assert!(excluded(&zero, &wider));
        wider.watched = wider
            .watched
            .iter()
            .cloned()
            .map(|watched| WatchedValue { size: 8, ..watched })
            .collect();
        assert!(!excluded(&zero, &wider));
    }
}
