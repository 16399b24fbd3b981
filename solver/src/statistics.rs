//! What solving took, as plain data.

/// Counters of one run of the solver. All of them are deterministic unless the run was cut by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Local unknowns that were ever met.
    pub locals: usize,
    /// Global unknowns that were ever met.
    pub globals: usize,
    /// Local unknowns that the solution consists of.
    pub reached: usize,
    /// Right-hand sides evaluated.
    pub evaluations: u64,
    /// Evaluations that left the value of their unknown as it was.
    pub unchanging: u64,
    /// The work that was done; see [`crate::SolverSettings::work`].
    pub work: u64,
    /// Times a suspected unknown was checked, by solving what it had read.
    pub checks: u64,
    /// Checks that spared the evaluation.
    pub spared: u64,
    /// Local unknowns at which values are widened.
    pub widening_points: usize,
    /// Widening steps, of locals and of contributions.
    pub widenings: u64,
    /// Narrowing steps, of locals and of contributions.
    pub narrowings: u64,
    /// Contributions that were withdrawn since their origin no longer makes them or is no longer reached.
    pub withdrawals: u64,
    /// Changes of facts of globals.
    pub global_updates: u64,
    /// The most unknowns under evaluation at once.
    pub max_depth: usize,
    /// Times the reached unknowns were determined from the roots, to withdraw what the others contributed.
    pub collections: u64,
}
