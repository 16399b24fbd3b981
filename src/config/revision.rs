//! The configuration file as another revision of the project has it.
//!
//! What a change proposes must not say how it is judged, but what it is proposed for may. Only a blob is read (`git cat-file`), so no filter, hook
//! or program that the project names is started.

use super::models::{self, ModelFile};
use super::options::{ConfigurationError, FILE_NAME, Options, folders};
use std::path::Path;
use std::process::{Command, Output, Stdio};

impl Options {
    /// The options of the nearest `pepsin.toml` in the folder of `input` or above, and the nearest file with models, as a revision of its
    /// repository has them; empty if there is none.
    ///
    /// # Errors
    /// If Git cannot be started, there is no such revision, or the file is not a table of settings.
    pub fn find_in_revision(input: &Path, revision: &str) -> Result<Self, ConfigurationError> {
        let failure = |message: String| ConfigurationError {
            at: "--config-from".to_owned(),
            message,
        };
        let folders = folders(input);
        let Some(own) = folders.first() else {
            return Ok(Options::default());
        };
        let known = git(
            own,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &format!("{revision}^{{commit}}"),
            ],
        );
        let known = known.map_err(|error| failure(format!("`git` can't be started: {error}.")))?;
        let commit = String::from_utf8_lossy(&known.stdout).trim().to_owned();
        if !known.status.success() || commit.is_empty() {
            return Err(failure(format!(
                "There is no revision `{revision}` of {}.",
                own.display()
            )));
        }
        let found = |name: &str| -> Result<Option<(String, String)>, ConfigurationError> {
            for folder in &folders {
                let file = git(folder, &["cat-file", "blob", &format!("{commit}:./{name}")]);
                let file = file.map_err(|error| failure(format!("`git` can't be started: {error}.")))?;
                if file.status.success() {
                    let name = format!("{revision}:{}", folder.join(name).display());
                    let text =
                        String::from_utf8(file.stdout).map_err(|_| failure(format!("{name} is not text in UTF-8.")))?;
                    return Ok(Some((name, text)));
                }
            }
            Ok(None)
        };
        let options = match found(FILE_NAME)? {
            Some((name, text)) => Options::parse(&name, &text)?,
            None => Options::default(),
        };
        let models = found(models::FILE_NAME)?.map(|(name, text)| ModelFile { name, text });
        Ok(Options { models, ..options })
    }
}

/// Runs Git in a folder, without anything that the repository might want to be started.
fn git(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new("git")
        .args([
            "--no-pager",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
}
