//! Which programs need which side conditions: without the condition, the analysis excludes a race of theirs that is executed.
//!
//! A program is executed once, and analysed without each condition that no earlier program needed.

use std::collections::BTreeMap;
use std::fmt::Write;

use pepsin_lattice::seeded::Bug;

use crate::campaign::Plan;
use crate::compare::{Model, Workshop};
use crate::emit::{Header, emit};

/// The first program of a plan that needs each condition, by the condition's place among those asked for.
#[must_use]
pub fn caught(bugs: &[Bug], plan: &Plan) -> BTreeMap<usize, u64> {
    let workshop = Workshop::new(&plan.folder);
    let mut caught = BTreeMap::new();
    for number in plan.first..plan.first + plan.programs {
        let left: Vec<usize> = (0..bugs.len()).filter(|place| !caught.contains_key(place)).collect();
        let program = plan.program(number);
        let text = emit(&program, Header::WrittenOut);
        let asked: Vec<Bug> = left.iter().map(|place| bugs[*place]).collect();
        let needed = workshop.needed(&text, plan.effort(&program), Model::of(number), &asked);
        caught.extend(needed.into_iter().map(|place| (left[place], number)));
    }
    caught
}

/// The table, as Markdown.
#[must_use]
pub fn markdown(bugs: &[Bug], caught: &BTreeMap<usize, u64>) -> String {
    let mut out = format!("{} of {} conditions.\n\n", caught.len(), bugs.len());
    out.push_str("| condition | argument | without it | program |\n| --- | --- | --- | --- |\n");
    for (place, bug) in bugs.iter().enumerate() {
        let program = caught.get(&place).map_or(String::from("none"), u64::to_string);
        // Writing to a text does not fail.
        let _ = writeln!(out, "| `{bug:?}` | {} | {} | {program} |", bug.argument(), bug.change());
    }
    out
}
