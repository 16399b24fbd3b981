//! Where results and messages go.

use super::Failure;
use crate::files;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes a result to a file, or to standard output.
/// A reader of standard output that has gone away is no error.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = file {
        return files::write(path, text.as_bytes()).map_err(|error| {
            Failure(vec![format!(
                "{}: error: The file can't be written: {error}.",
                path.display()
            )])
        });
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::general(format!("The output can't be written: {error}.")))
        }
        _ => Ok(()),
    }
}

/// Writes messages to standard error, one a line.
pub fn complain(messages: &[String]) {
    let mut text = messages.join("\n");
    text.push('\n');
    // Nothing can be done if even the message cannot be written.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
