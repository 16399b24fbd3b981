//! Every mutant of a formula is caught by a law.

use pepsin_digests::laws::mutants::{caught_by, mutants};

#[test]
#[ignore = "takes minutes without optimisation; the example `mutants` prints the same as a table"]
fn every_mutant_is_caught_by_a_law() {
    let survivors: Vec<&str> = mutants()
        .iter()
        .filter(|mutant| caught_by(mutant, 10_000).is_none())
        .map(|mutant| mutant.change)
        .collect();
    assert_eq!(survivors, Vec::<&str>::new());
}

#[test]
fn mutants_of_each_formula_exist_and_some_are_caught_at_once() {
    for formula in ["L", "TF", "TID", "LC", "O", "B", "CD", "DL", "creation history"] {
        let caught = mutants()
            .iter()
            .filter(|mutant| mutant.formula == formula)
            .any(|mutant| caught_by(mutant, 31).is_some());
        assert!(caught, "{formula}");
    }
}
