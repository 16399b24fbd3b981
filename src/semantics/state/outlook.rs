//! All of a state on which it depends what watched variables hold ([`crate::semantics::claims::watched`]).

use crate::values::Contents;
use pepsin_digests::LockId;

/// All of a state besides its past on which it depends what the watched variables hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// In the order in which the variables are watched.
    pub views: Vec<View>,
}

/// What the ego knows of a watched variable.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub contents: Contents,
    /// The locks held since that is current.
    pub since: Vec<LockId>,
    /// Whether others may reach it.
    pub is_shared: bool,
}
