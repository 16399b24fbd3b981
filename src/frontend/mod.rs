//! The front end: from source files to a typed program.
//!
//! The stages, in order:
//! 1. [`preprocess`](self): `.i` files as they are, `.c` files through the C compiler's preprocessor;
//! 2. `lexer`: tokens, and a table that leads from offsets to the lines that the user knows, with `columns` to where things stand in these;
//! 3. `parser`: recursive descent to a syntax tree, which nobody outside of this folder sees;
//! 4. `programs`: of the units of a build, those that make one program;
//! 5. `lower`: names, types and layout, and the control-flow graphs of all functions that the program can reach, units linked.
//!
//! The front end is total: every input gives a program, or errors with places.
//! It knows nothing of threads and races; what it can't model soundly becomes an obstacle in the program.

mod build;
mod build_flags;
mod columns;
mod compilation;
mod compiler;
mod error;
mod flags;
mod folders;
mod interface;
mod lexer;
mod lines;
mod lower;
mod named;
mod parse;
mod parser;
mod preprocess;
mod programs;
mod reserved;

pub use build::{Build, Linked, preprocess_all, preprocessed};
pub use compilation::{parse_compilation_database, read_compilation_database};
pub use error::{Error, Location};
pub use folders::{SearchPath, search};
pub use preprocess::{Input, Need, files_read};

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
    /// How the program is entered.
    pub entrance: Entrance,
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
            entrance: Entrance::Main,
            watch: Watch::default(),
            library: Library::shared(),
        }
    }
}

/// How a program is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Entrance {
    /// By `main`.
    #[default]
    Main,
    /// By code outside that calls what it knows of: an open program.
    Callers {
        /// Whether a `main` counts, if there is one, in place of other callers.
        main: MainCounts,
        /// The functions without external linkage that it calls as well, by their names.
        named: Vec<String>,
    },
}

/// Whether a `main` is the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainCounts {
    /// If there is one.
    Yes,
    /// Never: it is left out.
    No,
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
    on_large_stack(&options.watch, || load_here(inputs, options))
}

/// Runs a stage that recurses with the nesting of the source.
fn on_large_stack<T: Send>(
    watch: &Watch,
    stage: impl FnOnce() -> Result<T, Vec<Error>> + Send,
) -> Result<T, Vec<Error>> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, stage);
        match worker {
            Ok(worker) => worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                watch.refuse_memory();
                let message = format!("No thread for the parser: {error}.");
                Err(vec![Error::new(Location::file("pepsin"), message)])
            }
        }
    })
}

/// The files of a build that define `main`: each makes a program, chosen by [`FrontendOptions::main`].
///
/// # Errors
/// All inputs that can't be read, and the first place of each that is no C; never empty.
pub fn programs(inputs: &[Input], options: &FrontendOptions) -> Result<Vec<PathBuf>, Vec<Error>> {
    on_large_stack(&options.watch, || {
        let mains = Build::read_here(inputs, options)?.mains().into_iter();
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
    on_large_stack(&options.watch, || {
        Ok(Build::read_here(&all_required(inputs), options)?.bytes())
    })
}

/// Reads, parses and lowers all of some translation units, with or without `main`: every function and object, called or not.
/// Returns how many bytes of preprocessed text that were.
///
/// # Errors
/// All inputs that can't be read, and all places where a source is not understood; never empty.
pub fn check_units(inputs: &[Input], options: &FrontendOptions) -> Result<usize, Vec<Error>> {
    on_large_stack(&options.watch, || {
        let build = Build::read_here(&all_required(inputs), options)?;
        build.check_here()?;
        Ok(build.bytes())
    })
}

/// The inputs, none of which may be missing.
fn all_required(inputs: &[Input]) -> Vec<Input> {
    let required = |input: &Input| Input {
        need: Need::Required,
        ..input.clone()
    };
    inputs.iter().map(required).collect()
}

fn load_here(inputs: &[Input], options: &FrontendOptions) -> Result<Loaded, Vec<Error>> {
    let build = Build::read_here(inputs, options)?;
    let main = build.main_unit(options.main.as_deref())?;
    build.program_here(&build.units_of(main)?)
}

#[cfg(test)]
mod tests;
