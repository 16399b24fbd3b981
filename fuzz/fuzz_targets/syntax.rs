//! The lexer and the parser take every input, and give a tree or an error with a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::frontend::{FrontendOptions, Input, check_syntax};

fuzz_target!(|text: &[u8]| {
    let input = Input::preprocessed("fuzzed.c", text);
    if let Err(errors) = check_syntax(&[input], &FrontendOptions::default()) {
        assert!(errors.iter().all(|error| !error.message.is_empty()));
    }
});
