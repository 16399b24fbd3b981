//! Gets the preprocessed text of an input: `.i` files as they are, everything else through the C compiler's preprocessor.
//!
//! Files, and what they include, must be regular files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::FrontendOptions;
use super::compiler;
use super::error::{Error, Location};
use super::named;
use crate::files;
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
    pub text: Option<Arc<Vec<u8>>>,
    /// What had to be assumed to get that text.
    pub assumption: Option<String>,
    /// Files that the build compiles beside this one, and that are not C.
    pub unread: Vec<String>,
    /// Whether reading goes on without it.
    pub need: Need,
    /// Why it is not read, as a sentence, if it is not: then the text is empty.
    pub missing: Option<String>,
}

/// Whether reading goes on where a unit cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// It does not: the user named the unit.
    #[default]
    Required,
    /// It does: the unit is one of a build, and what may need it is not proved.
    OneOfBuild,
}

impl Input {
    /// The file, in the folder that the compiler runs in.
    pub fn file(&self) -> PathBuf {
        self.beside(&self.path)
    }

    /// A file as the compiler finds it by a name.
    pub fn beside(&self, name: &Path) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.join(name),
            None => name.to_owned(),
        }
    }

    /// A source file without preprocessor arguments.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Input {
            path: path.into(),
            arguments: Vec::new(),
            directory: None,
            text: None,
            assumption: None,
            unread: Vec::new(),
            need: Need::Required,
            missing: None,
        }
    }

    /// The same unit with nothing in it, because of an error.
    pub(super) fn without_text(&self, error: &Error) -> Self {
        let is_of_data_model = |argument: &&String| matches!(argument.as_str(), "-m32" | "-m64");
        let reason = match error.at.line {
            0 => error.message.clone(),
            _ => format!("{}: {}", error.at, error.message),
        };
        Input {
            arguments: self.arguments.iter().filter(is_of_data_model).cloned().collect(),
            text: Some(Arc::new(b"\n".to_vec())),
            assumption: None,
            missing: Some(format!(
                "The build compiles `{}`, which is not read and may belong to the program. {reason}",
                self.path.display()
            )),
            ..self.clone()
        }
    }

    /// Preprocessed text, under a name for messages.
    pub fn preprocessed(name: &str, text: impl Into<Vec<u8>>) -> Self {
        Input {
            text: Some(Arc::new(text.into())),
            ..Input::new(name)
        }
    }
}

/// The text of a translation unit, and what had to be assumed to get it.
#[derive(Debug)]
pub(super) struct Preprocessed {
    pub(super) text: Arc<Vec<u8>>,
    pub(super) assumption: Option<String>,
}

/// Reads an input and preprocesses it where that is needed.
pub(super) fn preprocess(input: &Input, options: &FrontendOptions, model: DataModel) -> Result<Preprocessed, Error> {
    let name = input.path.to_string_lossy();
    if let Some(text) = &input.text {
        check_text(text, &name)?;
        return Ok(Preprocessed {
            text: Arc::clone(text),
            assumption: input.assumption.clone(),
        });
    }
    let path = match &input.directory {
        Some(directory) => directory.join(&input.path),
        None => input.path.clone(),
    };
    files::check_regular(&path).map_err(|error| unreadable(&name, &error))?;
    files::note(&path);
    let preprocessed = if path.extension().is_some_and(|extension| extension == "i") {
        let text = files::read(&path).map_err(|error| unreadable(&name, &error))?;
        let text = Arc::new(text);
        Preprocessed { text, assumption: None }
    } else {
        run_compiler(input, options, model)?
    };
    check_text(&preprocessed.text, &name)?;
    Ok(preprocessed)
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Error::new(Location::file(name), format!("The file can't be read: {error}."))
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

fn run_compiler(input: &Input, options: &FrontendOptions, model: DataModel) -> Result<Preprocessed, Error> {
    if model == DataModel::Lp64 {
        let text = Arc::new(compile(input, options, &[])?);
        return Ok(Preprocessed { text, assumption: None });
    }
    match compile(input, options, &["-m32"]) {
        Ok(text) => Ok(Preprocessed {
            text: Arc::new(text),
            assumption: None,
        }),
        // Without 32-bit headers, those of the machine serve; a real error in the source shows again here.
        Err(_) => Ok(Preprocessed {
            text: Arc::new(compile(input, options, &[])?),
            assumption: Some(format!(
                "The 64-bit headers describe the 32-bit program {}: the 32-bit ones are not installed.",
                input.path.display()
            )),
        }),
    }
}

fn compile(input: &Input, options: &FrontendOptions, extra: &[&str]) -> Result<Vec<u8>, Error> {
    let name = input.path.to_string_lossy();
    let limits = compiler::Limits::within(&options.watch);
    let begin = Instant::now();
    let output = compiler::run(input, &options.compiler, extra, &limits)
        .map_err(|message| Error::new(Location::file(&name), message));
    let failed = output.as_ref().map_or(true, |output| !output.status.success());
    let is_over = limits.seconds < compiler::MOST_SECONDS && begin.elapsed().as_secs() >= limits.seconds;
    if failed && is_over && input.need == Need::Required {
        // It had what was left of the time of the run, which waiting for a pipe does not use up.
        options.watch.refuse_time();
    }
    let output = output?;
    if failed {
        return Err(compiler_error(&name, &output.messages));
    }
    note_included(&output.text, input)?;
    Ok(output.text)
}

/// Notes what the preprocessor has read besides. That must be files: what a device gives is not the same twice.
fn note_included(text: &[u8], input: &Input) -> Result<(), Error> {
    let mut known = HashSet::with_hasher(FxBuildHasher);
    for name in entered(text).filter(|name| known.insert(*name)) {
        let path = input.beside(&path_of(name));
        // A line marker may name a file that is not there any more.
        match files::check_regular(&path) {
            Err(error) if error.kind() == ErrorKind::InvalidInput => {
                return Err(Error::new(
                    Location::file(&String::from_utf8_lossy(name)),
                    format!("This can't be included: {error}."),
                ));
            }
            _ => files::note(&path),
        }
    }
    // These leave no line marker.
    for file in named::values(&input.arguments, "-imacros") {
        files::note(&input.beside(Path::new(file)));
    }
    Ok(())
}

/// The files that were read for the text of an input, as the preprocessor names them, each once; none if the text is not at hand.
pub fn files_read(input: &Input) -> impl Iterator<Item = &str> {
    let mut known = HashSet::with_hasher(FxBuildHasher);
    let text = input.text.as_deref().map_or(&[][..], Vec::as_slice);
    let names = entered(text).filter_map(|name| std::str::from_utf8(name).ok());
    names.filter(move |name| known.insert(*name))
}

/// The names of the files that a preprocessed text enters, as they are written: those of line markers `# 1 "name" 1`.
fn entered(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n');
    let markers = lines.filter_map(|line| line.strip_prefix(b"# 1 \""));
    markers.filter_map(|marker| {
        let end = marker.iter().rposition(|byte| *byte == b'"')?;
        let mut flags = marker[end + 1..].split(|byte| *byte == b' ');
        flags.any(|flag| flag == b"1").then_some(&marker[..end])
    })
}

/// The file that a line marker names: there, a backslash stands before quotes and backslashes.
fn path_of(written: &[u8]) -> PathBuf {
    let mut name = Vec::with_capacity(written.len());
    let mut bytes = written.iter();
    while let Some(byte) = bytes.next() {
        name.push(match byte {
            b'\\' => *bytes.next().unwrap_or(byte),
            byte => *byte,
        });
    }
    path_of_bytes(name)
}

#[cfg(unix)]
fn path_of_bytes(name: Vec<u8>) -> PathBuf {
    PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(name))
}

#[cfg(not(unix))]
fn path_of_bytes(name: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&name).into_owned())
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
    fn the_files_that_a_text_enters_are_those_of_its_markers() {
        let text = b"# 0 \"x.c\"\n# 1 \"a b.h\" 1 3 4\nint x;\n# 2 \"x.c\" 2\n# 1 \"<built-in>\"\n";
        assert_eq!(entered(text).collect::<Vec<_>>(), [b"a b.h"]);
    }

    #[test]
    fn names_in_line_markers_have_backslashes_before_quotes_and_backslashes() {
        assert_eq!(path_of(br#"a\"b\\c.h"#), Path::new(r#"a"b\c.h"#));
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        for path in ["/", "/nowhere/at/all.c", "/dev/null"] {
            assert!(preprocess(&Input::new(path), &FrontendOptions::default(), DataModel::Lp64).is_err());
        }
    }
}
