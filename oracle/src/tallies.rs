//! How often shapes occur, and what becomes of the programs that have them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use pepsin::races::Verdict;

use crate::compare::Comparison;
use crate::program::Program;
use crate::shapes::Family;

/// A family, or one of its shapes by its number.
pub type ShapeName = (Family, Option<usize>);

/// What became of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// With an executed race.
    pub raced: u64,
    /// Proved free of races.
    pub proved: u64,
    /// Neither.
    pub unknown: u64,
}

impl Tally {
    /// Counts one more program.
    pub fn count(&mut self, comparison: &Comparison) {
        match (comparison.raced, comparison.verdict) {
            (true, _) => self.raced += 1,
            (false, Some(Verdict::RaceFree)) => self.proved += 1,
            (false, _) => self.unknown += 1,
        }
    }

    fn programs(self) -> u64 {
        self.raced + self.proved + self.unknown
    }
}

/// The families and the shapes that occur in a program.
pub fn shape_names(program: &Program) -> BTreeSet<ShapeName> {
    let pieces = program.pieces().into_iter();
    let names = pieces.flat_map(|piece| [(piece.family, None), (piece.family, Some(piece.shape))]);
    names.collect()
}

/// The table of shapes, as Markdown: families in bold, and under each its shapes.
pub struct Table<'s> {
    /// What became of the programs with each.
    pub tallies: &'s BTreeMap<ShapeName, Tally>,
    /// Of so many programs.
    pub programs: u64,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "| shape | programs | of all | with a race | of the others, proved |"
        )?;
        writeln!(out, "| --- | --- | --- | --- | --- |")?;
        for (family, meaning, shapes) in Family::ALL {
            self.row(out, &format!("**{meaning}**"), (family, None))?;
            for (number, shape) in shapes.iter().enumerate() {
                self.row(out, shape.name, (family, Some(number)))?;
            }
        }
        Ok(())
    }
}

impl Table<'_> {
    fn row(&self, out: &mut fmt::Formatter<'_>, meaning: &str, name: ShapeName) -> fmt::Result {
        let tally = self.tallies.get(&name).copied().unwrap_or_default();
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let (programs, quiet) = (tally.programs(), tally.proved + tally.unknown);
        writeln!(
            out,
            "| {meaning} | {programs} | {:.1} % | {} | {:.1} % |",
            share(programs, self.programs),
            tally.raced,
            share(tally.proved, quiet)
        )
    }
}
