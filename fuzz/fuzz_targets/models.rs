//! Rows of the library: reading them takes every text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::library::Library;

fuzz_target!(|text: &str| {
    // An error is an answer; a panic is not.
    let _ = Library::default().extend(text);
});
