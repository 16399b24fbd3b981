//! Deadlocks in reports: their part of the data model, and how each format tells it.

mod model;
mod page;
mod sarif;
mod text;

pub use model::{
    BlockedReport, CircleReport, CircleShape, DeadlockVerdict, DeadlocksReport, ExecutedReport, LockFaultReport,
    LockOrderReport, UncoveredReport,
};
pub(super) use page::write_page;
pub(super) use sarif::{results, rule};
pub(super) use text::write_text;
