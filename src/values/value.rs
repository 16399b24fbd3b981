//! Abstract scalars: what a variable of arithmetic or pointer type, or a thread handle, may hold.
//!
//! A concrete scalar is a number, an address, or the handle of a thread.
//! An element is a tuple (integer, addresses, threads), and stands for the *union* of what its components stand for;
//! null is the number 0. Since the components live side by side, casts between pointers and integers keep all of them,
//! and `(void *)i`, `(int)arg`, error pointers and handles kept in integers need no special treatment.
//! Memory that was never written is *indeterminate*: it holds any number, but no address of an object.
//!
//! Numbers are a few words; addresses and threads are one shared allocation, so a clone never allocates.

pub mod comparison;
pub mod operators;
pub mod refinement;

#[cfg(test)]
mod soundness;

use std::fmt;
use std::sync::{Arc, LazyLock};

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::address::{Addresses, Origin};
use super::integer::Integer;
use super::object::{ObjectId, ThreadId};
use super::offsets::Offsets;
use super::scalar::Scalar;
use super::threads::Threads;
use super::truth::Truth;

pub use operators::Operation;

/// An abstract scalar; see the head of this module.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Value {
    integer: Integer,
    /// Absent if nothing of it is there.
    rest: Option<Arc<Rest>>,
}

/// What is not a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Rest {
    addresses: Addresses,
    threads: Threads,
    indeterminate: bool,
}

static NO_REST: Rest = Rest {
    addresses: Addresses::NONE,
    threads: Threads::NONE,
    indeterminate: false,
};

/// Much memory is never written, so this is kept once.
static NEVER_WRITTEN: LazyLock<Arc<Rest>> = LazyLock::new(|| {
    Arc::new(Rest {
        indeterminate: true,
        ..NO_REST.clone()
    })
});

impl Value {
    /// The number zero, and the null pointer.
    pub const ZERO: Value = Value {
        integer: Integer::ZERO,
        rest: None,
    };

    /// Any number: what is known of a floating-point value.
    pub const ANY_NUMBER: Value = Value {
        integer: Integer::ANY,
        rest: None,
    };

    /// No value at all.
    pub const NOTHING: Value = Value {
        integer: Integer::EMPTY,
        rest: None,
    };

    /// Exactly one number.
    pub fn constant(value: i128) -> Self {
        Value {
            integer: Integer::constant(value),
            rest: None,
        }
    }

    /// Numbers only.
    pub fn integer(integer: Integer) -> Self {
        Value { integer, rest: None }
    }

    /// The value of a comparison with this outcome, as `int`.
    pub fn of_truth(truth: Truth) -> Self {
        Self::integer(Integer::of_truth(truth))
    }

    /// The address of a byte of an object.
    pub fn address(object: ObjectId, offset: i64) -> Self {
        Self::addresses(Addresses::of(object, Offsets::constant(offset)))
    }

    /// Addresses only.
    pub fn addresses(addresses: Addresses) -> Self {
        Self::of_parts(Integer::EMPTY, addresses, Threads::default(), false)
    }

    /// The handle of one thread.
    pub fn thread(thread: ThreadId) -> Self {
        Self::threads(Threads::one(thread))
    }

    /// Thread handles only.
    pub fn threads(threads: Threads) -> Self {
        Self::of_parts(Integer::EMPTY, Addresses::default(), threads, false)
    }

    /// What memory holds that was never written: any number, no address.
    pub fn indeterminate() -> Self {
        Value {
            integer: Integer::ANY,
            rest: Some(Arc::clone(&NEVER_WRITTEN)),
        }
    }

    /// Anything: any number, any address, any thread. `origin` is where it came from.
    pub fn unknown(origin: impl Into<Origin>) -> Self {
        Self::of_parts(Integer::ANY, Addresses::unknown(origin), Threads::unknown(), false)
    }

    /// Any number of a type.
    pub fn any_number_of(ty: Scalar) -> Self {
        match ty {
            Scalar::Bool => Self::integer(Integer::interval(0, 1)),
            Scalar::Float { .. } => Self::ANY_NUMBER,
            Scalar::Integer(_) | Scalar::Pointer { .. } => Self::integer(Integer::all(ty.integer_type())),
        }
    }

    /// Anything that a variable of a type may hold: addresses and threads, too, if it is wide enough for them.
    pub fn top(ty: Scalar, origin: impl Into<Origin>) -> Self {
        match ty {
            Scalar::Integer(_) | Scalar::Pointer { .. } => Self::unknown(origin).cast(ty, ty),
            Scalar::Bool | Scalar::Float { .. } => Self::any_number_of(ty),
        }
    }

    /// A value from its components.
    pub fn of_parts(integer: Integer, addresses: Addresses, threads: Threads, indeterminate: bool) -> Self {
        let rest = Rest {
            addresses,
            threads,
            indeterminate,
        };
        let rest = (rest != NO_REST).then(|| Arc::new(rest));
        Value { integer, rest }
    }

    /// The numbers that it may be.
    pub fn as_integer(&self) -> &Integer {
        &self.integer
    }

    /// The addresses that it may be.
    pub fn as_addresses(&self) -> &Addresses {
        &self.rest().addresses
    }

    /// The threads whose handle it may be.
    pub fn as_threads(&self) -> &Threads {
        &self.rest().threads
    }

    /// Whether it may never have been written.
    pub fn is_indeterminate(&self) -> bool {
        self.rest().indeterminate
    }

    /// The number, if it is exactly one.
    pub fn as_constant(&self) -> Option<i128> {
        self.integer.as_constant().filter(|_| self.rest.is_none())
    }

    /// The object and offsets, if it is an address in exactly one object.
    pub fn as_address(&self) -> Option<(ObjectId, Offsets)> {
        let rest = self
            .rest
            .as_ref()
            .filter(|rest| self.integer.is_bottom() && rest.threads.is_bottom())?;
        rest.addresses.single()
    }

    /// The object and offsets, if it is an address in exactly one object, or null, which leads nowhere.
    pub fn as_address_or_null(&self) -> Option<(ObjectId, Offsets)> {
        let leads_nowhere = self.integer.is_bottom() || self.integer.as_constant() == Some(0);
        let rest = self
            .rest
            .as_ref()
            .filter(|rest| leads_nowhere && rest.threads.is_bottom())?;
        rest.addresses.single()
    }

    /// The thread, if it is exactly one and nothing else.
    pub fn as_thread(&self) -> Option<ThreadId> {
        let rest = self
            .rest
            .as_ref()
            .filter(|rest| self.integer.is_bottom() && rest.addresses.is_bottom())?;
        rest.threads.single()
    }

    /// Whether it may be the null pointer.
    pub fn may_be_null(&self) -> bool {
        self.integer.contains(0)
    }

    /// Whether it is zero or not, as a condition. Addresses of objects are not null.
    pub fn truth(&self) -> Truth {
        let rest = self.rest();
        let mut truth = self.integer.truth();
        truth.may_hold |= !rest.addresses.is_bottom() || !rest.threads.is_bottom();
        truth.may_fail |= rest.addresses.origin().is_some() || !rest.threads.is_bottom();
        truth
    }

    /// The objects that it may point to, in order.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.as_addresses().objects()
    }

    /// The same value with other objects in place of those that `rename` renames.
    pub fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Self {
        if self.objects().all(|object| rename(object) == object) {
            return self.clone();
        }
        self.with_addresses(self.as_addresses().substitute(rename))
    }

    /// The same value with other numbers.
    pub fn with_integer(&self, integer: Integer) -> Self {
        Value {
            integer,
            rest: self.rest.clone(),
        }
    }

    /// The same value with other addresses.
    pub fn with_addresses(&self, addresses: Addresses) -> Self {
        let rest = self.rest();
        Self::of_parts(
            self.integer.clone(),
            addresses,
            rest.threads.clone(),
            rest.indeterminate,
        )
    }

    /// `self ▽ next` with thresholds (sorted) for numbers; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        let integer = self.integer.widen_with(&next.integer, thresholds);
        let rest = self.change_rest(next, |mine, next| {
            let addresses = mine.addresses.widen(&next.addresses);
            mine.join_threads(next) || addresses
        });
        integer || rest
    }

    /// `self △ next` with the thresholds used for widening; returns whether `self` changed.
    pub fn narrow_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        if !next.leq(self) {
            return false;
        }
        let integer = self.integer.narrow_with(&next.integer, thresholds);
        if self.rest == next.rest {
            return integer;
        }
        let mut addresses = self.as_addresses().clone();
        addresses.narrow(next.as_addresses());
        let narrowed = Self::of_parts(
            self.integer.clone(),
            addresses,
            next.as_threads().clone(),
            next.is_indeterminate(),
        );
        let changed = narrowed != *self;
        *self = narrowed;
        integer || changed
    }

    fn rest(&self) -> &Rest {
        self.rest.as_deref().unwrap_or(&NO_REST)
    }

    /// Combines what is not a number with that of `other`, and returns whether it changed.
    fn change_rest(&mut self, other: &Self, combine: impl FnOnce(&mut Rest, &Rest) -> bool) -> bool {
        match (&mut self.rest, &other.rest) {
            (_, None) => false,
            (mine @ None, Some(theirs)) => {
                *mine = Some(Arc::clone(theirs));
                true
            }
            (Some(mine), Some(theirs)) => {
                if Arc::ptr_eq(mine, theirs) || theirs.leq(mine) {
                    return false;
                }
                combine(Arc::make_mut(mine), theirs)
            }
        }
    }
}

impl Rest {
    fn leq(&self, other: &Rest) -> bool {
        self.addresses.leq(&other.addresses)
            && self.threads.leq(&other.threads)
            && (other.indeterminate || !self.indeterminate)
    }

    /// Joins all but the addresses.
    fn join_threads(&mut self, other: &Rest) -> bool {
        let threads = self.threads.join(&other.threads);
        let indeterminate = other.indeterminate && !self.indeterminate;
        self.indeterminate |= other.indeterminate;
        threads || indeterminate
    }
}

impl Lattice for Value {
    fn join(&mut self, other: &Self) -> bool {
        let integer = self.integer.join(&other.integer);
        let rest = self.change_rest(other, |mine, theirs| {
            let addresses = mine.addresses.join(&theirs.addresses);
            mine.join_threads(theirs) || addresses
        });
        integer || rest
    }

    fn leq(&self, other: &Self) -> bool {
        self.integer.leq(&other.integer)
            && match (&self.rest, &other.rest) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(mine), Some(theirs)) => Arc::ptr_eq(mine, theirs) || mine.leq(theirs),
            }
    }
}

impl Bottom for Value {
    fn bottom() -> Self {
        Self::NOTHING
    }

    fn is_bottom(&self) -> bool {
        self.integer.is_bottom() && self.rest.is_none()
    }
}

impl Widen for Value {
    fn widen(&mut self, next: &Self) -> bool {
        self.widen_with(next, &[])
    }

    fn narrow(&mut self, next: &Self) -> bool {
        self.narrow_with(next, &[])
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.integer)?;
        match &self.rest {
            None => Ok(()),
            Some(rest) => {
                for (object, offsets) in rest.addresses.targets() {
                    write!(to, " | &{}+{offsets}", object.index())?;
                }
                if rest.addresses.origin().is_some() {
                    to.write_str(" | &?")?;
                }
                for thread in rest.threads.known() {
                    write!(to, " | thread {}", thread.index())?;
                }
                to.write_str(if rest.threads.has_unknown() { " | thread ?" } else { "" })?;
                to.write_str(if rest.indeterminate { " | indeterminate" } else { "" })
            }
        }
    }
}
