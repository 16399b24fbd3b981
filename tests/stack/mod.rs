//! How deep analyses in tests may go.

/// Stack of an analysis, in bytes.
pub const STACK: usize = 256 << 20;
