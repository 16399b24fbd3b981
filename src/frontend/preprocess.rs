//! Gets the preprocessed text of an input: `.i` files as they are, everything else through the C compiler's preprocessor.
//!
//! The compiler is started directly, without a shell.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::{Error, Location};
use super::flags::standard;
use crate::ir::DataModel;

/// A translation unit to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The source file; `.i` means that it is preprocessed already.
    pub path: PathBuf,
    /// Arguments for the preprocessor: `-I`, `-D`, `-U`, `-include`, `-std=…`.
    pub arguments: Vec<String>,
    /// The folder that the compiler runs in, where it is not the current one.
    pub directory: Option<PathBuf>,
    /// The preprocessed text, where it is at hand: then no file is read, and the path is only a name.
    pub text: Option<Vec<u8>>,
}

impl Input {
    /// A source file without preprocessor arguments.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Input {
            path: path.into(),
            arguments: Vec::new(),
            directory: None,
            text: None,
        }
    }

    /// Preprocessed text, under a name for messages.
    pub fn preprocessed(name: &str, text: impl Into<Vec<u8>>) -> Self {
        Input {
            text: Some(text.into()),
            ..Input::new(name)
        }
    }
}

/// The text of a translation unit, and what had to be assumed to get it.
#[derive(Debug)]
pub(super) struct Preprocessed {
    pub(super) text: Vec<u8>,
    pub(super) assumption: Option<String>,
}

/// Reads an input and preprocesses it where that is needed.
pub(super) fn preprocess(input: &Input, compiler: &str, model: DataModel) -> Result<Preprocessed, Error> {
    let name = input.path.to_string_lossy();
    if let Some(text) = &input.text {
        check_text(text, &name)?;
        return Ok(Preprocessed {
            text: text.clone(),
            assumption: None,
        });
    }
    let path = match &input.directory {
        Some(directory) => directory.join(&input.path),
        None => input.path.clone(),
    };
    check_readable(&path, &name)?;
    let preprocessed = if path.extension().is_some_and(|extension| extension == "i") {
        let text = std::fs::read(&path).map_err(|error| unreadable(&name, &error))?;
        Preprocessed { text, assumption: None }
    } else {
        run_compiler(input, compiler, model)?
    };
    check_text(&preprocessed.text, &name)?;
    Ok(preprocessed)
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Error::new(Location::file(name), format!("The file can't be read: {error}."))
}

fn check_readable(path: &Path, name: &str) -> Result<(), Error> {
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(name, &error))?;
    if metadata.is_dir() {
        return Err(Error::new(
            Location::file(name),
            "This is a folder, not a C source file.",
        ));
    }
    Ok(())
}

fn check_text(text: &[u8], name: &str) -> Result<(), Error> {
    if text.contains(&0) {
        return Err(Error::new(Location::file(name), "This is a binary file, not C source."));
    }
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Location::file(name), "The file is larger than 4 GiB."));
    }
    Ok(())
}

fn run_compiler(input: &Input, compiler: &str, model: DataModel) -> Result<Preprocessed, Error> {
    if model == DataModel::Lp64 {
        let text = compile(input, compiler, &[])?;
        return Ok(Preprocessed { text, assumption: None });
    }
    match compile(input, compiler, &["-m32"]) {
        Ok(text) => Ok(Preprocessed { text, assumption: None }),
        // Without 32-bit headers, those of the machine serve; a real error in the source shows again here.
        Err(_) => Ok(Preprocessed {
            text: compile(input, compiler, &[])?,
            assumption: Some(format!(
                "The 64-bit headers describe the 32-bit program {}: the 32-bit ones are not installed.",
                input.path.display()
            )),
        }),
    }
}

fn compile(input: &Input, compiler: &str, extra: &[&str]) -> Result<Vec<u8>, Error> {
    let name = input.path.to_string_lossy();
    let mut command = Command::new(compiler);
    command.arg("-E");
    if standard(&input.arguments).is_none() {
        command.arg("-std=gnu17");
    }
    command.args(extra).args(&input.arguments).args(["-x", "c"]);
    // A name that starts with a dash must not pass for an option.
    let path = if name.starts_with('-') {
        Path::new(".").join(&input.path)
    } else {
        input.path.clone()
    };
    command.arg(path);
    if let Some(directory) = &input.directory {
        command.current_dir(directory);
    }
    let output = command.env("LC_ALL", "C").output().map_err(|error| {
        Error::new(
            Location::file(&name),
            format!("The preprocessor `{compiler}` can't be started: {error}."),
        )
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(compiler_error(&name, &String::from_utf8_lossy(&output.stderr)))
}

/// The first `file:line:column: … error: message` of the compiler's messages.
fn compiler_error(name: &str, messages: &str) -> Error {
    let found = messages.lines().find_map(|line| {
        let (place, message) = line
            .split_once(" error: ")
            .map(|(place, message)| (place.trim_end_matches("fatal"), message))?;
        let mut parts = place.trim().trim_end_matches(':').split(':');
        let file = parts.next()?;
        let line = parts.next()?.parse().ok()?;
        let column = parts.next().and_then(|column| column.parse().ok()).unwrap_or(0);
        let at = Location {
            file: file.to_owned(),
            line,
            column,
        };
        Some(Error::new(at, format!("The preprocessor says: {message}.")))
    });
    found.unwrap_or_else(|| {
        let first = messages
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("no reason given");
        Error::new(
            Location::file(name),
            format!("The preprocessor fails: {}.", first.trim()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compilers_error_keeps_its_place() {
        let error = compiler_error(
            "x.c",
            "In file included from x.c:1:\ny.h:3:10: fatal error: z.h: No such file or directory\n",
        );
        assert_eq!(error.at.to_string(), "y.h:3:10");
        assert!(error.message.contains("z.h: No such file"), "{error}");
    }

    #[test]
    fn a_folder_and_a_missing_file_are_errors() {
        for path in ["/", "/nowhere/at/all.c"] {
            assert!(preprocess(&Input::new(path), "cc", DataModel::Lp64).is_err());
        }
    }
}
