//! Counts how executions perform the functions without body that programs call, and prints the names that they do not perform.
//!
//! `cargo run --release --example library_coverage -- FILE…`; each C file is a program of its own, lowered for LP64.
//! Functions of the standards are counted a second time alone: what other libraries, and units of the program that were not linked,
//! do is known to nobody here. A call site counts once however often it runs. The classes are those of [`pepsin::explore::Performance`].
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use pepsin::explore::{Performance, performance};
use pepsin::frontend::{FrontendOptions, Input, load};
use pepsin::ir::{Callee, InstructionKind, Program};
use pepsin::library::is_reserved;

fn main() {
    let mut sites: BTreeMap<String, usize> = BTreeMap::new();
    let (mut programs, mut failures) = (0, 0);
    for file in std::env::args().skip(1) {
        match load(&[Input::new(&file)], &FrontendOptions::default()) {
            Ok(loaded) => {
                programs += 1;
                count(&loaded.program, &mut sites);
            }
            Err(errors) => {
                failures += 1;
                for error in errors {
                    println!("{file}: {error}");
                }
            }
        }
    }
    println!("{programs} programs, {failures} failures");
    print_classes("functions without body", &sites);
    let of_standards = |(name, count): (&String, &usize)| is_reserved(name).then(|| (name.clone(), *count));
    let of_standards: BTreeMap<String, usize> = sites.iter().filter_map(of_standards).collect();
    print_classes("functions of C, POSIX, Linux, glibc or the compiler", &of_standards);
    for class in [Performance::Range, Performance::None] {
        let mut names: Vec<_> = of_class(&sites, class).collect();
        names.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.to_owned()));
        println!("\n{class}:");
        for (name, count) in names {
            let of_others = if is_reserved(name) {
                ""
            } else {
                " (of another library, or of the program)"
            };
            println!("{count:>6}  {name}{of_others}");
        }
    }
}

/// How many call sites there are of each class.
fn print_classes(of: &str, sites: &BTreeMap<String, usize>) {
    let total: usize = sites.values().sum();
    println!("\n{total} call sites of {of}");
    for class in Performance::ALL {
        let found: usize = of_class(sites, class).map(|(_, count)| count).sum();
        let share = 100.0 * found as f64 / total.max(1) as f64;
        println!("{found:>6} {share:5.1} %  {class}");
    }
}

fn of_class(sites: &BTreeMap<String, usize>, class: Performance) -> impl Iterator<Item = (&str, usize)> {
    sites
        .iter()
        .filter(move |(name, _)| performance(name) == class)
        .map(|(name, count)| (name.as_str(), *count))
}

/// Adds the call sites of a program, by the name of what they call.
fn count(program: &Program, sites: &mut BTreeMap<String, usize>) {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
    {
        if let InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } = &instruction.kind
        {
            let callee = program.function(*callee);
            if callee.body.is_none() {
                *sites.entry(callee.name.clone()).or_default() += 1;
            }
        }
    }
}
