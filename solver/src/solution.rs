//! What solving gives: values of the unknowns reached, facts of globals.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::budget::Cut;
use crate::profile::Profile;
use crate::statistics::Statistics;
use crate::system::System;

/// Values of the local unknowns reached and facts of the globals contributed to, in the order in which they were met.
///
/// Unless [`Solution::cut_by`] is set, it satisfies all constraints; [`Solution::verify`] checks that.
pub struct Solution<S: System + ?Sized> {
    roots: Vec<S::Local>,
    locals: Vec<(S::Local, S::Value, u32)>,
    local_places: HashMap<S::Local, usize, FxBuildHasher>,
    globals: Vec<(S::Global, S::Fact)>,
    global_places: HashMap<S::Global, usize, FxBuildHasher>,
    statistics: Statistics,
    profile: Profile,
    cut_by: Option<Cut>,
}

impl<S: System + ?Sized> Solution<S> {
    pub(crate) fn new(
        roots: Vec<S::Local>,
        locals: impl Iterator<Item = (S::Local, S::Value, u32)>,
        globals: impl Iterator<Item = (S::Global, S::Fact)>,
        mut statistics: Statistics,
        profile: Profile,
        cut_by: Option<Cut>,
    ) -> Self {
        let locals: Vec<_> = locals.collect();
        let globals: Vec<_> = globals.collect();
        statistics.reached = locals.len();
        let places = locals.iter().enumerate().map(|(at, (x, ..))| (*x, at));
        let local_places = places.collect();
        let places = globals.iter().enumerate().map(|(at, (g, _))| (*g, at));
        let global_places = places.collect();
        Self {
            roots,
            locals,
            local_places,
            globals,
            global_places,
            statistics,
            profile,
            cut_by,
        }
    }

    /// The roots that were solved.
    pub fn roots(&self) -> &[S::Local] {
        &self.roots
    }

    /// The local unknowns reached with their values, in the order in which they were met.
    pub fn locals(&self) -> impl ExactSizeIterator<Item = (S::Local, &S::Value)> {
        self.locals.iter().map(|(x, value, _)| (*x, value))
    }

    /// How often the right-hand side of each local unknown reached was evaluated, in the order in which they were met.
    pub fn evaluations(&self) -> impl ExactSizeIterator<Item = (S::Local, u32)> {
        self.locals.iter().map(|(x, _, evaluations)| (*x, *evaluations))
    }

    /// The account of the effort; empty unless one was kept.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The globals with a fact other than bottom, in the order in which they were met.
    pub fn globals(&self) -> impl ExactSizeIterator<Item = (S::Global, &S::Fact)> {
        self.globals.iter().map(|(g, fact)| (*g, fact))
    }

    /// The value of `x`; `None` if it is not reached.
    pub fn value(&self, x: S::Local) -> Option<&S::Value> {
        self.local_places.get(&x).map(|&at| &self.locals[at].1)
    }

    /// The fact of `g`; `None` if nothing is contributed to it, so that it is bottom.
    pub fn fact(&self, g: S::Global) -> Option<&S::Fact> {
        self.global_places.get(&g).map(|&at| &self.globals[at].1)
    }

    /// What solving took.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The budget that cut the solving short; the solution is then partial, and nothing may be concluded from it.
    pub fn cut_by(&self) -> Option<Cut> {
        self.cut_by
    }
}
