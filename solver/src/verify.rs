//! Verification: that a solution satisfies its constraints is checked, not believed.
//!
//! For each local x of the solution, in the order in which they were met, f_x is evaluated once, reading the solution:
//!
//! ```text
//!     f_x (get σ) ⊑ σ x,    side g v: v ⊑ σ g,    start y v: v ⊑ σ y,    get, start, demand y: y ∈ dom σ
//! ```
//!
//! and the roots are in dom σ. That makes σ a post-solution of the constraints of all unknowns
//! reached, whatever the solver did to find it. (Seidl and Vogler, MSCS 2022, section 2: partial post-solutions.)
//!
//! The system may be another one than that which was solved, with the same unknowns and lattices:
//! one that records what it passes, for instance. It sees each unknown once, and only final values.

use std::fmt;

use pepsin_lattice::{Bottom, Lattice};

use crate::budget::Cut;
use crate::interrupt::Interrupt;
use crate::solution::Solution;
use crate::system::{Io, Stop, System};

/// The constraints hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The right-hand sides evaluated, one for each local of the solution.
    pub evaluations: usize,
    /// The contributions checked: sides, starts and demands.
    pub effects: usize,
}

/// The first constraint, in the order of evaluation, that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation<L, G> {
    /// The solution is partial.
    Cut(Cut),
    /// A root is not in the solution.
    RootMissing(L),
    /// The right-hand side of the local gives more than its value.
    ValueExceeded(L),
    /// The origin contributes more to the global than its fact.
    FactExceeded {
        /// Who contributes.
        origin: L,
        /// Contributed to.
        global: G,
    },
    /// The origin starts the local with more than its value.
    StartExceeded {
        /// Who contributes.
        origin: L,
        /// Contributed to.
        started: L,
    },
    /// The origin gets, starts or demands a local that is not in the solution.
    LocalMissing {
        /// Who needs it.
        origin: L,
        /// What is not there.
        missing: L,
    },
    /// The right-hand side of the local returned [`Stop`], though nothing stopped it.
    Stopped(L),
}

impl<L: fmt::Debug, G: fmt::Debug> fmt::Display for Violation<L, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut(cut) => write!(f, "the solution is partial, cut by {cut:?}"),
            Self::RootMissing(root) => write!(f, "the root {root:?} is not in the solution"),
            Self::ValueExceeded(x) => write!(f, "the value of {x:?} is exceeded"),
            Self::FactExceeded { origin, global } => {
                write!(f, "{origin:?} contributes more to {global:?} than its fact")
            }
            Self::StartExceeded { origin, started } => {
                write!(f, "{origin:?} starts {started:?} with more than its value")
            }
            Self::LocalMissing { origin, missing } => {
                write!(f, "{origin:?} needs {missing:?}, which is not in the solution")
            }
            Self::Stopped(x) => write!(f, "the evaluation of {x:?} stopped"),
        }
    }
}

impl<L: fmt::Debug, G: fmt::Debug> std::error::Error for Violation<L, G> {}

impl<S: System + ?Sized> Solution<S> {
    /// Evaluates each right-hand side of `system` once more against this solution.
    ///
    /// All are evaluated, in the order of [`Solution::locals`], even after a violation, and for
    /// a partial solution too; so a recording system sees everything.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn verify<T>(&self, system: &T) -> Result<Verified, Violation<S::Local, S::Global>>
    where
        T: System<Local = S::Local, Value = S::Value, Global = S::Global, Fact = S::Fact> + ?Sized,
    {
        self.verify_until(system, &Interrupt::default())
    }

    /// As [`Solution::verify`], but ends with the violation [`Violation::Cut`] when somebody asks for it.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn verify_until<T>(&self, system: &T, interrupt: &Interrupt) -> Result<Verified, Violation<S::Local, S::Global>>
    where
        T: System<Local = S::Local, Value = S::Value, Global = S::Global, Fact = S::Fact> + ?Sized,
    {
        let mut check = Check {
            solution: self,
            origin: None,
            effects: 0,
            violation: self.cut_by().map(Violation::Cut),
        };
        for &root in self.roots() {
            if self.value(root).is_none() {
                check.violated(Violation::RootMissing(root));
            }
        }
        for (x, value) in self.locals() {
            if let Some(cut) = interrupt.reason() {
                check.violated(Violation::Cut(cut));
                break;
            }
            check.origin = Some(x);
            match system.eval(x, &mut check) {
                Ok(given) if given.leq(value) => {}
                Ok(_) => check.violated(Violation::ValueExceeded(x)),
                Err(Stop) => check.violated(match interrupt.reason() {
                    Some(cut) => Violation::Cut(cut),
                    None => Violation::Stopped(x),
                }),
            }
        }
        match check.violation {
            Some(violation) => Err(violation),
            None => Ok(Verified {
                evaluations: self.locals().len(),
                effects: check.effects,
            }),
        }
    }
}

/// What right-hand sides see while they are verified.
struct Check<'v, S: System + ?Sized> {
    solution: &'v Solution<S>,
    /// The unknown under evaluation.
    origin: Option<S::Local>,
    effects: usize,
    violation: Option<Violation<S::Local, S::Global>>,
}

impl<S: System + ?Sized> Check<'_, S> {
    fn violated(&mut self, violation: Violation<S::Local, S::Global>) {
        self.violation.get_or_insert(violation);
    }

    /// Notes a violation of the unknown under evaluation.
    fn violated_by_origin(&mut self, violation: impl FnOnce(S::Local) -> Violation<S::Local, S::Global>) {
        if let Some(origin) = self.origin {
            self.violated(violation(origin));
        }
    }

    /// The value of `x`, which must be in the solution.
    fn value(&mut self, x: S::Local) -> Option<&S::Value> {
        let value = self.solution.value(x);
        if value.is_none() {
            self.violated_by_origin(|origin| Violation::LocalMissing { origin, missing: x });
        }
        value
    }
}

impl<S, T> Io<T> for Check<'_, S>
where
    S: System + ?Sized,
    T: System<Local = S::Local, Value = S::Value, Global = S::Global, Fact = S::Fact> + ?Sized,
{
    fn get(&mut self, x: S::Local) -> Result<S::Value, Stop> {
        Ok(self.value(x).cloned().unwrap_or_else(S::Value::bottom))
    }

    fn global(&mut self, g: S::Global) -> S::Fact {
        let fact = self.solution.fact(g);
        fact.cloned().unwrap_or_else(S::Fact::bottom)
    }

    fn side(&mut self, g: S::Global, v: S::Fact) {
        self.effects += 1;
        let holds = v.is_bottom() || self.solution.fact(g).is_some_and(|fact| v.leq(fact));
        if !holds {
            self.violated_by_origin(|origin| Violation::FactExceeded { origin, global: g });
        }
    }

    fn start(&mut self, x: S::Local, v: S::Value) {
        self.effects += 1;
        if v.is_bottom() {
            return;
        }
        if self.value(x).is_some_and(|value| !v.leq(value)) {
            self.violated_by_origin(|origin| Violation::StartExceeded { origin, started: x });
        }
    }

    fn demand(&mut self, x: S::Local) {
        self.effects += 1;
        self.value(x);
    }
}
