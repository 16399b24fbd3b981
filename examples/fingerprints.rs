//! Measures how many findings keep their fingerprints when their programs are edited elsewhere.
//!
//! `cargo run --release --example fingerprints -- PEPSIN FILE.c… [-- FLAG…]` checks each program as it is and edited: with comment lines
//! above, with a function added, and with variables of file scope renamed that no finding names. It prints how many findings each has,
//! and how many of their fingerprints are lost.
#![allow(clippy::print_stdout)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How many variables are renamed at most.
const RENAMED: usize = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((pepsin, rest)) = arguments.split_first() else {
        println!("usage: fingerprints PEPSIN FILE.c… [-- FLAG…]");
        return ExitCode::from(2);
    };
    let (files, flags) = match rest.iter().position(|argument| argument == "--") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    let mut lost_at_all = 0;
    for file in files {
        match measure(pepsin, Path::new(file), flags) {
            Ok((found, renamed, lost)) => {
                lost_at_all += lost;
                println!("{file}: {found} findings, {renamed} variables renamed, {lost} lost");
            }
            Err(error) => {
                println!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::from(u8::from(lost_at_all > 0))
}

/// How many findings a program has, how many of its variables are renamed, and how many fingerprints are lost by that and other edits.
fn measure(pepsin: &str, file: &Path, flags: &[String]) -> Result<(usize, usize, usize), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let before = findings(pepsin, file, flags)?;
    let titles: String = before.iter().map(|(_, title)| format!("{title} ")).collect();
    let elsewhere = variables(&text)
        .into_iter()
        .filter(|name| !words(&titles).any(|word| word == name));
    let renamed: Vec<String> = elsewhere.take(RENAMED).collect();
    let edited = edited(file)?;
    std::fs::write(&edited, edit(&text, &renamed)).map_err(|error| error.to_string())?;
    let after = findings(pepsin, &edited, flags)?;
    let prints: BTreeSet<&String> = after.iter().map(|(print, _)| print).collect();
    let lost: Vec<&(String, String)> = before.iter().filter(|(print, _)| !prints.contains(print)).collect();
    lost.iter().for_each(|(_, title)| println!("  lost: {title}"));
    Ok((before.len(), renamed.len(), lost.len()))
}

/// A file of the same name in a folder of the system's.
fn edited(file: &Path) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join("pepsin-fingerprints");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder.join(file.file_name().unwrap_or_default()))
}

/// The fingerprints and titles of the findings in a program.
fn findings(pepsin: &str, file: &Path, flags: &[String]) -> Result<BTreeSet<(String, String)>, String> {
    let mut command = Command::new(pepsin);
    let output = command
        .args(["check", "--no-cache", "--format=json"])
        .args(flags)
        .arg(file)
        .output();
    let output = output.map_err(|error| format!("{pepsin} can't be started: {error}"))?;
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found = report["findings"].as_array().into_iter().flatten();
    Ok(found.map(|it| (text(&it["fingerprint"]), text(&it["title"]))).collect())
}

/// Variables of file scope that nobody else can name, one a line: `static int count = 0;`.
fn variables(text: &str) -> Vec<String> {
    let declared = text.lines().filter_map(|line| {
        let declaration = line.strip_prefix("static ")?.split(['=', ';']).next()?;
        let is_variable = line.trim_end().ends_with(';') && !declaration.contains(['(', '[', '{', ',']);
        words(declaration).last().filter(|_| is_variable).map(str::to_owned)
    });
    let mut names: Vec<String> = declared.collect();
    names.sort();
    names.dedup();
    names
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

/// The text with comment lines and a function above, and with variables renamed.
fn edit(text: &str, renamed: &[String]) -> String {
    let mut edited =
        "/* Comment lines\n * above\n * everything. */\n\nstatic int added_above(int x) { return x + 1; }\n".to_owned();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_alphanumeric() || letter == '_') {
        let (between, behind) = rest.split_at(start);
        let length = behind
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(behind.len());
        let (word, behind) = behind.split_at(length);
        edited += between;
        edited += word;
        if renamed.iter().any(|name| name == word) {
            edited += "_renamed";
        }
        rest = behind;
    }
    edited + rest
}
