//! Programs that check themselves, executed: each construct means what C says it means.

use std::path::Path;

use crate::explore::{ExploreSettings, Until, run};
use crate::frontend::{FrontendOptions, Input, load};

/// Loads a program of the folder `programs` and executes it once.
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/frontend/tests/programs")
        .join(name);
    let loaded = load(&[Input::new(path)], &FrontendOptions::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let settings = ExploreSettings {
        schedules: 1,
        until: Until::BudgetUsed,
        ..ExploreSettings::default()
    };
    let outcome = run(&loaded.program, &settings);
    let files = &loaded.program.files;
    let open: Vec<String> = outcome
        .open
        .keys()
        .map(|(why, at)| format!("{}: {why}", files.display(*at)))
        .collect();
    let bad: Vec<String> = outcome
        .bad_accesses
        .keys()
        .map(|(why, at)| format!("{}: {why:?}", files.display(*at)))
        .collect();
    assert!(
        outcome.exits == 1,
        "open: {open:?}, bad: {bad:?}, rejected: {}",
        outcome.rejected
    );
}

macro_rules! programs {
    ($($test:ident: $file:literal),* $(,)?) => {
        $(#[test] fn $test() { check($file); })*
    };
}

programs! {
    arithmetic_follows_the_conversions_of_c: "arithmetic.c",
    control_flow_goes_where_c_says: "control.c",
    initialisers_reach_the_members_they_name: "initialisers.c",
    objects_have_their_members_and_elements: "objects.c",
    names_mean_what_the_innermost_scope_says: "scopes.c",
    extensions_of_gnu_c_mean_what_gcc_says: "gnu.c",
    features_of_c11_mean_what_the_standard_says: "c11.c",
    operands_are_read_from_left_to_right: "order.c",
}
