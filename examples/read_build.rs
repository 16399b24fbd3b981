//! Reads all units of recorded builds, links all programs that they make, and prints a table row for each build and every failure.
//!
//! `cargo run --release --example read_build -- NAME=compile_commands.json…`
//!
//! The time is processor time of the front end alone: preprocessing is the compiler's.
#![allow(clippy::print_stdout)]

use std::path::Path;

use pepsin::frontend::{
    Error, FrontendOptions, Input, check_units, load, preprocessed, programs, read_compilation_database,
};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    println!("| program | units | lines | preprocessed | failures | programs linked | time | speed |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut failures = Vec::new();
    for argument in std::env::args().skip(1) {
        let (name, path) = argument.split_once('=').unwrap_or((&argument, &argument));
        failures.extend(read_build(name, Path::new(path)));
    }
    for failure in failures {
        println!("\n{failure}");
    }
}

/// Prints the row of a build; returns its failures.
fn read_build(name: &str, database: &Path) -> Vec<String> {
    let options = FrontendOptions::default();
    let inputs = match read_compilation_database(database, &[], &[]) {
        Ok(inputs) => inputs,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let lines: usize = inputs.iter().map(source_lines).sum();
    let mut failures = Vec::new();
    let mut texts = Vec::new();
    for input in &inputs {
        match preprocessed(input, &options) {
            Ok(input) => texts.push(input),
            Err(error) => failures.push(format!("{name}: {error}")),
        }
    }
    let bytes: usize = texts
        .iter()
        .filter_map(|input| input.text.as_ref())
        .map(|text| text.len())
        .sum();
    let start = processor_time();
    let mut good = Vec::new();
    for input in texts {
        match check_units(std::slice::from_ref(&input), &options) {
            Ok(_) => good.push(input),
            Err(errors) => failures.push(described(name, &input.path, &errors)),
        }
    }
    let seconds = processor_time() - start;
    let failed = failures.len();
    let (linked, all) = link(name, &good, &mut failures);
    println!(
        "| {name} | {} | {lines} | {:.1} MB | {failed} | {linked} of {all} | {seconds:.2} s | {:.1} MB/s |",
        inputs.len(),
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds.max(0.01)
    );
    failures
}

/// Links every program of a build; returns how many could be linked, of how many.
fn link(name: &str, inputs: &[Input], failures: &mut Vec<String>) -> (usize, usize) {
    let options = FrontendOptions::default();
    let mains = match programs(inputs, &options) {
        Ok(mains) => mains,
        Err(errors) => {
            failures.push(described(name, Path::new("all units"), &errors));
            return (0, 0);
        }
    };
    let mut linked = 0;
    for main in &mains {
        let options = FrontendOptions {
            main: Some(main.clone()).filter(|_| mains.len() > 1),
            ..FrontendOptions::default()
        };
        match load(inputs, &options) {
            Ok(_) => linked += 1,
            Err(errors) => failures.push(described(name, main, &errors)),
        }
    }
    (linked, mains.len())
}

fn described(name: &str, path: &Path, errors: &[Error]) -> String {
    let listed: Vec<String> = errors.iter().map(Error::to_string).collect();
    format!("{name}, {}:\n{}", path.display(), listed.join("\n"))
}

fn source_lines(input: &Input) -> usize {
    let path = match &input.directory {
        Some(directory) => directory.join(&input.path),
        None => input.path.clone(),
    };
    std::fs::read(path).map_or(0, |text| text.iter().filter(|byte| **byte == b'\n').count())
}

/// The processor time that this process has taken, in seconds; Linux counts it in hundredths.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = text.rsplit(')').next().unwrap_or("");
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
