//! Side-effecting constraint systems: what a client of the solver writes.
//!
//! A system has *local* unknowns x, each with a right-hand side f_x, and *global* unknowns g without one.
//! While f_x is evaluated it may read unknowns and contribute to unknowns:
//!
//! ```text
//!     (σ x, contributions)  ⊒  f_x (get σ)        for every local x that is reached
//!     σ g                   ⊒  ⨆ { v | some reached f_x does side g v }
//!     σ y                   ⊒  ⨆ { v | some reached f_x does start y v }
//! ```
//!
//! Which unknowns there are is known only by evaluating: a local is *reached* if it is a root, or
//! if a reached right-hand side gets, starts or demands it.
//! (Apinis, Seidl and Vojdani, "Side-effecting constraint systems: a Swiss army knife for program analysis", APLAS 2012;
//! Vojdani et al., "Static race detection for device drivers: the Goblint approach", ASE 2016, section 4.)

use std::fmt::Debug;
use std::hash::Hash;

use pepsin_lattice::Widen;

use crate::update::UpdateRule;

/// The solver's answer that it will not go on: a budget ended.
///
/// It unwinds through right-hand sides by `?`.
/// A right-hand side that returns it of its own accord ends the solving as [`crate::Cut::System`], or for the reason of the
/// [`crate::Interrupt`] that asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// A side-effecting constraint system.
///
/// Right-hand sides must be *pure* in the sense that the result and the effects depend on nothing
/// but what was read through [`Io`]; they need not be monotone.
pub trait System {
    /// The name of a local unknown.
    type Local: Copy + Eq + Hash + Debug;
    /// The lattice of values of local unknowns; cloning must be cheap.
    type Value: Widen;
    /// The name of a global unknown.
    type Global: Copy + Eq + Hash + Debug;
    /// The lattice of facts of global unknowns; cloning must be cheap.
    type Fact: Widen;

    /// The right-hand side of `x`, evaluated against what `io` answers.
    ///
    /// # Errors
    /// [`Stop`] when `io` gave it; it is passed on by `?`.
    fn eval(&self, x: Self::Local, io: &mut dyn Io<Self>) -> Result<Self::Value, Stop>;

    /// How the contributions to `g` make up its fact.
    fn update_rule(&self, g: Self::Global) -> UpdateRule {
        let _ = g;
        UpdateRule::default()
    }

    /// The names of the parts in which two values of a local differ, for a profile.
    fn parts_that_differ(&self, before: &Self::Value, after: &Self::Value) -> Vec<&'static str> {
        let _ = (before, after);
        vec!["value"]
    }

    /// What a local unknown is called in a trace.
    fn name_of_local(&self, x: Self::Local) -> String {
        format!("{x:?}")
    }

    /// What a global unknown is called in a trace.
    fn name_of_global(&self, g: Self::Global) -> String {
        format!("{g:?}")
    }

    /// In what two values of a local differ, for a trace.
    fn difference(&self, before: &Self::Value, after: &Self::Value) -> String {
        self.parts_that_differ(before, after).join(", ")
    }

    /// The name of the kind of a global, for a profile.
    fn kind_of_global(&self, g: Self::Global) -> &'static str {
        let _ = g;
        "global"
    }
}

/// What a right-hand side can do while it is evaluated.
///
/// The unknown under evaluation is called the *origin* of the contributions made.
pub trait Io<S: System + ?Sized> {
    /// The value of the local unknown `x`, which is solved first where possible; recorded as a dependency.
    ///
    /// # Errors
    /// [`Stop`] when a budget ended.
    fn get(&mut self, x: S::Local) -> Result<S::Value, Stop>;

    /// The fact of the global `g`, bottom if nothing was contributed yet; recorded as a dependency.
    fn global(&mut self, g: S::Global) -> S::Fact;

    /// Contributes `v` to the global `g`.
    ///
    /// Several contributions to one global within one evaluation are joined; a bottom one is none.
    fn side(&mut self, g: S::Global, v: S::Fact);

    /// Contributes `v` to the local unknown `x` (the entry of a function or thread), and demands it.
    ///
    /// The value of `x` is what its own right-hand side gives, joined with all starts. A bottom one is none.
    fn start(&mut self, x: S::Local, v: S::Value);

    /// Has `x` solved too, later and without a dependency (the end of a thread's body).
    fn demand(&mut self, x: S::Local);
}
