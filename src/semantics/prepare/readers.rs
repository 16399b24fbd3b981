//! Numbers of readers, by the text: what one function counts up behind a test of a flag, and another one tests beside the flag before it raises
//! that. It proposes locks for readers and writers that programs make themselves ([`crate::semantics::claims::readers`]). The flag may be a number
//! of writers, which is raised by one and lowered by one.
//!
//! All numbers of readers are proposed as tallies ([`crate::semantics::claims::tallies`]), and so is what is counted up and down and tested as part of a
//! sum: `while (active + waiting > 0)` tells of each of both that it is zero only if neither is less. What is counted up and down and set to a negative
//! constant is proposed as a gate ([`crate::semantics::claims::gates`]).

use std::collections::BTreeSet;

use super::by_one::{ByOne, changed_by_one};
use super::named::{Named, loaded, resolved};
use super::scalars::Watched;
use super::switches::{Passed, Switch, behind_comparisons};
use crate::ir::{BinaryOp, Block, Body, Expr, InstructionKind, Program, Terminator, Types};
use crate::library::Library;

/// At most this many are proposed.
const MOST_READER_COUNTS: usize = 8;
/// At most this many tallies are.
const MOST_TALLIES: usize = 8;
/// At most this many switches are.
const MOST_SWITCHES: usize = 8;

/// No narrower number counts threads: it would begin anew.
const LEAST_SIZE: u64 = 4;

/// A number of readers, and the flag of the writer that they keep out.
#[derive(Clone, Copy, Debug)]
pub struct ReaderCount {
    /// The number, by its number among the tallies.
    pub tally: usize,
    /// The flag, by its number among the watched variables.
    pub flag: usize,
}

/// What a text proposes.
#[derive(Debug, Default)]
pub struct Proposed {
    /// The numbers of those who are somewhere.
    pub tallies: Vec<Watched>,
    /// Those of them that are numbers of readers.
    pub reader_counts: Vec<ReaderCount>,
    /// Those that may be negative, by their numbers.
    pub gates: BTreeSet<usize>,
    /// Those of which the first one takes a semaphore for all.
    pub switches: Vec<Switch>,
    /// The flags that are numbers of writers, among the watched variables: what is computed is assigned to them.
    pub stepping_flags: BTreeSet<usize>,
}

/// What a program may have. Flags that nobody watches so far are watched from now on.
pub fn proposed(program: &Program, library: &Library, watched: &mut Vec<Watched>) -> Proposed {
    let texts = program.functions.iter().filter_map(|function| function.body.as_ref());
    let texts: Vec<Text> = texts.map(|body| Text::of(program, library, body)).collect();
    let lowered: BTreeSet<Named> = texts.iter().flat_map(|text| text.lowered.iter().copied()).collect();
    let raised: BTreeSet<Named> = texts.iter().flat_map(|text| text.raised.iter().copied()).collect();
    let mut proposed = Proposed::default();
    for (count, flag) in readers_and_writers(&texts, &lowered) {
        for (count, flag_at) in resolved(program, count, flag) {
            let is_stepping = raised.contains(&flag) && lowered.contains(&flag);
            proposed.read(program, watched, (count, flag_at), is_stepping);
        }
    }
    for text in &texts {
        let is_counted = |(count, _): &&(Named, Passed)| text.raised.contains(count) && lowered.contains(count);
        for (count, semaphore) in text.compared.iter().filter(is_counted) {
            proposed.switch(program, *count, *semaphore);
        }
    }
    let closed = texts.iter().flat_map(|text| &text.closed).collect::<BTreeSet<_>>();
    for name in closed
        .into_iter()
        .filter(|name| raised.contains(name) && lowered.contains(name))
    {
        for tally in name.variables(program).filter(|tally| tally.may_count(program)) {
            let gate = proposed.tally(tally);
            proposed.gates.extend(gate);
        }
    }
    let summed = texts.iter().flat_map(|text| &text.summed).collect::<BTreeSet<_>>();
    for name in summed
        .into_iter()
        .filter(|name| raised.contains(name) && lowered.contains(name))
    {
        for tally in name.variables(program).filter(|tally| tally.may_count(program)) {
            proposed.tally(tally);
        }
    }
    proposed
}

/// Numbers that one function raises behind a test of a flag, and another one tests beside the flag that it raises.
fn readers_and_writers(texts: &[Text], lowered: &BTreeSet<Named>) -> Vec<(Named, Named)> {
    let (mut readers, mut writers) = (BTreeSet::new(), BTreeSet::new());
    for text in texts {
        let stepping = text.raised.intersection(lowered).copied();
        let flags: BTreeSet<Named> = text.set.iter().copied().chain(stepping).collect();
        readers.extend(pairs(&text.raised, &text.tested));
        writers.extend(pairs(&text.tested, &flags).filter(|(_, flag)| text.tested.contains(flag)));
    }
    readers.intersection(&writers).copied().collect()
}

impl Proposed {
    /// Proposes a tally; its number, unless there are too many.
    fn tally(&mut self, tally: Watched) -> Option<usize> {
        let is_same = |known: &Watched| (known.global, known.offset) == (tally.global, tally.offset);
        let known = self.tallies.iter().position(is_same);
        known.or_else(|| {
            let number = self.tallies.len();
            (number < MOST_TALLIES).then(|| {
                self.tallies.push(tally);
                number
            })
        })
    }

    /// Proposes switches: numbers and semaphores that names may mean.
    fn switch(&mut self, program: &Program, count: Named, semaphore: Passed) {
        for count in count.variables(program).filter(|count| count.may_count(program)) {
            let Some(tally) = self.tally(count) else { return };
            let places = semaphore.places(program).into_iter();
            let switches = places.map(|(global, offset)| Switch { tally, global, offset });
            let new: Vec<Switch> = switches.filter(|switch| !self.switches.contains(switch)).collect();
            self.switches.extend(new);
            self.switches.truncate(MOST_SWITCHES);
        }
    }

    /// Proposes a number of readers.
    fn read(
        &mut self,
        program: &Program,
        watched: &mut Vec<Watched>,
        (count, flag): (Watched, Watched),
        is_stepping: bool,
    ) {
        let is_flag = |watched: &Watched| (watched.global, watched.offset) == (flag.global, flag.offset);
        let known = watched.iter().position(is_flag);
        let is_one = !program.global(flag.global).thread_local;
        let is_counted = is_one && count.may_count(program) && self.reader_counts.len() < MOST_READER_COUNTS;
        if !is_counted || known.is_none() && !is_stepping {
            return;
        }
        let Some(tally) = self.tally(count) else { return };
        let flag = known.unwrap_or_else(|| {
            watched.push(flag);
            watched.len() - 1
        });
        self.reader_counts.push(ReaderCount { tally, flag });
        if is_stepping {
            self.stepping_flags.insert(flag);
        }
    }
}

fn pairs<'n>(counts: &'n BTreeSet<Named>, flags: &'n BTreeSet<Named>) -> impl Iterator<Item = (Named, Named)> + 'n {
    let all = counts.iter().flat_map(|count| flags.iter().map(|flag| (*count, *flag)));
    all.filter(|(count, flag)| count != flag)
}

/// What the text of a function does.
#[derive(Default)]
struct Text {
    /// What it tests.
    tested: BTreeSet<Named>,
    /// To what it adds one.
    raised: BTreeSet<Named>,
    /// From what it takes one.
    lowered: BTreeSet<Named>,
    /// What it tests as part of a sum.
    summed: BTreeSet<Named>,
    /// To what it assigns a constant other than zero.
    set: BTreeSet<Named>,
    /// To what it assigns a negative constant.
    closed: BTreeSet<Named>,
    /// What it compares before it passes something to a call.
    compared: BTreeSet<(Named, Passed)>,
}

impl Text {
    fn of(program: &Program, library: &Library, body: &Body) -> Self {
        let mut text = Text {
            compared: behind_comparisons(program, library, body),
            ..Text::default()
        };
        for block in &body.blocks {
            text.block(&program.types, body, block);
        }
        text
    }

    fn block(&mut self, types: &Types, body: &Body, block: &Block) {
        for (number, instruction) in block.instructions.iter().enumerate() {
            let InstructionKind::Assign { to, value } = &instruction.kind else {
                continue;
            };
            let previous = number.checked_sub(1).map(|previous| &block.instructions[previous].kind);
            let Some(variable) = Named::of(types, to) else {
                // What is tested may be computed into a temporary before.
                self.test(types, value);
                continue;
            };
            if types.size(to.ty).is_some_and(|size| size >= LEAST_SIZE) {
                match changed_by_one(body, value, previous) {
                    Some((_, ByOne::More)) => self.raised.insert(variable),
                    Some((_, ByOne::Less)) => self.lowered.insert(variable),
                    None => false,
                };
            }
            if value.as_number().is_some_and(|number| number != 0) {
                self.set.insert(variable);
            }
            if value.as_number().is_some_and(|number| number < 0) {
                self.closed.insert(variable);
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            self.test(types, condition);
        }
    }

    fn test(&mut self, types: &Types, value: &Expr) {
        match value {
            Expr::Load(place) => self.tested.extend(Named::of(types, place)),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.test(types, operand),
            Expr::Binary(op, left, right, _) => {
                self.test(types, left);
                self.test(types, right);
                if matches!(op, BinaryOp::Add) {
                    let summands = [left, right].into_iter().filter_map(|summand| loaded(summand));
                    self.summed.extend(summands.filter_map(|place| Named::of(types, place)));
                }
            }
            _ => {}
        }
    }
}
