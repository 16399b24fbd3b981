//! The files that a source asks for, as far as its text tells.
//!
//! What the preprocessor reads stands in its output. Where it is ended before it has written that, the text of the source still names what was to
//! be read: enough for results not to be written over it. Names that macros make, and folders of the system, are left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::preprocess::Input;
use crate::files;

/// Flags with a folder in which included files are searched.
const FOLDERS: [&str; 4] = ["-I", "-iquote", "-isystem", "-idirafter"];
/// Flags with a file that is read before the source.
const FILES: [&str; 2] = ["-include", "-imacros"];

/// How many bytes are looked through: the run has ended, and should not take long any more.
const MOST_BYTES: u64 = 16 << 20;

/// Notes the files that an input names, and those that these name.
pub(super) fn note_named(input: &Input) {
    let own = input.directory.clone().unwrap_or_default();
    let beside = |name: &str| input.beside(Path::new(name));
    let mut folders: Vec<PathBuf> = FOLDERS
        .into_iter()
        .flat_map(|flag| values(&input.arguments, flag).map(beside))
        .collect();
    folders.push(own);
    let mut open: Vec<PathBuf> = FILES
        .into_iter()
        .flat_map(|flag| values(&input.arguments, flag).map(beside))
        .collect();
    open.push(input.file());
    let mut known = BTreeSet::new();
    let mut left = MOST_BYTES;
    while let Some(path) = open.pop() {
        let (Ok(real), Ok(about)) = (path.canonicalize(), path.metadata()) else {
            continue;
        };
        if !about.is_file() || !known.insert(real) {
            continue;
        }
        files::note(&path);
        if about.len() > left {
            continue;
        }
        left -= about.len();
        let text = files::read(&path).unwrap_or_default();
        let places: Vec<&Path> = path
            .parent()
            .into_iter()
            .chain(folders.iter().map(PathBuf::as_path))
            .collect();
        for name in included(&text) {
            open.extend(places.iter().map(|folder| folder.join(&name)));
        }
    }
}

/// The values of a flag, which stand in its word or in the next one.
pub(super) fn values<'a>(arguments: &'a [String], flag: &'a str) -> impl Iterator<Item = &'a str> {
    let behind = arguments.iter().skip(1).map(String::as_str).chain([""]);
    arguments.iter().zip(behind).filter_map(move |(argument, next)| {
        let value = argument.strip_prefix(flag)?;
        Some(if value.is_empty() { next } else { value })
    })
}

/// The names that a text includes.
fn included(text: &[u8]) -> impl Iterator<Item = String> {
    let lines = text.split(|byte| *byte == b'\n');
    lines.filter_map(|line| {
        let line = String::from_utf8_lossy(line);
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = directive.strip_prefix("include")?;
        let rest = rest.strip_prefix("_next").unwrap_or(rest).trim_start();
        let end = match rest.chars().next()? {
            '<' => '>',
            '"' => '"',
            _ => return None,
        };
        Some(rest[1..].split_once(end)?.0.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_quotes_or_brackets() {
        let text = b"#include \"a b.h\" // first\n  #  include_next <c/d.h>\n#include NAME\nint include;\n";
        assert_eq!(included(text).collect::<Vec<_>>(), ["a b.h", "c/d.h"]);
    }

    #[test]
    fn values_stand_in_the_word_of_their_flag_or_in_the_next_one() {
        let arguments = ["-imacrosa.h", "-O2", "-imacros", "b.h"].map(String::from);
        assert_eq!(values(&arguments, "-imacros").collect::<Vec<_>>(), ["a.h", "b.h"]);
    }
}
