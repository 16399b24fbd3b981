//! The whole of `pepsin check`, with small budgets, takes every input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;

fuzz_target!(|text: &[u8]| {
    let settings = Settings {
        evaluations: 2_000,
        steps: 2_000,
        states: 200,
        ..Settings::new(Convention::Check)
    };
    // An error is an answer; a panic is not.
    let _ = pipeline::check(&[Input::preprocessed("fuzzed.c", text)], &settings);
});
