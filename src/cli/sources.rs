//! How a program is given on the command line: files and the options that `cc` would get.

use super::Failure;
use crate::config::{Settings, setting_named};
use crate::frontend::{Input, read_compilation_database};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The source files of a program.
#[derive(clap::Args, Clone, Debug)]
pub struct Sources {
    /// The source files: `.c`, or `.i` for what is preprocessed already.
    #[arg(value_name = "FILES", required_unless_present = "compile_commands")]
    pub files: Vec<PathBuf>,
    /// The files and options that a build recorded: compile_commands.json or its folder; FILES then select among them.
    #[arg(short = 'p', value_name = "FOLDER|compile_commands.json")]
    pub compile_commands: Option<PathBuf>,
    /// Of the programs that a build makes, the one whose `main` stands in this file: its path, or its name without the ending.
    #[arg(long, value_name = "NAME")]
    pub program: Option<String>,
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
    /// Any other flag that changes what the source means; also `-f…`, `-m…`, `-O…` and `-pthread` themselves.
    #[arg(
        long = "compiler-flag",
        value_name = "FLAG",
        help_heading = "As for cc",
        allow_hyphen_values = true
    )]
    flags: Vec<String>,
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
            self.flags.clone(),
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
        if let Some(path) = self.database() {
            return Ok(read_compilation_database(&path, &self.files, &arguments)?);
        }
        let input = |path: &PathBuf| Input {
            arguments: arguments.clone(),
            ..Input::new(path)
        };
        Ok(self.files.iter().map(input).collect())
    }

    /// Lets the settings choose the program that the command line names, if it names one.
    ///
    /// # Errors
    /// If there is no unit of this name, or several that have it in common.
    pub fn choose(&self, inputs: &[Input], settings: &mut Settings) -> Result<(), Failure> {
        let Some(name) = &self.program else { return Ok(()) };
        let is_meant = |path: &Path| path.ends_with(name) || path.file_stem().is_some_and(|stem| stem == name.as_str());
        let mut found: Vec<&PathBuf> = inputs.iter().map(|it| &it.path).filter(|it| is_meant(it)).collect();
        if let Some(exact) = found.iter().find(|path| path.as_path() == Path::new(name)) {
            found = vec![exact];
        }
        match found.as_slice() {
            [one] => settings.main = Some((*one).clone()),
            [] => {
                return Err(Failure::new(vec![format!(
                    "--program: error: No unit is named `{name}`."
                )]));
            }
            several => {
                let names: Vec<String> = several.iter().map(|path| format!("`{}`", path.display())).collect();
                let names = names.join(", ");
                let message =
                    format!("--program: error: Several units are named `{name}`: {names}. Name one by its path.");
                return Err(Failure::new(vec![message]));
            }
        }
        Ok(())
    }

    /// A path by which the configuration file is searched for.
    pub fn anchor(&self) -> Option<PathBuf> {
        self.files.first().cloned().or_else(|| self.database())
    }

    /// The file in which a build recorded its commands.
    pub fn database(&self) -> Option<PathBuf> {
        let path = self.compile_commands.as_ref()?;
        let inside = path.join("compile_commands.json");
        Some(if path.is_dir() { inside } else { path.clone() })
    }
}

/// The arguments with what `cc` is given made into what the parser of arguments takes: long options with one dash get a second one,
/// flags that change the meaning of the source are marked as such, and those that only concern other stages are left out.
/// What follows a setting is its value and stays.
pub fn as_for_cc(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut translated: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_value = translated
            .last()
            .and_then(|before| before.to_str())
            .is_some_and(takes_value);
        let text = argument.to_str().filter(|_| !is_value);
        match text {
            Some(text) if text == "-include" || text.starts_with("-std=") => translated.push(format!("-{text}").into()),
            Some(text) if is_of_other_stage(text) => {}
            Some(text) if is_meaning(text) => translated.push(format!("--compiler-flag={text}").into()),
            _ => translated.push(argument),
        }
    }
    translated
}

/// Whether the next argument belongs to this one: it is a setting without `=`.
fn takes_value(argument: &str) -> bool {
    let key = argument.strip_prefix("--");
    let needs_value = |key| setting_named(key).is_some_and(|setting| setting.bare.is_none());
    key.is_some_and(|key| key == "set" || needs_value(key))
}

/// Flags of `cc` that say nothing of what the source means.
fn is_of_other_stage(flag: &str) -> bool {
    let exact = [
        "-c",
        "-g",
        "-s",
        "-w",
        "-pipe",
        "-pedantic",
        "-pedantic-errors",
        "-rdynamic",
    ];
    let beginnings = ["-W", "-g", "-l"];
    exact.contains(&flag) || beginnings.iter().any(|it| flag.starts_with(it))
}

/// Flags of `cc` that may change what the source means.
fn is_meaning(flag: &str) -> bool {
    let beginnings = ["-O", "-f", "-m"];
    flag == "-pthread" || flag == "-ansi" || beginnings.iter().any(|it| flag.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(arguments: &[&str]) -> Vec<String> {
        let translated = as_for_cc(arguments.iter().map(OsString::from));
        translated.iter().map(|it| it.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_a_build_gives_to_cc_is_taken() {
        assert_eq!(
            translated(&[
                "check",
                "-O2",
                "-Wall",
                "-g",
                "-pthread",
                "-std=c11",
                "-lpthread",
                "a.c"
            ]),
            [
                "check",
                "--compiler-flag=-O2",
                "--compiler-flag=-pthread",
                "--std=c11",
                "a.c"
            ]
        );
    }

    #[test]
    fn the_value_of_a_setting_stays() {
        assert_eq!(translated(&["--predicates", "-fr"]), ["--predicates", "-fr"]);
        assert_eq!(translated(&["--predicates=-L", "-v"]), ["--predicates=-L", "-v"]);
    }
}
