//! The study: which digests prove how many tasks.
//!
//! Each task is solved once, with all digests tracked; what remains of it is, for each conflicting pair, the set of rows
//! that exclude it ([`Outcome`]). A configuration, a set of rows, proves a task iff it meets the set of every pair,
//! so any number of configurations costs no more than one (Schwarz and Erhard, 2025, Fig. 8).
//! What is measured that way is the use of a predicate; what a digest does for the values and for other digests shows only
//! if it is not tracked at all, and then each configuration is solved anew.
//!
//! This layer does not know how a task is solved: it takes outcomes and gives tables and pictures.

mod benchexec;
mod configuration;
mod outcome;
mod picture;
mod plots;
mod published;
mod table;

pub use configuration::{Configuration, configurations};
pub use outcome::{Answer, Outcome, Score, Solved, Study, Tally};
pub use picture::svg;
pub use plots::{Kind, PLOTS, Plot};
pub use published::{Compared, Published};
pub use table::{TABLES, Table, csv, json, latex, markdown, text};
