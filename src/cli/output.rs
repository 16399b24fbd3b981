//! Where results and messages go.

use super::Failure;
use crate::files;
use crate::report::visible;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a result to a file, or to standard output.
/// A reader of standard output that has gone away is no error.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = file {
        return write_file(text.as_bytes(), path);
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::general(format!("The output can't be written: {error}.")))
        }
        _ => Ok(()),
    }
}

/// Writes a result to a file.
pub fn write_file(bytes: &[u8], path: &Path) -> Result<(), Failure> {
    files::write(path, bytes).map_err(|error| {
        Failure(vec![format!(
            "{}: error: The file can't be written: {error}.",
            path.display()
        )])
    })
}

/// That a file to be written is one that is read: a mistake of whoever gives both.
///
/// # Errors
/// If one of the files is one of the inputs, by whatever name.
pub fn check_spared<'a>(inputs: &[PathBuf], written: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    let real = |path: &PathBuf| path.canonicalize().ok();
    let inputs: Vec<PathBuf> = inputs.iter().filter_map(real).collect();
    let overwritten = |path: &&PathBuf| real(path).is_some_and(|path| path.is_file() && inputs.contains(&path));
    match written.into_iter().find(overwritten) {
        Some(path) => Err(Failure(vec![format!(
            "{}: error: This file is an input, and would be overwritten.",
            path.display()
        )])),
        None => Ok(()),
    }
}

/// Writes messages to standard error, one a line; what a terminal would obey is escaped.
pub fn complain(messages: &[String]) {
    let mut text = visible(&messages.join("\n"));
    text.push('\n');
    // Nothing can be done if even the message cannot be written.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
