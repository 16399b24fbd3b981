//! How a program is given on the command line: files and the options that `cc` would get.

use super::Failure;
use crate::frontend::{Input, read_compilation_database};
use std::ffi::OsString;
use std::path::PathBuf;

/// The source files of a program.
#[derive(clap::Args, Clone, Debug)]
pub struct Sources {
    /// The source files: `.c`, or `.i` for what is preprocessed already.
    #[arg(value_name = "FILES", required_unless_present = "compile_commands")]
    pub files: Vec<PathBuf>,
    /// The files and options that a build recorded; FILES then select among them.
    #[arg(short = 'p', value_name = "compile_commands.json")]
    pub compile_commands: Option<PathBuf>,
    #[command(flatten)]
    pub preprocessor: Preprocessor,
}

/// Options for the preprocessor, as `cc` has them.
#[derive(clap::Args, Clone, Debug)]
pub struct Preprocessor {
    /// Adds a folder to search for included files.
    #[arg(short = 'I', value_name = "FOLDER", help_heading = "As for cc")]
    include_folders: Vec<String>,
    /// Defines a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "As for cc")]
    defines: Vec<String>,
    /// Removes the definition of a macro.
    #[arg(short = 'U', value_name = "NAME", help_heading = "As for cc")]
    undefines: Vec<String>,
    /// Includes a file before the source; also `-include`.
    #[arg(long = "include", value_name = "FILE", help_heading = "As for cc")]
    includes: Vec<String>,
    /// The C standard; also `-std`.
    #[arg(long = "std", value_name = "STANDARD", help_heading = "As for cc")]
    standard: Option<String>,
}

impl Preprocessor {
    /// The options as `cc` takes them.
    pub fn arguments(&self) -> Vec<String> {
        let with = |flag: &str, values: &[String]| -> Vec<String> {
            values
                .iter()
                .flat_map(|value| [flag.to_owned(), value.clone()])
                .collect()
        };
        let standard = self.standard.iter().map(|standard| format!("-std={standard}"));
        [
            with("-I", &self.include_folders),
            with("-D", &self.defines),
            with("-U", &self.undefines),
            with("-include", &self.includes),
            standard.collect(),
        ]
        .concat()
    }
}

impl Sources {
    /// The translation units, each with its options.
    ///
    /// # Errors
    /// If recorded commands cannot be read, or a file is not among them.
    pub fn inputs(&self) -> Result<Vec<Input>, Failure> {
        let arguments = self.preprocessor.arguments();
        if let Some(path) = &self.compile_commands {
            return Ok(read_compilation_database(path, &self.files, &arguments)?);
        }
        let input = |path: &PathBuf| Input {
            arguments: arguments.clone(),
            ..Input::new(path)
        };
        Ok(self.files.iter().map(input).collect())
    }

    /// A path by which the configuration file is searched for.
    pub fn anchor(&self) -> Option<&PathBuf> {
        self.files.first().or(self.compile_commands.as_ref())
    }
}

/// Long options that `cc` writes with one dash are given a second one: `-include` and `-std=…`.
pub fn with_two_dashes(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text == "-include" || text.starts_with("-std=") => format!("-{text}").into(),
        _ => argument,
    }
}
