//! Configuration files: reading one takes every text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::config::Options;

fuzz_target!(|text: &str| {
    // An error is an answer; a panic is not.
    let _ = Options::parse("fuzzed.toml", text);
});
