//! Compilation databases (`compile_commands.json`, as `bear` and CMake write them): the units of a program with their flags.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Error, Location};
use super::preprocess::Input;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// Flags of the preprocessor whose value is the next argument where it is not attached.
const WITH_VALUE: [&str; 9] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
];

/// Reads a compilation database: its C units in order, each once, with the flags that matter to the preprocessor.
pub fn read_compilation_database(path: &Path) -> Result<Vec<Input>, Error> {
    let name = path.to_string_lossy();
    let whole = || Location::file(&name);
    let text = std::fs::read(path).map_err(|error| Error::new(whole(), format!("The file can't be read: {error}.")))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| {
        let at = Location {
            file: name.clone().into_owned(),
            line: error.line() as u32,
            column: error.column() as u32,
        };
        Error::new(at, format!("This is no compilation database: {error}."))
    })?;
    let mut inputs: Vec<Input> = Vec::new();
    for entry in entries.into_iter().filter(|entry| is_c(&entry.file)) {
        let arguments = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => split(&command),
            (None, None) => Vec::new(),
        };
        let known = inputs
            .iter()
            .any(|input| input.path == entry.file && input.directory.as_deref() == Some(&entry.directory));
        if !known {
            inputs.push(Input {
                path: entry.file,
                arguments: preprocessor_flags(&arguments),
                directory: Some(entry.directory),
                text: None,
            });
        }
    }
    if inputs.is_empty() {
        return Err(Error::new(whole(), "The compilation database names no C files."));
    }
    Ok(inputs)
}

fn is_c(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == "c" || extension == "i")
}

/// Picks the flags that change what the preprocessor gives.
fn preprocessor_flags(arguments: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if WITH_VALUE.contains(&argument.as_str()) {
            flags.push(argument.clone());
            flags.extend(rest.next().cloned());
        } else if argument == "-o" || argument == "-MF" || argument == "-MT" || argument == "-MQ" {
            rest.next();
        } else if is_preprocessor_flag(argument) {
            flags.push(argument.clone());
        }
    }
    flags
}

fn is_preprocessor_flag(argument: &str) -> bool {
    let prefixes = [
        "-I",
        "-D",
        "-U",
        "-isystem",
        "-iquote",
        "-include",
        "-std=",
        "-nostdinc",
        "-O",
        "-m",
        "-fopenmp",
        "-pthread",
        "-undef",
    ];
    argument == "-ansi" || prefixes.iter().any(|prefix| argument.starts_with(prefix))
}

/// Splits a command line by the rules of a POSIX shell for quotes and backslashes; nothing is expanded.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
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
        ] {
            assert_eq!(split(command), words, "{command}");
        }
    }

    #[test]
    fn only_flags_of_the_preprocessor_are_kept() {
        let arguments = split("cc -Wall -O2 -I inc -Isrc -DX=1 -o out.o -c a.c -include cfg.h -MF dep -std=c99");
        let expected = ["-O2", "-I", "inc", "-Isrc", "-DX=1", "-include", "cfg.h", "-std=c99"];
        assert_eq!(preprocessor_flags(&arguments), expected);
    }

    #[test]
    fn a_database_gives_its_units_once() {
        let text = r#"[{"directory": "/d", "file": "a.c", "command": "cc -DA -c a.c"},
                       {"directory": "/d", "file": "a.c", "arguments": ["cc", "-c", "a.c"]},
                       {"directory": "/d", "file": "b.cpp", "command": "c++ b.cpp"}]"#;
        let path = std::env::temp_dir().join(format!("pepsin-database-{}.json", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder is writable");
        let inputs = read_compilation_database(&path);
        let _ = std::fs::remove_file(&path);
        let inputs = inputs.expect("is a database");
        assert_eq!(inputs.len(), 1);
        assert_eq!(inputs[0].arguments, ["-DA"]);
    }
}
