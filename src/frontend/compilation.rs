//! Compilation databases (`compile_commands.json`, as Bear, CMake and Meson write them): the units of a build with their flags.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::build_flags::passed;
use super::error::{Error, Location};
use super::preprocess::{Input, Need};
use crate::files;

/// One command of a build.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// How deep response files may name each other.
const RESPONSE_FILES: u32 = 8;

/// How many arguments and response files a command may have.
const MOST_ARGUMENTS: usize = 100_000;

/// Reads a compilation database: its C units in order, each once for each set of flags that matter, and `more` behind these.
/// Only those of `files` are wanted, if there are any.
///
/// # Errors
/// If the file can't be read or is no database, names no C file, or has no command for one of `files`.
pub fn read_compilation_database(path: &Path, files: &[PathBuf], more: &[String]) -> Result<Vec<Input>, Error> {
    let whole = || Location::file(&path.to_string_lossy());
    let text =
        files::read_text(path).map_err(|error| Error::new(whole(), format!("The file can't be read: {error}.")))?;
    parse_compilation_database(path, &text, files, more)
}

/// As [`read_compilation_database`], for the text of a file.
///
/// # Errors
/// If the text is no database, names no C file, or has no command for one of `files`.
pub fn parse_compilation_database(
    path: &Path,
    text: &str,
    files: &[PathBuf],
    more: &[String],
) -> Result<Vec<Input>, Error> {
    let name = path.to_string_lossy();
    let whole = || Location::file(&name);
    let mut entries: Vec<Entry> = serde_json::from_str(text).map_err(|error| {
        let at = Location {
            file: name.clone().into_owned(),
            line: error.line() as u32,
            column: error.column() as u32,
        };
        Error::new(at, format!("This is not a compilation database: {error}."))
    })?;
    // Folders that are not absolute lie where the database does.
    if let Some(folder) = path.parent() {
        for entry in &mut entries {
            entry.directory = folder.join(&entry.directory);
        }
    }
    if let Some(absent) = files
        .iter()
        .find(|file| !entries.iter().any(|entry| entry.is_for(file)))
    {
        let message = format!("There is no command for `{}`.", absent.display());
        return Err(Error::new(whole(), message));
    }
    let mut inputs: Vec<Input> = Vec::new();
    let mut known: BTreeSet<(PathBuf, Vec<String>)> = BTreeSet::new();
    let mut unread: BTreeSet<String> = BTreeSet::new();
    for entry in entries {
        let wanted = files.is_empty() || files.iter().any(|file| entry.is_for(file));
        if !wanted {
            continue;
        }
        let recorded = entry.recorded();
        if !is_c(&entry.file) {
            unread.insert(entry.file.display().to_string());
            continue;
        }
        let mut input = entry.input(more)?;
        if !files.is_empty() {
            input.need = Need::Required;
        }
        if known.insert((recorded, input.arguments.clone())) {
            inputs.push(input);
        }
    }
    let Some(first) = inputs.first_mut() else {
        return Err(Error::new(whole(), "There is no command for a C file."));
    };
    first.unread = unread.into_iter().collect();
    Ok(inputs)
}

fn is_c(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == "c" || extension == "i")
}

impl Entry {
    fn recorded(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// Whether a file of the command line is the one that this command compiles.
    fn is_for(&self, file: &Path) -> bool {
        let recorded = self.recorded();
        recorded == file || self.file == file || std::path::absolute(file).is_ok_and(|file| file == recorded)
    }

    fn input(self, more: &[String]) -> Result<Input, Error> {
        let words = match (self.arguments, &self.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => split(command),
            (None, None) => Vec::new(),
        };
        let mut arguments = Vec::new();
        with_response_files(words, &self.directory, RESPONSE_FILES, &mut 0, &mut arguments)?;
        let mut arguments = passed(&arguments);
        arguments.extend_from_slice(more);
        Ok(Input {
            arguments,
            directory: Some(self.directory),
            need: Need::OneOfBuild,
            ..Input::new(self.file)
        })
    }
}

/// Puts the contents of response files in the place of `@file`, as the compiler does.
fn with_response_files(
    words: Vec<String>,
    directory: &Path,
    depth: u32,
    read: &mut usize,
    arguments: &mut Vec<String>,
) -> Result<(), Error> {
    for word in words {
        // Files that name each other again and again may hold nothing else.
        if arguments.len() + *read >= MOST_ARGUMENTS {
            let at = Location::file(&directory.to_string_lossy());
            let message = format!("A command has {MOST_ARGUMENTS} arguments and response files or more.");
            return Err(Error::new(at, message));
        }
        let Some(name) = word.strip_prefix('@').filter(|_| depth > 0) else {
            arguments.push(word);
            continue;
        };
        let path = directory.join(name);
        let text = files::read_text(&path).map_err(|error| {
            let at = Location::file(&path.to_string_lossy());
            Error::new(at, format!("The response file can't be read: {error}."))
        })?;
        *read += 1;
        with_response_files(split(&text), directory, depth - 1, read, arguments)?;
    }
    Ok(())
}

/// Splits a command line by the rules of a POSIX shell for quotes and backslashes; nothing is expanded.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            blank if blank.is_whitespace() => words.extend(word.take()),
            '\\' => word.get_or_insert_default().extend(letters.next()),
            '\'' => word
                .get_or_insert_default()
                .extend(letters.by_ref().take_while(|letter| *letter != '\'')),
            '"' => double_quoted(&mut letters, word.get_or_insert_default()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// Appends what stands between double quotes, where a backslash keeps its meaning only before `"`, `\`, `$` and a grave accent.
fn double_quoted(letters: &mut std::str::Chars<'_>, word: &mut String) {
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return,
            '\\' => match letters.next() {
                Some(quoted @ ('"' | '\\' | '$' | '`')) => word.push(quoted),
                other => {
                    word.push('\\');
                    word.extend(other);
                }
            },
            other => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_split_as_a_shell_splits_them() {
        for (command, words) in [
            ("cc -c  a.c", vec!["cc", "-c", "a.c"]),
            (
                r#"cc -D'A=1 2' -DB="x y" c\ d.c"#,
                vec!["cc", "-DA=1 2", "-DB=x y", "c d.c"],
            ),
            (r#"cc -DS=\"text\" ''"#, vec!["cc", "-DS=\"text\"", ""]),
            (
                r#"cc '-DA=b c' "-DQ=\"q\"" "a\b""#,
                vec!["cc", "-DA=b c", "-DQ=\"q\"", "a\\b"],
            ),
        ] {
            assert_eq!(split(command), words, "{command}");
        }
    }

    /// A folder that vanishes with its value.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let folder = std::env::temp_dir().join(format!("pepsin-database-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
            for (file, text) in files {
                std::fs::write(folder.join(file), text).expect("the folder is writable");
            }
            Folder(folder)
        }

        fn read(&self, files: &[&str]) -> Result<Vec<Input>, Error> {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            read_compilation_database(&self.0.join("compile_commands.json"), &files, &["-DMORE".to_owned()])
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_database_gives_its_units_once_for_each_set_of_flags() {
        let database = r#"[{"directory": "/d", "file": "a.c", "command": "cc -DA -c a.c"},
                           {"directory": "/d", "file": "/d/a.c", "arguments": ["cc", "-DA", "-c", "a.c"]},
                           {"directory": "/d", "file": "a.c", "command": "cc -DB -c a.c"},
                           {"directory": "/e", "file": "a.c", "arguments": ["cc", "-Iinc", "-c", "a.c"]},
                           {"directory": "/d", "file": "b.cpp", "command": "c++ b.cpp"}]"#;
        let folder = Folder::new("units", &[("compile_commands.json", database)]);
        let inputs = folder.read(&[]).expect("is a database");
        let flags: Vec<&[String]> = inputs.iter().map(|input| input.arguments.as_slice()).collect();
        assert_eq!(flags, [["-DA", "-DMORE"], ["-DB", "-DMORE"], ["-Iinc", "-DMORE"]]);
        assert_eq!(inputs[0].unread, ["b.cpp"]);
        let chosen = folder.read(&["/e/a.c"]).expect("is in it");
        assert!(chosen.len() == 1 && chosen[0].directory.as_deref() == Some(Path::new("/e")));
        let error = folder.read(&["c.c"]).expect_err("is not in it");
        assert!(error.message.contains("no command for `c.c`"), "{error}");
    }

    #[test]
    fn response_files_are_read_where_they_stand() {
        let files = [("outer.txt", "-DA @inner.txt"), ("inner.txt", "'-DB=1 2'\n-DC")];
        let folder = Folder::new("response", &files);
        let database = |word: &str| {
            let directory = folder.0.to_string_lossy().into_owned();
            serde_json::json!([{"directory": directory, "file": "a.c", "arguments": ["cc", word, "a.c"]}]).to_string()
        };
        let write = |text: String| std::fs::write(folder.0.join("compile_commands.json"), text);
        write(database("@outer.txt")).expect("is writable");
        let inputs = folder.read(&[]).expect("is a database");
        assert_eq!(inputs[0].arguments, ["-DA", "-DB=1 2", "-DC", "-DMORE"]);
        write(database("@missing.txt")).expect("is writable");
        let error = folder.read(&[]).expect_err("the response file is missing");
        assert!(error.at.file.ends_with("missing.txt"), "{error}");
    }

    #[test]
    fn what_is_no_database_is_refused_at_its_place() {
        let folder = Folder::new("broken", &[("compile_commands.json", "[\n  {\"file\": 3}\n]")]);
        let error = folder.read(&[]).expect_err("is no database");
        assert!(
            error.at.line == 2 && error.message.contains("not a compilation database"),
            "{error}"
        );
    }
}
