//! Lowering takes every tree, for both data models, and gives a program or errors with places.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pepsin::frontend::{FrontendOptions, Input, check_units};
use pepsin::ir::DataModel;

fuzz_target!(|text: &[u8]| {
    let input = Input::preprocessed("fuzzed.c", text);
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = FrontendOptions {
            data_model,
            ..FrontendOptions::default()
        };
        if let Err(errors) = check_units(std::slice::from_ref(&input), &options) {
            assert!(!errors.is_empty());
        }
    }
});
