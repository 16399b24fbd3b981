//! Runs `pepsin check` on inputs that ask for more than there is, and tells how long it took and how much memory.
//!
//! `cargo run --release --example hostile -- PEPSIN FOLDER [FLAG…]` writes the inputs to the folder, and gives each to the program `PEPSIN` with
//! the flags.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

#[path = "../tests/hostile/mod.rs"]
mod hostile;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pepsin, folder, flags @ ..] = arguments.as_slice() else {
        println!("usage: hostile PEPSIN FOLDER [FLAG…]");
        return ExitCode::from(2);
    };
    let mut failed = false;
    for input in hostile::HOSTILE {
        let file = Path::new(folder).join(input.file);
        if let Err(error) = std::fs::write(&file, (input.text)(input.size)) {
            println!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
        let begin = Instant::now();
        let output = Command::new(pepsin)
            .arg("check")
            .args(flags)
            .arg("--format=json")
            .arg("--stats")
            .arg(&file)
            .output();
        let seconds = begin.elapsed().as_secs_f64();
        let Ok(output) = output else {
            println!("{pepsin} can't be started.");
            return ExitCode::from(2);
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let report: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let verdict = report["verdict"].as_str().unwrap_or("no report");
        let peak = report["statistics"]["peak MiB"].as_u64();
        let peak = peak.map_or_else(|| "?".to_owned(), |peak| peak.to_string());
        let status = output.status.code();
        failed |= !matches!(status, Some(0..=3));
        let message = String::from_utf8_lossy(&output.stderr);
        println!(
            "| {} | {seconds:.1} s | {peak} MiB | {} | {verdict} | {} |",
            input.name,
            status.map_or_else(|| "signal".to_owned(), |status| status.to_string()),
            message.lines().next().unwrap_or_default()
        );
    }
    ExitCode::from(u8::from(failed))
}
