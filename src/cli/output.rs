//! Where results and messages go.

use super::Failure;
use crate::files;
use crate::frontend::Input;
use crate::report::visible;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Tells a text to people, on standard output: what a terminal would obey is escaped, wherever names in it come from.
pub fn tell(text: &str) -> Result<(), Failure> {
    write(&visible(text), None)
}

/// Writes what has a format for programs, as it is, to a file or to standard output; texts for people are told ([`tell`]).
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

/// Writes a result to a file, but never over what was read.
pub fn write_file(bytes: &[u8], path: &Path) -> Result<(), Failure> {
    check_spares_inputs(path)?;
    files::write(path, bytes).map_err(|error| of_file(path, &format!("The file can't be written: {error}.")))
}

/// That no file to be written is one that is read, and none is written twice: a mistake of whoever names them, told before the work is done.
/// What else was read for the inputs is known then; it is asked again when they are written.
///
/// # Errors
/// If a file is one that was read, one of the inputs, or another one of those to be written, by whatever name.
pub fn check_written<'a>(inputs: &[Input], written: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    inputs.iter().for_each(|input| files::note(&input.file()));
    let mut others: Vec<&Path> = Vec::new();
    for path in written {
        check_spares_inputs(path)?;
        // Devices and pipes take more than one text.
        let is_file = !path.exists() || path.is_file();
        if is_file && others.iter().any(|other| files::is_same(other, path)) {
            return Err(of_file(path, "Two results would be written to this file."));
        }
        others.push(path);
    }
    Ok(())
}

fn check_spares_inputs(path: &Path) -> Result<(), Failure> {
    match files::is_known(path) {
        true => Err(of_file(path, "This file is an input, and would be overwritten.")),
        false => Ok(()),
    }
}

fn of_file(path: &Path, message: &str) -> Failure {
    Failure::new(vec![format!("{}: error: {message}", path.display())])
}

/// Writes messages to standard error, one a line; what a terminal would obey is escaped.
pub fn complain(messages: &[String]) {
    let mut text = visible(&messages.join("\n"));
    text.push('\n');
    // Nothing can be done if even the message cannot be written.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
