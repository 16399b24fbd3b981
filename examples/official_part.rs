//! How many races are found again from the official part of their witnesses, without the execution that Pepsin writes beside it.
//!
//! `cargo run --release --example official_part -- target/release/pepsin SET|FOLDER… [--seconds N]` answers each task that has a race, runs
//! `replay --official-part` on its witness in a fresh process, and prints a table in Markdown of those that are not found again, with
//! what their executions rest on and the format has no words for. N limits each of the two runs, and is 60 where it is not given.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use pepsin::tasks::{Expected, Task, find_tasks};
use rayon::prelude::*;
use serde::Deserialize;

/// What became of a task with a race.
enum Fate {
    /// It is answered otherwise than by an execution.
    NoWitness,
    /// The race is found again.
    Replayed,
    /// It is not.
    Missed(Missed),
}

/// A race that is not found again.
struct Missed {
    task: String,
    /// What is said of it in place of a race.
    said: String,
    recorded: Choices,
}

/// What an execution of Pepsin's own holds.
#[derive(Default, Deserialize)]
struct Choices {
    inputs: Vec<u64>,
    schedule: Vec<(u32, u64)>,
}

#[derive(Deserialize)]
struct Entry {
    content: Choices,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut seconds = "60".to_owned();
    if let Some(at) = arguments.iter().position(|argument| argument == "--seconds") {
        arguments.remove(at);
        seconds = arguments.remove(at);
    }
    let (program, sets) = arguments
        .split_first()
        .ok_or("the program and a set or folder are needed")?;
    let folder = tempfile::tempdir()?;
    let limit = format!("--seconds={seconds}");
    let mut tasks = Vec::new();
    for set in sets {
        tasks.extend(find_tasks(Path::new(set))?);
    }
    tasks.retain(|task| task.expected == Expected::Race);
    let fates: Vec<Fate> = (tasks.par_iter().enumerate())
        .map(|(number, task)| {
            let witness = folder.path().join(format!("{number}.yml"));
            fate(Path::new(program), task, &witness, &limit)
        })
        .collect();
    print(&fates);
    Ok(())
}

fn fate(program: &Path, task: &Task, witness: &Path, limit: &str) -> Fate {
    let run = |arguments: &[&OsStr]| {
        let mut command = Command::new(program);
        command.args(arguments).arg(limit).stdin(Stdio::null());
        command.output().expect("the program can be started")
    };
    run(&[
        "svcomp".as_ref(),
        "--witness".as_ref(),
        witness.as_ref(),
        task.path.as_ref(),
    ]);
    let execution = witness.with_extension("execution.yml");
    let Ok(text) = std::fs::read_to_string(&execution) else {
        return Fate::NoWitness;
    };
    let mut arguments: Vec<&OsStr> = vec!["replay".as_ref(), "--official-part".as_ref(), witness.as_ref()];
    arguments.extend(task.inputs.iter().map(|input| input.as_os_str()));
    let replayed = run(&arguments);
    if replayed.status.code() == Some(1) {
        return Fate::Replayed;
    }
    let entries: Vec<Entry> = yaml_serde::from_str(&text).expect("Pepsin wrote it");
    Fate::Missed(Missed {
        task: task.path.display().to_string(),
        said: first_line(&replayed),
        recorded: entries
            .into_iter()
            .next()
            .map(|entry| entry.content)
            .unwrap_or_default(),
    })
}

fn first_line(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text)
        .lines()
        .next()
        .unwrap_or("nothing")
        .to_owned()
}

fn print(fates: &[Fate]) {
    let count = |of: fn(&Fate) -> bool| fates.iter().filter(|fate| of(fate)).count();
    let (none, replayed) = (
        count(|fate| matches!(fate, Fate::NoWitness)),
        count(|fate| matches!(fate, Fate::Replayed)),
    );
    println!("| tasks with a race | answered by an execution | found again from the official part |");
    println!("| ---: | ---: | ---: |");
    println!("| {} | {} | {replayed} |\n", fates.len(), fates.len() - none);
    println!("| not found again | inputs | turns of threads | what `replay` says |");
    println!("| --- | ---: | ---: | --- |");
    for fate in fates {
        if let Fate::Missed(missed) = fate {
            let (inputs, turns) = (missed.recorded.inputs.len(), missed.recorded.schedule.len());
            println!("| `{}` | {inputs} | {turns} | {} |", missed.task, missed.said);
        }
    }
}
