//! To be written.
pub mod library;
