//! Loads every SV-COMP task below the folders given, and prints failures and times.
//!
//! `cargo run --release --example load -- FOLDER…`; files that are not tasks (`.c`, `.i`) are lowered whole, for LP64.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pepsin::frontend::{Error, FrontendOptions, Input, check_units, load};
use pepsin::ir::{DataModel, InstructionKind};
use pepsin::tasks::Task;

fn main() {
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        collect(Path::new(&argument), &mut files);
    }
    files.sort();
    let mut times: Vec<(Duration, &PathBuf)> = Vec::new();
    let (mut failures, mut obstacles, mut bytes) = (0, 0, 0);
    for file in &files {
        let start = Instant::now();
        let result = load_one(file);
        times.push((start.elapsed(), file));
        match result {
            Ok((size, found)) => {
                bytes += size;
                obstacles += found.len();
                for obstacle in found {
                    println!("{}: obstacle: {obstacle}", file.display());
                }
            }
            Err(errors) => {
                failures += 1;
                for error in errors {
                    println!("{}: {error}", file.display());
                }
            }
        }
    }
    times.sort();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    println!(
        "{} files, {failures} failures, {obstacles} obstacles, {bytes} bytes, {total:?} in all",
        files.len()
    );
    if let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) {
        println!(
            "median {:?}, slowest {:?} ({})",
            median.0,
            slowest.0,
            slowest.1.display()
        );
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() || path.extension().is_some_and(|extension| extension == "yml") {
                collect(&path, files);
            }
        }
    } else {
        files.push(path.to_owned());
    }
}

fn messages(errors: Vec<Error>) -> Vec<String> {
    errors.iter().map(Error::to_string).collect()
}

fn load_one(file: &Path) -> Result<(usize, Vec<String>), Vec<String>> {
    let mut options = FrontendOptions::default();
    let mut inputs = vec![Input::new(file)];
    let is_task = file.extension().is_some_and(|extension| extension == "yml");
    if is_task {
        let task = Task::read(file).map_err(|error| vec![error.to_string()])?;
        options.data_model = task.data_model.unwrap_or(DataModel::Ilp32);
        inputs = task.inputs.into_iter().map(Input::new).collect();
    }
    if !is_task {
        let checked = check_units(&inputs, &options).map(|bytes| (bytes, Vec::new()));
        return checked.map_err(messages);
    }
    let loaded = load(&inputs, &options).map_err(messages)?;
    let mut obstacles = Vec::new();
    for function in &loaded.program.functions {
        for block in function.body.iter().flat_map(|body| &body.blocks) {
            for instruction in &block.instructions {
                if let InstructionKind::Obstacle { what } = &instruction.kind {
                    obstacles.push(format!("{}: {what}", loaded.program.files.display(instruction.at)));
                }
            }
        }
    }
    Ok((loaded.bytes, obstacles))
}
