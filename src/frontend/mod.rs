//! The front end: from source files to a typed program.
//!
//! The stages, in order:
//! 1. [`preprocess`](self): `.i` files as they are, `.c` files through the C compiler's preprocessor;
//! 2. `lexer`: tokens, and a table that leads from offsets to the lines that the user knows;
//! 3. `parser`: recursive descent to a syntax tree, which nobody outside of this folder sees;
//! 4. `programs`: of the units of a build, those that make one program;
//! 5. `lower`: names, types and layout, and the control-flow graphs of all functions that the program can reach, units linked.
//!
//! The front end is total: every input gives a program, or errors with places.
//! It knows nothing of threads and races; what it can't model soundly becomes an obstacle in the program.

mod build_flags;
mod compilation;
mod compiler;
mod error;
mod flags;
mod lexer;
mod lines;
mod lower;
mod parse;
mod parser;
mod preprocess;
mod programs;
mod reserved;

pub use compilation::{parse_compilation_database, read_compilation_database};
pub use error::{Error, Location};
use flags::Reading;
pub use preprocess::Input;

use std::path::PathBuf;
use std::sync::Arc;

use crate::ir::{DataModel, Program};
use crate::library::Library;
use crate::limits::Watch;

/// What the front end must know besides its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontendOptions {
    /// Sizes of the basic types, where the flags of a unit do not say otherwise.
    pub data_model: DataModel,
    /// The C compiler that preprocesses.
    pub compiler: String,
    /// The file whose `main` is the program's, where several units define one.
    pub main: Option<PathBuf>,
    /// Who may end reading, and what the preprocessor may take.
    pub watch: Watch,
    /// What functions do that the program does not define, or whose definitions do not count.
    pub library: Arc<Library>,
}

impl Default for FrontendOptions {
    fn default() -> Self {
        FrontendOptions {
            data_model: DataModel::Lp64,
            compiler: "cc".to_owned(),
            main: None,
            watch: Watch::default(),
            library: Library::shared(),
        }
    }
}

/// A program, and what had to be assumed to read it.
#[derive(Debug)]
pub struct Loaded {
    /// The linked program.
    pub program: Program,
    /// What was assumed, in sentences.
    pub assumptions: Vec<String>,
    /// Bytes of preprocessed text that were read.
    pub bytes: usize,
}

/// The stack of the thread that parses: the parser recurses as deep as the source nests.
const STACK: usize = 256 << 20;

/// Reads, parses, lowers and links translation units.
///
/// # Errors
/// All inputs that can't be read, and all places where a source is not understood; never empty.
pub fn load(inputs: &[Input], options: &FrontendOptions) -> Result<Loaded, Vec<Error>> {
    on_large_stack(inputs, &options.watch, || load_here(inputs, options))
}

/// Runs a stage that recurses with the nesting of the source.
fn on_large_stack<T: Send>(
    inputs: &[Input],
    watch: &Watch,
    stage: impl FnOnce() -> Result<T, Vec<Error>> + Send,
) -> Result<T, Vec<Error>> {
    let Some(first) = inputs.first() else {
        return Err(vec![Error::new(
            Location::file("command line"),
            "There is no input file.",
        )]);
    };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, stage);
        let failed = |why: &str| vec![Error::new(Location::file(&first.path.to_string_lossy()), why)];
        match worker {
            Ok(worker) => worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                watch.refuse_memory();
                Err(failed(&format!("No thread for the parser: {error}.")))
            }
        }
    })
}

/// Preprocesses an input: what it gives has its text inside, so that reading it again starts no compiler.
///
/// # Errors
/// If the file can't be read or preprocessed.
pub fn preprocessed(input: &Input, options: &FrontendOptions) -> Result<Input, Error> {
    let reading = Reading::of(input, options.data_model)?;
    let preprocessed = preprocess::preprocess(input, options, reading.data_model)?;
    Ok(Input {
        text: Some(preprocessed.text),
        ..input.clone()
    })
}

/// The files of a build that define `main`: each makes a program, chosen by [`FrontendOptions::main`].
///
/// # Errors
/// All inputs that can't be read, and the first place of each that is no C; never empty.
pub fn programs(inputs: &[Input], options: &FrontendOptions) -> Result<Vec<PathBuf>, Vec<Error>> {
    on_large_stack(inputs, &options.watch, || {
        let units = read(inputs, options)?.units;
        let mains = programs::mains(&units).into_iter();
        Ok(mains
            .filter_map(|unit| inputs.get(unit))
            .map(|input| input.path.clone())
            .collect())
    })
}

/// Reads and parses translation units, and lowers nothing. Returns how many bytes of preprocessed text that were.
///
/// # Errors
/// All inputs that can't be read, and the first place of each that is no C; never empty.
pub fn check_syntax(inputs: &[Input], options: &FrontendOptions) -> Result<usize, Vec<Error>> {
    on_large_stack(inputs, &options.watch, || read(inputs, options).map(|read| read.bytes))
}

/// Reads, parses and lowers all of some translation units, with or without `main`: every function and object, called or not.
/// Returns how many bytes of preprocessed text that were.
///
/// # Errors
/// All inputs that can't be read, and all places where a source is not understood; never empty.
pub fn check_units(inputs: &[Input], options: &FrontendOptions) -> Result<usize, Vec<Error>> {
    on_large_stack(inputs, &options.watch, || {
        let read = read(inputs, options)?;
        let errors = lower::lower_everything(&read.units, data_model(&read.units)?, &options.library);
        if errors.is_empty() {
            Ok(read.bytes)
        } else {
            Err(illustrated(errors, &read.units))
        }
    })
}

fn load_here(inputs: &[Input], options: &FrontendOptions) -> Result<Loaded, Vec<Error>> {
    let Read {
        units,
        mut assumptions,
        bytes,
    } = read(inputs, options)?;
    let selection = programs::select(&units, options.main.as_deref())?;
    let mut number = 0..;
    let units: Vec<parse::Parsed> = units
        .into_iter()
        .filter(|_| number.next().is_some_and(|unit| selection.units.contains(&unit)))
        .collect();
    let lowered = lower::lower(&units, data_model(&units)?, &options.library);
    assumptions.extend(selection.assumption);
    assumptions.extend(lowered.assumptions);
    Ok(Loaded {
        program: lowered.program.map_err(|errors| illustrated(errors, &units))?,
        assumptions,
        bytes,
    })
}

/// The data model that all units of a program have.
fn data_model(units: &[parse::Parsed]) -> Result<DataModel, Vec<Error>> {
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
fn illustrated(mut errors: Vec<Error>, units: &[parse::Parsed]) -> Vec<Error> {
    for error in &mut errors {
        units.iter().for_each(|unit| unit.illustrate(error));
    }
    errors
}

/// The syntax trees of all inputs.
struct Read {
    units: Vec<parse::Parsed>,
    assumptions: Vec<String>,
    bytes: usize,
}

fn read(inputs: &[Input], options: &FrontendOptions) -> Result<Read, Vec<Error>> {
    let (mut units, mut errors, mut assumptions) = (Vec::new(), Vec::new(), Vec::new());
    let mut bytes = 0;
    for input in inputs {
        let parsed = Reading::of(input, options.data_model).and_then(|reading| {
            let preprocessed = preprocess::preprocess(input, options, reading.data_model)?;
            assumptions.extend(preprocessed.assumption);
            bytes += preprocessed.text.len();
            parse::parse(&input.path.to_string_lossy(), preprocessed.text, reading)
        });
        match parsed {
            Ok(parsed) => units.push(parsed),
            Err(error) => errors.push(error),
        }
        if options.watch.interrupt().reason().is_some() {
            let at = Location::file(&input.path.to_string_lossy());
            errors.push(Error::new(at, "Reading was asked to end behind this file."));
            break;
        }
    }
    if errors.is_empty() {
        Ok(Read {
            units,
            assumptions,
            bytes,
        })
    } else {
        Err(errors)
    }
}

#[cfg(test)]
mod tests;
