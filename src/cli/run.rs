//! A run that ends in time: limits and signals end it with a report, whatever it is doing.
//!
//! Stages that are asked to end do so with what they have, and the subcommand tells it. If they do not in time, the last words are said
//! in the thread that measures: a report without findings. Whoever comes first tells; the other one finds the floor taken.

use super::{Exit, Failure, output, signals};
use crate::config::Settings;
use crate::limits::Watch;
use crate::races::Cut;
use crate::semantics::cut_of;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};

/// A run under way.
pub struct Run {
    watch: Watch,
    floor: Arc<Floor>,
}

/// Held by whoever tells a result; inside, how the run ends once that is told.
type Floor = Mutex<Option<Exit>>;

/// What is told of a run that does not end by itself.
pub struct LastWords {
    /// The text.
    pub text: String,
    /// The file for it, if not standard output.
    pub file: Option<PathBuf>,
    /// How the run ends.
    pub exit: Exit,
}

impl Run {
    /// Begins a run within the limits of the settings.
    pub fn begin(settings: &Settings, last_words: impl FnOnce(Cut) -> LastWords + Send + 'static) -> Self {
        signals::listen();
        let floor: Arc<Floor> = Arc::default();
        let last = Arc::clone(&floor);
        let end = move |cut| {
            // The floor is kept to the end of the process: nobody else tells anything any more.
            let told = last.lock().unwrap_or_else(PoisonError::into_inner);
            exit(i32::from(end_now(*told, || last_words(cut_of(cut))).status()))
        };
        Run {
            watch: Watch::start(settings.limits(), end),
            floor,
        }
    }

    /// A run that has nothing to tell but its result: if it does not end by itself, a message says so.
    pub fn begin_without_report(settings: &Settings) -> Self {
        Run::begin(settings, |cut| {
            output::complain(&[format!("pepsin: error: {}", cut.sentence())]);
            LastWords {
                text: String::new(),
                file: None,
                exit: Exit::Undecided,
            }
        })
    }

    /// What measures the run.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Tells the result to people, with which the run ends even if what is still to be written takes too long.
    pub fn tell(&self, text: &str, exit: Exit) -> Result<(), Failure> {
        self.end_with(exit, || output::tell(text))
    }

    /// Writes a report in its format, to a file or to standard output; the run ends as with [`Run::tell`].
    pub fn write(&self, report: &str, file: Option<&Path>, exit: Exit) -> Result<(), Failure> {
        self.end_with(exit, || output::write(report, file))
    }

    fn end_with(&self, exit: Exit, tell: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        let mut told = self.floor.lock().unwrap_or_else(PoisonError::into_inner);
        tell()?;
        *told = Some(exit);
        Ok(())
    }
}

/// Says the last words, if nothing has been told.
fn end_now(told: Option<Exit>, last_words: impl FnOnce() -> LastWords) -> Exit {
    if let Some(exit) = told {
        output::complain(&["pepsin: error: The limits of the run ended before all files were written.".to_owned()]);
        return exit;
    }
    let LastWords { text, file, exit } = last_words();
    match output::write(&text, file.as_deref()) {
        Ok(()) => exit,
        Err(failure) => {
            output::complain(&failure.messages);
            Exit::Undecided
        }
    }
}
