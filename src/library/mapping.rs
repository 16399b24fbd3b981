//! Flags of `mmap` (Linux, mmap(2)).

/// `MAP_SHARED`; `MAP_SHARED_VALIDATE` has its bit, too.
pub const SHARED: u64 = 1;
/// `MAP_PRIVATE`.
pub const PRIVATE: u64 = 2;
/// `MAP_ANONYMOUS`.
pub const ANONYMOUS: u64 = 0x20;
/// `MAP_FIXED` and `MAP_FIXED_NOREPLACE`.
pub const FIXED: u64 = 0x10_0010;
