//! Task definitions: reading one takes every text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::tasks::Task;
use std::path::Path;

fuzz_target!(|text: &str| {
    // An error is an answer; a panic is not.
    let _ = Task::parse(Path::new("fuzzed.yml"), text);
});
