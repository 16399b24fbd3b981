//! What the solver tells of its way, to those who ask why a solution is as it is.
//!
//! It is told through the facade `log`, as traces under the targets below; nothing is put into words unless somebody listens.

use crate::system::System;

/// The target of evaluations: `evaluates X, time n`.
pub const SOLVE: &str = "solve";
/// The target of widenings and narrowings: `widens X: what differs`.
pub const WIDEN: &str = "widen";

/// Whether somebody listens to a target.
pub fn is_on(target: &'static str) -> bool {
    log::log_enabled!(target: target, log::Level::Trace)
}

/// Tells that the value of `x` was extrapolated.
pub(crate) fn extrapolated<S: System + ?Sized>(
    system: &S,
    how: &str,
    x: S::Local,
    before: &S::Value,
    after: &S::Value,
) {
    let name = system.name_of_local(x);
    log::trace!(target: WIDEN, "{how} {name}: {}", system.difference(before, after));
}
