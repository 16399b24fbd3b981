//! Takes: numbers that a thread takes from a variable that only grows belong to that thread alone (row OW).
//!
//! ```text
//!     lock(m); i = next; next = next + n; unlock(m);      … a[i] … a[i + n − 1] …
//! ```
//!
//! A variable is a *dispenser* if every write to it makes it grow, from what it held when the ego first looked at it under a
//! lock that it has held ever since, by a constant `n > 0`, and if one lock is held at all these takes, or all of them
//! are atomic additions. Let `b` be what it held when the ego looked. Then the numbers `b, …, b + n − 1` are the ego's:
//! every other take starts at `b + n` or later, or ended at `b` or before. Writes by a thread that never takes, while no
//! other runs, are allowed; they are the initialisation.
//!
//! A variable holds a *share* if it holds `b + k`, or zero where that is noted. A share is *seen* until the dispenser has
//! grown, and *taken* from then on; seen ones are forgotten when the lock is released. The verification pass records
//! all writes to dispensers, and shares of those that are none count for nothing.
//! (Ownership by injective index functions; compare Vojdani et al., ASE 2016, section 5, where indices name locks.)
//!
//! # Counters that may begin anew
//!
//! An atomic counter of fewer than 64 bits wraps around. It gives no number twice, all the same, if each thread looks at what it got:
//!
//! ```text
//!     while ((i = atomic_fetch_add(&next, n)) < limit)  … a[i] …
//! ```
//!
//! Let `high` be the greatest value of its type, let `T` be the set of threads that step it, each of which exists once, and let each step be
//! by at most `n`. When a thread steps, let it not have stepped before, or have started its last step at `B` or below. Then
//!
//! ```text
//!     n · (|T| + 4)  <  high − B    ⇒    no number is given twice
//! ```
//!
//! Let `R` be the numbers above `B` up to `high`. A thread that starts a step in `R` makes none behind it, so there are at most `|T|` of
//! these. Were a number given twice, the counter would have come around, through all of `R`; until it has, it makes at most two steps into `R`
//! and two out of it besides, and all of these together are too short for that. Where it started does not matter: it may come to
//! the end of its type. No thread that steps runs while the counter is initialised, so behind that the argument begins anew.
//! A counter that is changed as a number with a sign and as one without has the lesser `high` of both.
//!
//! Where the last step of the ego started, at `b`, is told by a variable that holds `b + k` where that is compared with something. The ego must
//! not have stepped since, neither in a function that it called, and nothing of which `b + k` was made may have wrapped around.
//! (What an addition returns behind its step does not, unless that leaves `R`, and such steps are counted apart.)
//! What is known is rounded up to a power of two, so that the height is finite.
//!
//! # Lines
//!
//! The numbers of a ticket lock may be given again and again, if those who hold them wait in a *line*, each of them for its turn
//! ([`crate::semantics::claims::turns`]):
//!
//! ```text
//!     l = next++;   while (l != serving) ;   …   serving = serving + 1;
//! ```
//!
//! Let `K` be how many numbers were given and `S` how many turns were passed on, without end, so that `next = K` and `serving = S` modulo `2^w`,
//! both zero, or the same, where threads start, and nobody wait there. Let each thread take a number only when its last one, if it has one, has come to its turn; let
//! whoever has the turn pass it on by one; and let a turn begin only with the number taken last, of those who wait, and found since it was taken. Then each number from
//! `S` to `K` belongs to one thread, and no thread has more than two: one whose turn it is, and one that it waits with. So `K − S ≤ 2 · |threads|`,
//! and while this is less than `2^w`, nobody but the owner of number `S` finds its own number in `serving`. Of threads of which
//! any number may exist, there are fewer than `2^30` (as of steps, fewer than `2^31`).
//!
//! In that way numbers tell whose turn it is, and nothing else: the elements of an array with these numbers may have had another owner before.

mod last_steps;
mod lines;
mod writes;

use std::collections::BTreeSet;

use pepsin_digests::LockId;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use last_steps::LastSteps;
pub use last_steps::NarrowStep;
use lines::Lines;
pub use lines::{Line, LineWrites};
pub use writes::DispenserWrites;

use crate::semantics::state::Table;
use crate::values::ObjectId;

/// How far a take is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The dispenser was looked at.
    Seen,
    /// It has grown by so much.
    Taken(i64),
}

/// `scale · b + offset`, or up to `spread` more, where `b` is what a dispenser held when the ego looked at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the dispenser.
    pub dispenser: usize,
    /// How far the take is.
    pub stage: Stage,
    /// One, or the bytes of an element.
    pub scale: i64,
    /// What is added.
    pub offset: i64,
    /// How much more may be added.
    pub spread: i64,
    /// The object in which it is an address.
    pub object: Option<ObjectId>,
    /// Whether it may be zero instead.
    pub or_zero: bool,
    /// Whether `b` is the start of the ego's last step, and nothing wrapped around that was made of it.
    pub is_last: bool,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Zero, which a variable holds besides where there was nothing to take.
    Zero,
    /// Part of a take.
    Part(Part),
}

impl Part {
    /// What the ego sees that looks at a dispenser, which has grown since by so much.
    pub fn of(dispenser: usize, stage: Stage, offset: i64) -> Self {
        Part {
            dispenser,
            stage,
            scale: 1,
            offset,
            spread: 0,
            object: None,
            or_zero: false,
            is_last: false,
        }
    }

    /// The address of the element of an object with this index, where an element has `size` bytes.
    pub fn element(self, size: i64, object: ObjectId) -> Option<Self> {
        let scaled = self.scaled(size)?;
        self.object.is_none().then_some(Part {
            object: Some(object),
            ..scaled
        })
    }

    /// So many times the part.
    pub fn scaled(self, by: i64) -> Option<Self> {
        let is_number = by > 0 && !self.or_zero;
        Some(Part {
            scale: self.scale.checked_mul(by).filter(|_| is_number)?,
            offset: self.offset.checked_mul(by)?,
            spread: self.spread.checked_mul(by)?,
            is_last: false,
            ..self
        })
    }

    /// The part and a number from `least` to `most`.
    pub fn spread(self, (least, most): (i64, i64)) -> Option<Self> {
        let is_told = |spread: &i64| *spread == 0 || *spread > 0 && !self.or_zero;
        let spread = most.checked_sub(least).filter(is_told)?;
        Some(Part {
            spread: self.spread.checked_add(spread)?,
            is_last: self.is_last && spread == 0,
            ..self.shifted(least)?
        })
    }

    /// The part and a number.
    pub fn shifted(self, by: i64) -> Option<Self> {
        let offset = self.offset.checked_add(by)?;
        (by == 0 || !self.or_zero).then_some(Part { offset, ..self })
    }

    fn or_zero(self) -> Self {
        Part { or_zero: true, ..self }
    }

    /// What a variable holds that holds the one or the other, where neither may be zero instead.
    fn joined(self, other: Part) -> Option<Part> {
        let is_last = self.is_last && other.is_last;
        let (mine, theirs) = (Part { is_last, ..self }, Part { is_last, ..other });
        match mine == theirs {
            true => Some(mine),
            false => Some(mine.or_zero()).filter(|mine| *mine == theirs.or_zero()),
        }
    }
}

impl Share {
    /// The share and a number.
    pub fn shifted(self, by: i64) -> Option<Share> {
        match self {
            Share::Zero => (by == 0).then_some(self),
            Share::Part(part) => Some(Share::Part(part.shifted(by)?)),
        }
    }

    /// Whether it is forgotten when the lock is released.
    pub fn is_seen(&self) -> bool {
        matches!(self, Share::Part(part) if part.stage == Stage::Seen)
    }

    /// The share where its number may be an earlier one than the ego's last, or not be that number.
    #[must_use]
    pub fn not_last(self) -> Share {
        match self {
            Share::Zero => self,
            Share::Part(part) => Share::Part(Part { is_last: false, ..part }),
        }
    }

    fn is_seen_of(&self, dispenser: usize) -> bool {
        matches!(self, Share::Part(part) if (part.dispenser, part.stage) == (dispenser, Stage::Seen))
    }

    /// What a variable holds that holds the one or the other.
    fn joined(self, other: Share) -> Option<Share> {
        match (self, other) {
            (Share::Zero, Share::Zero) => Some(self),
            (Share::Part(part), Share::Zero) | (Share::Zero, Share::Part(part)) => Some(Share::Part(part.or_zero())),
            (Share::Part(mine), Share::Part(theirs)) => mine.joined(theirs).map(Share::Part),
        }
    }
}

/// A dispenser that the ego looked at under locks that it still holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The number of the dispenser.
    pub dispenser: usize,
    /// The locks held exclusively ever since.
    pub locks: Vec<LockId>,
    /// By how much the ego has made it grow.
    pub grown: Option<i64>,
}

/// What the ego took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Takes {
    shares: Table<(ObjectId, Share)>,
    looks: Table<Look>,
    result: Option<Box<Share>>,
    last_steps: LastSteps,
    lines: Lines,
}

impl Takes {
    /// What a thread took that starts.
    pub fn nothing() -> Self {
        Takes {
            last_steps: LastSteps::NONE,
            lines: Lines::IN_NONE,
            ..Takes::default()
        }
    }

    /// An `m` such that the ego has not stepped a dispenser yet, or started its last step below `2^m`.
    pub fn last_below(&self, dispenser: usize) -> Option<u8> {
        self.last_steps.below(dispenser)
    }

    /// The ego learns that its last step, if there was one, started at a number or below.
    pub fn bound_last(&mut self, dispenser: usize, most: i128) {
        self.last_steps.bound(dispenser, most);
    }

    /// Whether the ego waits in the line of a dispenser.
    pub fn line(&self, dispenser: usize) -> Line {
        self.lines.line(dispenser)
    }

    /// The ego has taken a number, and waits for its turn.
    pub fn wait_in_line(&mut self, dispenser: usize) {
        self.lines.enter(dispenser);
    }

    /// It is the ego's turn in the line of a dispenser.
    pub fn be_served(&mut self, dispenser: usize) {
        self.lines.leave(dispenser);
    }

    /// The private variables that hold a number of the ego's last step.
    pub fn holders_of_last(&self) -> impl Iterator<Item = (ObjectId, Part)> {
        self.shares.iter().filter_map(|(variable, share)| match share {
            Share::Part(part) if part.is_last && !part.or_zero && part.scale == 1 && part.object.is_none() => {
                Some((*variable, *part))
            }
            _ => None,
        })
    }

    /// The ego writes to a dispenser, which may be a step.
    pub fn step(&mut self, dispenser: usize) {
        self.last_steps.step(dispenser);
        if is_seeded(Bug::EarlierNumbersBound) {
            return;
        }
        let of_last = |share: &Share| matches!(share, Share::Part(part) if part.is_last && part.dispenser == dispenser);
        if self.shares.iter().any(|(_, share)| of_last(share)) {
            for (_, share) in self.shares.iter_mut().filter(|(_, share)| of_last(share)) {
                *share = share.not_last();
            }
        }
        if let Some(share) = self.result.as_deref_mut().filter(|share| of_last(share)) {
            *share = share.not_last();
        }
    }

    /// What private variables hold.
    pub fn shares(&self) -> &[(ObjectId, Share)] {
        &self.shares
    }

    /// What a private variable holds.
    pub fn share(&self, variable: ObjectId) -> Option<Share> {
        self.shares
            .iter()
            .find(|entry| entry.0 == variable)
            .map(|entry| entry.1)
    }

    /// A private variable gets a share.
    pub fn hold(&mut self, variable: ObjectId, share: Share) {
        self.forget(variable);
        self.shares.push((variable, share));
    }

    /// An object gets other contents.
    pub fn forget(&mut self, object: ObjectId) {
        self.retain(|entry| entry.0 != object);
    }

    /// Forgets the shares of other variables.
    pub fn retain(&mut self, keep: impl Fn(&(ObjectId, Share)) -> bool) {
        self.shares.retain(keep);
    }

    /// A function returns a value.
    pub fn set_result(&mut self, share: Option<Share>) {
        self.result = share.map(Box::new);
    }

    /// What the function returned that just ended.
    pub fn take_result(&mut self) -> Option<Share> {
        self.result.take().map(|share| *share)
    }

    /// The look at a dispenser.
    pub fn look(&self, dispenser: usize) -> Option<&Look> {
        self.looks.iter().find(|look| look.dispenser == dispenser)
    }

    /// The ego looks at a dispenser, under locks held exclusively.
    pub fn begin_look(&mut self, dispenser: usize, locks: Vec<LockId>) {
        self.look_away(dispenser);
        self.looks.push(Look {
            dispenser,
            locks,
            grown: None,
        });
    }

    /// The ego does not know any more what a dispenser holds.
    pub fn look_away(&mut self, dispenser: usize) {
        self.retain(|entry| !entry.1.is_seen_of(dispenser));
        self.result.take_if(|share| share.is_seen_of(dispenser));
        self.looks.retain(|look| look.dispenser != dispenser);
    }

    /// Only these locks are still held.
    pub fn keep_looks(&mut self, held: &[LockId]) {
        if is_seeded(Bug::SharesOutliveLocks) {
            return;
        }
        let is_held = |lock: &LockId| held.contains(lock);
        let closed = self.looks.iter().filter(|look| !look.locks.iter().any(is_held));
        let closed: Vec<usize> = closed.map(|look| look.dispenser).collect();
        closed.into_iter().for_each(|dispenser| self.look_away(dispenser));
        if !self.looks.iter().all(|look| look.locks.iter().all(is_held)) {
            for look in self.looks.iter_mut() {
                look.locks.retain(is_held);
            }
        }
    }

    /// What the ego knows when it has made a dispenser grow.
    #[must_use]
    pub fn grown(mut self, dispenser: usize, by: i64) -> Self {
        self.step(dispenser);
        for (_, share) in self.shares.iter_mut() {
            if let Share::Part(part) = share
                && (part.dispenser, part.stage) == (dispenser, Stage::Seen)
            {
                part.stage = Stage::Taken(by);
            }
        }
        for look in self.looks.iter_mut() {
            if look.dispenser == dispenser {
                look.grown = Some(by);
            }
        }
        self
    }
}

impl Lattice for Takes {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        let both = |(object, share): &(ObjectId, Share)| Some((*object, share.joined(other.share(*object)?)?));
        self.shares = self.shares.iter().filter_map(both).collect();
        let results = self.result.take().zip(other.result.as_deref());
        let result = results.and_then(|(mine, theirs)| mine.joined(*theirs));
        self.set_result(result);
        let looks = before.looks.iter().chain(other.looks.iter());
        let dispensers: BTreeSet<usize> = looks.map(|look| look.dispenser).collect();
        for dispenser in dispensers {
            if before.look(dispenser) != other.look(dispenser) {
                self.look_away(dispenser);
            }
        }
        self.last_steps.join(&other.last_steps);
        self.lines.join(&other.lines);
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let below = |mine: Option<Share>, theirs: Share| mine.is_some_and(|mine| mine.joined(theirs) == Some(theirs));
        other
            .shares
            .iter()
            .all(|(object, share)| below(self.share(*object), *share))
            && other
                .result
                .as_deref()
                .is_none_or(|share| below(self.result.as_deref().copied(), *share))
            && other.looks.iter().all(|look| self.look(look.dispenser) == Some(look))
            && self.last_steps.leq(&other.last_steps)
            && self.lines.leq(&other.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: LockId = LockId::new(0);

    fn variable(number: u32) -> ObjectId {
        ObjectId::new(number)
    }

    fn seen() -> Share {
        Share::Part(Part::of(0, Stage::Seen, 0))
    }

    fn looking() -> Takes {
        let mut takes = Takes::default();
        takes.begin_look(0, vec![LOCK]);
        takes.hold(variable(1), seen());
        takes
    }

    #[test]
    fn what_was_only_seen_is_forgotten_with_the_lock_and_what_was_taken_stays() {
        let mut only_seen = looking();
        only_seen.keep_looks(&[]);
        assert_eq!(only_seen.share(variable(1)), None);
        let mut taken = looking().grown(0, 2);
        taken.keep_looks(&[]);
        assert_eq!(
            taken.share(variable(1)),
            Some(Share::Part(Part::of(0, Stage::Taken(2), 0)))
        );
        assert!(taken.look(0).is_none());
    }

    #[test]
    fn a_share_or_zero_is_above_both() {
        let taken = looking().grown(0, 1);
        let mut nothing = taken.clone();
        nothing.hold(variable(1), Share::Zero);
        let mut joined = taken.clone();
        assert!(joined.join(&nothing));
        assert!(taken.leq(&joined) && nothing.leq(&joined) && !joined.leq(&taken));
        let Some(Share::Part(part)) = joined.share(variable(1)) else {
            panic!("the share is kept");
        };
        assert!(part.or_zero && part.element(4, variable(9)).is_none());
    }

    #[test]
    fn a_step_makes_the_last_number_an_earlier_one_and_bounds_nothing() {
        let mut takes = Takes::nothing();
        assert_eq!((takes.last_below(0), Takes::default().last_below(0)), (Some(0), None));
        let last = Part {
            is_last: true,
            ..Part::of(0, Stage::Taken(1), 0)
        };
        takes.step(0);
        takes.hold(variable(1), Share::Part(last));
        takes.step(1);
        assert_eq!(takes.holders_of_last().collect::<Vec<_>>(), [(variable(1), last)]);
        for (most, power) in [(1000, 10), (255, 8), (256, 8), (0, 0), (-7, 0)] {
            takes.bound_last(0, most);
            assert_eq!(takes.last_below(0), Some(power), "{most}");
        }
        takes.step(0);
        assert_eq!((takes.last_below(0), takes.holders_of_last().count()), (None, 0));
    }
}
