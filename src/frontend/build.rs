//! The units of a build, read once: several programs can be made of them.
//!
//! What is read is a function of the texts that the preprocessor gives ([`preprocess_all`]) and of the options, and a program one of its own
//! units: so whoever keeps results knows by the texts whether anything changed.

use std::path::Path;
use std::sync::{Arc, Mutex};

use super::error::{Error, Location};
use super::flags::Reading;
use super::named::note_named;
use super::parse::{self, Parsed};
use super::preprocess::{self, Input, Need};
use super::{Entrance, FrontendOptions, Loaded, MainCounts, lower, on_large_stack, programs};
use crate::ir::DataModel;

/// How many preprocessors run at once at most: each may take as much memory as the run.
const PREPROCESSORS: usize = 8;

/// Of how many units it is told why they are not read.
const MISSING: usize = 5;

/// The syntax trees of the units of a build.
#[derive(Debug)]
pub struct Build {
    units: Vec<Unit>,
    /// What the build compiles beside them, and is not read.
    unread: Vec<String>,
    /// Why units are not read, in sentences.
    missing: Vec<String>,
    options: FrontendOptions,
}

/// The units of a program, by their numbers and in order; or why they could not be told.
pub type Linked = Result<Vec<usize>, Vec<Error>>;

/// A unit that was read.
#[derive(Clone, Debug)]
struct Unit {
    /// The tree; units of one file that read the same share it.
    parsed: Arc<Parsed>,
    /// What had to be assumed to read it.
    assumption: Option<String>,
    /// Bytes of preprocessed text.
    bytes: usize,
}

/// Preprocesses inputs, several at once: what this gives has the texts inside, so that reading it again starts no compiler.
///
/// # Errors
/// All inputs that can't be read or preprocessed, in their order; never empty.
pub fn preprocess_all(inputs: &[Input], options: &FrontendOptions) -> Result<Vec<Input>, Vec<Error>> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(0..inputs.len());
    let work = || {
        let mut done = Vec::new();
        // A thread that panicked took no number with it.
        while let Some(number) = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next() {
            done.push((number, preprocessed(&inputs[number], options)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let others = workers.min(PREPROCESSORS).min(inputs.len()).saturating_sub(1);
        // Where there can be no thread, the others do its work.
        let others: Vec<_> = (0..others)
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(number, _)| *number);
    let is_any_read = done.iter().any(|(_, result)| result.is_ok());
    let (mut texts, mut errors) = (Vec::new(), Vec::new());
    for (number, result) in done {
        match result {
            Ok(input) => texts.push(input),
            Err(error) if is_any_read && can_be_missing(&inputs[number], options) => {
                texts.push(inputs[number].without_text(&error));
            }
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

/// Whether reading goes on without an input that cannot be read, unless it was asked to end.
fn can_be_missing(input: &Input, options: &FrontendOptions) -> bool {
    input.need == Need::OneOfBuild && options.watch.interrupt().reason().is_none()
}

/// Preprocesses an input: what this gives has its text inside.
///
/// # Errors
/// If the file can't be read or preprocessed.
pub fn preprocessed(input: &Input, options: &FrontendOptions) -> Result<Input, Error> {
    let is_ended = || options.watch.interrupt().reason().is_some();
    if is_ended() {
        let at = Location::file(&input.path.to_string_lossy());
        return Err(Error::new(at, "Reading was asked to end before this file."));
    }
    let reading = Reading::of(input, options.data_model)?;
    let preprocessed = preprocess::preprocess(input, options, reading.data_model).inspect_err(|_| {
        if is_ended() {
            note_named(input);
        }
    })?;
    Ok(Input {
        text: Some(preprocessed.text),
        assumption: preprocessed.assumption,
        ..input.clone()
    })
}

impl Build {
    /// Reads and parses translation units.
    ///
    /// # Errors
    /// All inputs that can't be read, and the first place of each that is no C; never empty.
    pub fn read(inputs: &[Input], options: &FrontendOptions) -> Result<Self, Vec<Error>> {
        on_large_stack(&options.watch, || Build::read_here(inputs, options))
    }

    pub(super) fn read_here(inputs: &[Input], options: &FrontendOptions) -> Result<Self, Vec<Error>> {
        if inputs.is_empty() {
            let at = Location::file("command line");
            return Err(vec![Error::new(at, "There is no input file.")]);
        }
        let (mut units, mut errors) = (Vec::new(), Vec::new());
        let mut missing: Vec<String> = inputs.iter().filter_map(|input| input.missing.clone()).collect();
        for input in inputs {
            match Unit::read(input, options, &units) {
                Ok(unit) => units.push(unit),
                Err(error) if inputs.len() > 1 && can_be_missing(input, options) => {
                    let empty = input.without_text(&error);
                    missing.extend(empty.missing.clone());
                    units.push(Unit::read(&empty, options, &units).map_err(|error| vec![error])?);
                }
                Err(error) => errors.push(error),
            }
            if options.watch.interrupt().reason().is_some() {
                let at = Location::file(&input.path.to_string_lossy());
                errors.push(Error::new(at, "Reading was asked to end behind this file."));
                break;
            }
        }
        match errors.is_empty() {
            true => Ok(Build {
                units,
                unread: inputs.iter().flat_map(|input| input.unread.iter().cloned()).collect(),
                missing,
                options: options.clone(),
            }),
            false => Err(errors),
        }
    }

    /// The units that define `main`, by their numbers among the inputs: each makes a program.
    pub fn mains(&self) -> Vec<usize> {
        programs::mains(&self.parsed())
    }

    /// All programs: for each unit that defines `main`, by its number, the units that it needs, as [`Build::units_of`] has them.
    ///
    /// # Errors
    /// For a program, as [`Build::units_of`].
    pub fn programs(&self) -> Vec<(usize, Linked)> {
        programs::all(&self.parsed())
    }

    /// The units of a program, by their numbers and in order: all, where none or one defines `main` and none is chosen; else those that
    /// the unit with the chosen `main` needs.
    ///
    /// # Errors
    /// If several units compete for a name that the program needs; never empty.
    pub fn units_of(&self, main: Option<usize>) -> Linked {
        match main {
            None => Ok(self.all_units()),
            Some(main) => programs::link(&self.parsed(), main),
        }
    }

    /// All units, each once; in an open program without those that are programs of their own, if there are several.
    fn all_units(&self) -> Vec<usize> {
        let mains = self.mains();
        let mut units = programs::distinct(&self.parsed());
        if self.is_entered_by_callers() && mains.len() > 1 && mains.len() < units.len() {
            units.retain(|unit| !mains.contains(unit));
        }
        units
    }

    /// Whether the units make one program, which callers enter, whatever they define.
    pub fn is_entered_by_callers(&self) -> bool {
        matches!(
            self.options.entrance,
            Entrance::Callers {
                main: MainCounts::No,
                ..
            }
        )
    }

    /// How a program is entered that is made of some units.
    fn entrance(&self, units: &[usize]) -> lower::Entry<'_> {
        match &self.options.entrance {
            Entrance::Callers { main, named } => {
                let has_main = self.mains().iter().any(|main| units.contains(main));
                match main {
                    MainCounts::Yes if has_main => lower::Entry::Main,
                    _ => lower::Entry::Callers(named),
                }
            }
            Entrance::Main => lower::Entry::Main,
        }
    }

    /// The number of the unit whose `main` is chosen by its file, or of the one among several; nothing if all units make one program.
    ///
    /// # Errors
    /// If there are several and none is chosen, or the chosen unit has no `main`.
    pub fn main_unit(&self, chosen: Option<&Path>) -> Result<Option<usize>, Vec<Error>> {
        match self.is_entered_by_callers() {
            true => Ok(None),
            false => programs::main_unit(&self.parsed(), chosen),
        }
    }

    /// What the build has beside the units of a program, by their numbers, and may belong to it: nothing is proved without it.
    pub fn beside(&self, units: &[usize]) -> Vec<String> {
        let mut beside = programs::uninvited(&self.parsed(), units);
        if let [first, more @ ..] = self.unread.as_slice() {
            let more = match more.len() {
                0 => String::new(),
                number => format!(" and {number} more"),
            };
            beside.push(format!(
                "The build compiles `{first}`{more}, which is not C and was not read."
            ));
        }
        let shown = self.missing.len().min(MISSING);
        beside.extend_from_slice(&self.missing[..shown]);
        if self.missing.len() > shown {
            let more = self.missing.len() - shown;
            beside.push(format!("{more} more units of the build are not read."));
        }
        beside
    }

    /// Lowers and links the program made of some units, by their numbers.
    ///
    /// # Errors
    /// All places where a source is not understood; never empty.
    pub fn program(&self, units: &[usize]) -> Result<Loaded, Vec<Error>> {
        on_large_stack(&self.options.watch, || self.program_here(units))
    }

    pub(super) fn program_here(&self, units: &[usize]) -> Result<Loaded, Vec<Error>> {
        let chosen: Vec<&Unit> = units.iter().filter_map(|unit| self.units.get(*unit)).collect();
        let parsed: Vec<&Parsed> = chosen.iter().map(|unit| &*unit.parsed).collect();
        let lowered = lower::lower(
            &parsed,
            data_model(&parsed)?,
            &self.options.library,
            self.beside(units),
            self.entrance(units),
        );
        let mut assumptions: Vec<String> = chosen.iter().filter_map(|unit| unit.assumption.clone()).collect();
        if chosen.len() < self.units.len() {
            assumptions.push(match self.is_entered_by_callers() {
                true => programs::assumption_of_open(chosen.len()),
                false => programs::assumption(chosen.len()),
            });
        }
        assumptions.extend(lowered.assumptions);
        Ok(Loaded {
            program: lowered.program.map_err(|errors| illustrated(errors, &parsed))?,
            assumptions,
            bytes: chosen.iter().map(|unit| unit.bytes).sum(),
        })
    }

    /// Lowers every function and object of all units, called or not.
    pub(super) fn check_here(&self) -> Result<(), Vec<Error>> {
        let parsed = self.parsed();
        let errors = lower::lower_everything(&parsed, data_model(&parsed)?, &self.options.library);
        match errors.is_empty() {
            true => Ok(()),
            false => Err(illustrated(errors, &parsed)),
        }
    }

    /// Bytes of preprocessed text of all units.
    pub fn bytes(&self) -> usize {
        self.units.iter().map(|unit| unit.bytes).sum()
    }

    fn parsed(&self) -> Vec<&Parsed> {
        self.units.iter().map(|unit| &*unit.parsed).collect()
    }
}

impl Drop for Build {
    /// Trees are as deep as the source nests, and so is what frees them.
    fn drop(&mut self) {
        let units = std::mem::take(&mut self.units);
        let free = || {
            drop(units);
            Ok(())
        };
        // Where there can be no thread, this one frees them.
        let _ = on_large_stack(&self.options.watch, free);
    }
}

impl Unit {
    fn read(input: &Input, options: &FrontendOptions, others: &[Unit]) -> Result<Self, Error> {
        let reading = Reading::of(input, options.data_model)?;
        let preprocessed = preprocess::preprocess(input, options, reading.data_model)?;
        let bytes = preprocessed.text.len();
        // As for a static and a shared library.
        let is_same = |unit: &&Unit| unit.bytes == bytes && unit.parsed.is_of(input, &preprocessed.text, &reading);
        if let Some(same) = others.iter().find(is_same) {
            return Ok(same.clone());
        }
        Ok(Unit {
            parsed: Arc::new(parse::parse(input, preprocessed.text, reading)?),
            assumption: preprocessed.assumption,
            bytes,
        })
    }
}

/// The data model that all units of a program have.
fn data_model(units: &[&Parsed]) -> Result<DataModel, Vec<Error>> {
    let first = units.first().map_or(DataModel::Lp64, |unit| unit.reading.data_model);
    match units.iter().find(|unit| unit.reading.data_model != first) {
        None => Ok(first),
        Some(other) => {
            let at = Location::file(other.lines.files().first());
            let message = "This unit is compiled for another data model (`-m32`, `-m64`) than the others.";
            Err(vec![Error::new(at, message)])
        }
    }
}

/// Adds to each error the line that it is about.
fn illustrated(mut errors: Vec<Error>, units: &[&Parsed]) -> Vec<Error> {
    for error in &mut errors {
        units.iter().for_each(|unit| unit.illustrate(error));
    }
    errors
}
