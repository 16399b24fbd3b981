//! Rows of the library, and those of users: reading them takes every text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::config::{ModelFile, library_with};
use pepsin::library::Library;

fuzz_target!(|text: &str| {
    // An error is an answer; a panic is not.
    let _ = Library::default().extend(text);
    let file = ModelFile {
        name: "fuzzed.toml".to_owned(),
        text: text.to_owned(),
    };
    let _ = library_with(&Library::shared(), &[file]);
});
