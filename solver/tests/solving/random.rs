//! Properties of the solver on random systems.

use std::collections::BTreeMap;

use pepsin_solver::{Extrapolation, Solution, SolverSettings, UpdateRule, solve};
use proptest::prelude::*;

use crate::bits::Bits;
use crate::interval::Interval;
use crate::program::{Domain, Monotone, Program, programs};
use crate::reference::iterate;

const RULES: &[UpdateRule] = &[UpdateRule::Accumulate, UpdateRule::ByOrigin, UpdateRule::Reluctant];
const FINITE_RULES: &[UpdateRule] = &[
    UpdateRule::Accumulate,
    UpdateRule::ByOrigin,
    UpdateRule::Reluctant,
    UpdateRule::Unwidened,
];

fn extrapolations() -> impl Strategy<Value = Extrapolation> {
    (0..4_u32, 0..4_u32, 0..4_u32).prop_map(|(delay, switches, descents)| Extrapolation {
        delay,
        switches,
        descents,
    })
}

fn settings() -> impl Strategy<Value = SolverSettings> {
    (extrapolations(), extrapolations()).prop_map(|(locals, contributions)| SolverSettings {
        evaluations: 1_000_000,
        locals,
        contributions,
        ..SolverSettings::default()
    })
}

/// What must hold of the result whatever the system: it ends, verifies, and is the same every time.
fn solved<D: Domain>(program: &Program<D>, settings: &SolverSettings) -> Result<Solution<Program<D>>, TestCaseError> {
    let solution = solve(program, &[0], settings);
    prop_assert_eq!(solution.cut_by(), None);
    let verified = solution.verify(program);
    prop_assert!(verified.is_ok(), "{:?}", verified);
    let again = solve(program, &[0], settings);
    prop_assert_eq!(solution.statistics(), again.statistics());
    prop_assert!(solution.locals().eq(again.locals()));
    prop_assert!(solution.globals().eq(again.globals()));
    Ok(solution)
}

/// That the solution is at least what the reference reached.
fn covers<D: Domain>(
    solution: &Solution<Program<D>>,
    program: &Program<D>,
    rounds: usize,
) -> Result<(), TestCaseError> {
    let reference = iterate(program, 0, rounds);
    for (x, value) in reference.locals {
        let covered = solution.value(x).is_some_and(|held| value.leq(held));
        prop_assert!(covered, "{} has {:?}, not {:?}", x, solution.value(x), value);
    }
    for (g, fact) in reference.globals {
        let covered = solution.fact(g).is_some_and(|held| fact.leq(held));
        prop_assert!(covered, "{} has {:?}, not {:?}", g, solution.fact(g), fact);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn monotone_finite_systems_get_their_least_solution(
        program in programs::<Bits>(Monotone::Always, FINITE_RULES), settings in settings(),
    ) {
        let solution = solved(&program, &settings)?;
        let least = iterate(&program, 0, usize::MAX);
        let locals: BTreeMap<u8, Bits> = solution.locals().map(|(x, v)| (x, *v)).collect();
        let globals: BTreeMap<u8, Bits> = solution.globals().map(|(g, v)| (g, *v)).collect();
        prop_assert_eq!(locals, least.locals);
        prop_assert_eq!(globals, least.globals);
    }

    #[test]
    fn finite_systems_that_are_not_monotone_get_a_solution(
        program in programs::<Bits>(Monotone::NotAlways, FINITE_RULES), settings in settings(),
    ) {
        solved(&program, &settings)?;
    }

    #[test]
    fn monotone_systems_of_intervals_get_a_solution_above_all_iterations(
        program in programs::<Interval>(Monotone::Always, RULES), settings in settings(),
    ) {
        let solution = solved(&program, &settings)?;
        covers(&solution, &program, 60)?;
    }

    #[test]
    fn systems_of_intervals_that_are_not_monotone_get_a_solution(
        program in programs::<Interval>(Monotone::NotAlways, RULES), settings in settings(),
    ) {
        solved(&program, &settings)?;
    }
}
