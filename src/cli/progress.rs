//! Progress on a terminal; nothing when standard error is not one.

use crate::pipeline::Stage;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A line that tells the stage of an analysis, and goes away when it is dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// A line without a stage. It draws itself only on a terminal.
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress(bar)
    }

    /// Tells that a stage begins.
    pub fn begin(&self, stage: Stage) {
        self.0.set_message(match stage {
            Stage::Reading => "reading the source",
            Stage::Solving => "solving the constraint system",
            Stage::Pairing => "comparing accesses",
            Stage::Exploring => "searching executions",
            Stage::Visiting => "visiting all states",
        });
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar over many tasks.
pub fn bar(tasks: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(tasks as u64).with_style(style)
}
