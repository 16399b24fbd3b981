//! The configuration file as another revision of the project has it.
//!
//! What a change proposes must not say how it is judged, but what it is proposed for may. The repository is the one whose `.git` lies in a
//! folder above the input, never one that Git would find in a folder of sources (a *bare* one, which a change may bring along), and one
//! within another one counts only for who stands in it. Only a blob is read (`git cat-file`), so no filter, hook or program that the
//! project names is started, and nothing is fetched that is not there.

use super::models::{self, ModelFile};
use super::options::{ConfigurationError, FILE_NAME, Options, folders, is_repository};
use std::path::Path;
use std::process::{Command, Output, Stdio};

impl Options {
    /// The options of the nearest `pepsin.toml` in the folder of `input` or above, and the nearest file with models, as a revision of its
    /// repository has them; empty if there is none.
    ///
    /// # Errors
    /// If Git cannot be started, there is no such revision, the repository lies within another one, or the file is not a table of settings.
    pub fn find_in_revision(input: &Path, revision: &str) -> Result<Self, ConfigurationError> {
        let folders = folders(input);
        let Some(own) = folders.first() else {
            return Ok(Options::default());
        };
        let unknown = || failure(format!("There is no revision `{revision}` of {}.", own.display()));
        let root = folders
            .last()
            .filter(|folder| is_repository(folder))
            .ok_or_else(unknown)?;
        check_outermost(root)?;
        let commit = commit(root, revision)?.ok_or_else(unknown)?;
        let found = |name: &str| -> Result<Option<(String, String)>, ConfigurationError> {
            for folder in &folders {
                let Some(text) = blob(root, &commit, &folder.join(name))? else {
                    continue;
                };
                let name = format!("{revision}:{}", folder.join(name).display());
                let text = String::from_utf8(text).map_err(|_| failure(format!("{name} is not text in UTF-8.")))?;
                return Ok(Some((name, text)));
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

fn failure(message: String) -> ConfigurationError {
    ConfigurationError {
        at: "--config-from".to_owned(),
        message,
    }
}

/// A repository within another one may have been brought along by whoever proposes a change to the outer one.
fn check_outermost(root: &Path) -> Result<(), ConfigurationError> {
    let outer = root.ancestors().skip(1).find(|folder| is_repository(folder));
    let stands_inside = || std::env::current_dir().is_ok_and(|here| here.starts_with(root));
    match outer {
        Some(outer) if !stands_inside() => Err(failure(format!(
            "The repository {} lies within {}: whose revision is meant can't be told. Start from within the inner one if it is that one's.",
            root.display(),
            outer.display()
        ))),
        _ => Ok(()),
    }
}

/// The commit that a revision names.
fn commit(root: &Path, revision: &str) -> Result<Option<String>, ConfigurationError> {
    let revision = format!("{revision}^{{commit}}");
    let known = git(
        root,
        &["rev-parse", "--verify", "--quiet", "--end-of-options", &revision],
    )?;
    let commit = String::from_utf8_lossy(&known.stdout).trim().to_owned();
    Ok((known.status.success() && !commit.is_empty()).then_some(commit))
}

/// What a file holds in a commit, if it is there.
fn blob(root: &Path, commit: &str, file: &Path) -> Result<Option<Vec<u8>>, ConfigurationError> {
    let Some(within) = file.strip_prefix(root).ok().and_then(Path::to_str) else {
        return Ok(None);
    };
    let output = git(root, &["cat-file", "blob", &format!("{commit}:{within}")])?;
    Ok(output.status.success().then_some(output.stdout))
}

/// Runs Git in the folder of a repository, without anything that the repository might want to be started.
fn git(root: &Path, arguments: &[&str]) -> Result<Output, ConfigurationError> {
    let output = Command::new("git")
        .args([
            "--no-pager",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "safe.bareRepository=explicit",
        ])
        .args(arguments)
        .current_dir(root)
        // What is not there is not fetched, by no protocol: a repository names the program that would answer.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("GIT_CEILING_DIRECTORIES", root.parent().unwrap_or(root))
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .stdin(Stdio::null())
        .output();
    output.map_err(|error| failure(format!("`git` can't be started: {error}.")))
}
