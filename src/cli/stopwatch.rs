//! What a run took: the time of each stage, and memory. It differs from run to run, so it is reported only if it is asked for.

use crate::pipeline::Stage;
use crate::report::Report;
use std::cell::RefCell;
use std::time::Instant;

/// Measures the stages of a run.
#[derive(Default)]
pub struct Stopwatch {
    /// The stages begun so far, and when.
    begun: RefCell<Vec<(Stage, Instant)>>,
}

impl Stopwatch {
    /// A stage begins.
    pub fn begin(&self, stage: Stage) {
        self.begun.borrow_mut().push((stage, Instant::now()));
    }

    /// The milliseconds of each stage until now, those that were begun several times summed up, and the largest
    /// memory of the process in MiB, where the system tells it.
    fn figures(&self) -> Vec<(&'static str, u64)> {
        let begun = self.begun.borrow();
        let ends = begun.iter().skip(1).map(|(_, end)| *end);
        let mut figures: Vec<(&'static str, u64)> = Vec::new();
        for ((stage, start), end) in begun.iter().zip(ends.chain([Instant::now()])) {
            let name = match stage {
                Stage::Reading => "milliseconds reading",
                Stage::Solving => "milliseconds solving",
                Stage::Pairing => "milliseconds pairing",
                Stage::Exploring => "milliseconds exploring",
                Stage::Visiting => "milliseconds visiting",
            };
            let spent = u64::try_from(end.duration_since(*start).as_millis()).unwrap_or(u64::MAX);
            match figures.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += spent,
                None => figures.push((name, spent)),
            }
        }
        figures.extend(peak_memory().map(|mebibytes| ("peak MiB", mebibytes)));
        figures
    }

    /// Adds the figures to a report.
    pub fn add_to(&self, report: &mut Report) {
        let figures = self.figures().into_iter();
        report
            .statistics
            .0
            .extend(figures.map(|(name, value)| (name.into(), value)));
    }
}

/// `VmHWM` of `/proc/self/status`, in MiB.
fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}
