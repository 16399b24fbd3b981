//! How cost grows with the size of programs.
//!
//! ```text
//! cargo bench --bench scaling                              measures both families, up to 200,000 lines
//! cargo bench --bench scaling -- functions 2000 20000      measures one family at these sizes
//! cargo bench --bench scaling -- print threads 2000        prints a program
//! ```
//!
//! Each program is analysed by a process of its own, which reports its processor time, stage by stage, and its greatest
//! memory. The exponent is that of the power of the lines that fits the times best, from 5,000 lines on, so that the
//! constant costs of the first milliseconds do not hide it:
//!
//! ```text
//!     ln seconds  ≈  exponent · ln lines + constant        (least squares)
//! ```
#![allow(clippy::print_stdout)]

mod family;
mod measurement;

use family::{Growth, program};
use measurement::{Measurement, measure};
use std::error::Error;
use std::process::Command;

/// The lines of the programs measured.
const SIZES: [usize; 7] = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000];
/// From how many lines on the exponent is fitted.
const FITTED_FROM: usize = 5_000;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds an argument of its own.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["measure", file] => println!("{}", measure(file)?),
        ["print", growth, lines] => print!("{}", program(lines.parse()?, growth_named(growth)?)),
        [] => {
            curve(Growth::Functions, &SIZES)?;
            curve(Growth::Threads, &SIZES)?;
        }
        [growth] => curve(growth_named(growth)?, &SIZES)?,
        [growth, ref sizes @ ..] => {
            let sizes: Result<Vec<usize>, _> = sizes.iter().map(|lines| lines.parse()).collect();
            curve(growth_named(growth)?, &sizes?)?;
        }
    }
    Ok(())
}

fn growth_named(name: &str) -> Result<Growth, String> {
    match name {
        "functions" => Ok(Growth::Functions),
        "threads" => Ok(Growth::Threads),
        _ => Err(format!("`{name}` is neither `functions` nor `threads`")),
    }
}

/// Measures a family at some sizes, and prints the table and the exponent.
fn curve(growth: Growth, sizes: &[usize]) -> Result<(), Box<dyn Error>> {
    println!("\n{}\n", heading(growth));
    println!("| lines | reading (s) | solving (s) | pairing (s) | all (s) | memory (MiB) | verdict |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | --- |");
    let mut points = Vec::new();
    for &size in sizes {
        let text = program(size, growth);
        let lines = text.lines().count();
        let measured = run(&text)?;
        println!(
            "| {lines} | {:.2} | {:.2} | {:.2} | {:.2} | {} | {} |",
            measured.reading,
            measured.solving,
            measured.pairing,
            measured.seconds(),
            measured.memory,
            measured.verdict
        );
        if size >= FITTED_FROM {
            points.push((lines as f64, measured.seconds()));
        }
    }
    if points.len() > 1 {
        println!(
            "\nFitted exponent from {FITTED_FROM} lines on: {:.2}.",
            exponent(&points)
        );
    }
    Ok(())
}

fn heading(growth: Growth) -> &'static str {
    match growth {
        Growth::Functions => "Functions and globals grow; four threads, eight locks.",
        Growth::Threads => "Threads and locks grow together with functions and globals.",
    }
}

/// Analyses a program in a process of its own.
fn run(text: &str) -> Result<Measurement, Box<dyn Error>> {
    let file = std::env::temp_dir().join(format!("pepsin-scaling-{}.c", std::process::id()));
    std::fs::write(&file, text)?;
    let output = Command::new(std::env::current_exe()?)
        .arg("measure")
        .arg(&file)
        .output()?;
    std::fs::remove_file(&file)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    String::from_utf8(output.stdout)?.parse()
}

/// The slope of the line through the logarithms of the points.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms = points.iter().map(|(lines, seconds)| (lines.ln(), seconds.ln()));
    let count = points.len() as f64;
    let (x, y) = logarithms
        .clone()
        .fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    let (products, squares) = logarithms.fold((0.0, 0.0), |sum, point| {
        let (dx, dy) = (point.0 - x, point.1 - y);
        (sum.0 + dx * dy, sum.1 + dx * dx)
    });
    products / squares
}
