//! Compilation databases: `compile_commands.json` as CMake, Meson or Bear write it.

use super::Failure;
use crate::frontend::Input;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// One command of a database.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The translation units of a database; `files` selects among them if it is not empty, `more` is appended to the options.
///
/// # Errors
/// If the database cannot be read or is not one, or a file is not in it.
pub fn inputs(database: &Path, files: &[PathBuf], more: &[String]) -> Result<Vec<Input>, Failure> {
    let failure =
        |place: String, message: String| Failure(vec![format!("{}{place}: error: {message}", database.display())]);
    let text = std::fs::read_to_string(database)
        .map_err(|error| failure(String::new(), format!("The file can't be read: {error}.")))?;
    let commands: Vec<Command> = serde_json::from_str(&text).map_err(|error| {
        let place = format!(":{}:{}", error.line(), error.column());
        failure(place, format!("This is not a compilation database: {error}."))
    })?;
    let absent = files
        .iter()
        .find(|file| !commands.iter().any(|command| is_same(command, file)));
    if let Some(file) = absent {
        return Err(failure(
            String::new(),
            format!("There is no command for `{}`.", file.display()),
        ));
    }
    let wanted = |command: &&Command| {
        let selected = files.is_empty() || files.iter().any(|file| is_same(command, file));
        selected
            && command
                .file
                .extension()
                .is_some_and(|extension| extension == "c" || extension == "i")
    };
    let mut seen = Vec::new();
    let mut inputs: Vec<Input> = Vec::new();
    for command in commands.iter().filter(wanted) {
        let path = command.directory.join(&command.file);
        // A file that is compiled twice, as for a static and a shared library, is one translation unit of the program.
        if !seen.contains(&path) {
            seen.push(path);
            inputs.push(input(command, more));
        }
    }
    if inputs.is_empty() {
        return Err(failure(String::new(), "There is no command for a C file.".to_owned()));
    }
    Ok(inputs)
}

fn is_same(command: &Command, file: &Path) -> bool {
    let recorded = command.directory.join(&command.file);
    recorded == file || command.file == file || std::path::absolute(file).is_ok_and(|file| file == recorded)
}

fn input(command: &Command, more: &[String]) -> Input {
    let words = match (&command.arguments, &command.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(line)) => words(line),
        (None, None) => Vec::new(),
    };
    let mut arguments = preprocessor_options(&words);
    arguments.extend_from_slice(more);
    Input {
        path: command.file.clone(),
        arguments,
        directory: Some(command.directory.clone()),
        text: None,
    }
}

/// Options that matter to the preprocessor and have their value in the next word, or stuck to them.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
];

/// The options of a command that matter to the preprocessor.
fn preprocessor_options(words: &[String]) -> Vec<String> {
    let mut options = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if WITH_VALUE.contains(&word.as_str()) {
            options.push(word.clone());
            options.extend(words.next().cloned());
        } else if word.starts_with("-std=") || WITH_VALUE.iter().any(|option| word.starts_with(option)) {
            options.push(word.clone());
        }
    }
    options
}

/// The words of a command line by the rules of a POSIX shell: quotes and backslashes, no expansions.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' => words.extend(word.take()),
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
    fn a_command_line_is_split_as_a_shell_does() {
        let line = r#"cc -DNAME=\"x\" '-DA=b c' "-DQ=\"q\"" -c a.c"#;
        assert_eq!(words(line), ["cc", "-DNAME=\"x\"", "-DA=b c", "-DQ=\"q\"", "-c", "a.c"]);
    }

    #[test]
    fn only_options_for_the_preprocessor_are_kept() {
        let command: Vec<String> = [
            "cc", "-O2", "-I", "inc", "-DX", "-std=c11", "-o", "a.o", "-isystem", "s", "a.c",
        ]
        .map(str::to_owned)
        .into();
        assert_eq!(
            preprocessor_options(&command),
            ["-I", "inc", "-DX", "-std=c11", "-isystem", "s"]
        );
    }
}
