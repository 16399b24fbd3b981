//! Three-valued truth: what a condition may be.

/// The outcomes that a condition may have. With neither, the condition is never evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truth {
    /// It may hold (the value may be other than zero).
    pub may_hold: bool,
    /// It may fail (the value may be zero).
    pub may_fail: bool,
}

impl Truth {
    /// Never evaluated.
    pub const NEVER: Truth = Truth {
        may_hold: false,
        may_fail: false,
    };
    /// Certainly holds.
    pub const HOLDS: Truth = Truth {
        may_hold: true,
        may_fail: false,
    };
    /// Certainly fails.
    pub const FAILS: Truth = Truth {
        may_hold: false,
        may_fail: true,
    };
    /// May hold and may fail.
    pub const UNKNOWN: Truth = Truth {
        may_hold: true,
        may_fail: true,
    };

    /// The truth of the negated condition.
    pub fn negate(self) -> Truth {
        Truth {
            may_hold: self.may_fail,
            may_fail: self.may_hold,
        }
    }

    /// All outcomes of either.
    pub fn join(self, other: Truth) -> Truth {
        Truth {
            may_hold: self.may_hold || other.may_hold,
            may_fail: self.may_fail || other.may_fail,
        }
    }
}
