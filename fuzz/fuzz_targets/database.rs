//! Compilation databases: reading one takes every text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::frontend::parse_compilation_database;
use std::path::Path;

fuzz_target!(|text: &str| {
    // An error is an answer; a panic is not.
    let _ = parse_compilation_database(Path::new("fuzzed.json"), text, &[], &[]);
});
