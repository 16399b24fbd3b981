//! Numbers of readers, by the text: what one function counts up behind a test of a flag, and another one tests beside the flag before it raises
//! that. It proposes locks for readers and writers that programs make themselves ([`crate::semantics::claims::readers`]).

use std::collections::BTreeSet;

use super::scalars::Watched;
use crate::ir::{
    BinaryOp, Block, Body, Expr, GlobalId, InstructionKind, Place, Program, Projection, RecordId, Root, Terminator,
    TypeId, Types,
};

/// At most this many are proposed.
const MOST_READER_COUNTS: usize = 8;

/// No narrower number counts threads: it would begin anew.
const LEAST_SIZE: u64 = 4;

/// A number of readers, and the flag of the writer that they keep out.
#[derive(Clone, Copy, Debug)]
pub struct ReaderCount {
    /// The number.
    pub count: Watched,
    /// The flag, by its number among the watched variables.
    pub flag: usize,
}

/// Those that a program may have.
pub fn reader_counts(program: &Program, watched: &[Watched]) -> Vec<ReaderCount> {
    let (mut readers, mut writers) = (BTreeSet::new(), BTreeSet::new());
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        let text = Text::of(&program.types, body);
        readers.extend(pairs(&text.raised, &text.tested));
        writers.extend(pairs(&text.tested, &text.set).filter(|(_, flag)| text.tested.contains(flag)));
    }
    let proposed = readers.intersection(&writers);
    let resolved = proposed.flat_map(|(count, flag)| resolved(program, *count, *flag));
    let counts = resolved.filter_map(|(count, flag)| {
        let is_flag = |watched: &Watched| (watched.global, watched.offset) == (flag.global, flag.offset);
        let flag = watched.iter().position(is_flag)?;
        count.is_zero_at_first(program).then_some(ReaderCount { count, flag })
    });
    counts.take(MOST_READER_COUNTS).collect()
}

/// A scalar as the text names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    /// It lies in static storage.
    Variable(Watched),
    /// A member of what a pointer leads to.
    Member(RecordId, u32, TypeId),
}

fn pairs<'n>(counts: &'n BTreeSet<Named>, flags: &'n BTreeSet<Named>) -> impl Iterator<Item = (Named, Named)> + 'n {
    let all = counts.iter().flat_map(|count| flags.iter().map(|flag| (*count, *flag)));
    all.filter(|(count, flag)| count != flag)
}

/// The variables that two names mean at once: in each record in static storage, if they are members.
fn resolved(program: &Program, count: Named, flag: Named) -> Vec<(Watched, Watched)> {
    match (count, flag) {
        (Named::Variable(count), Named::Variable(flag)) => vec![(count, flag)],
        (Named::Member(record, count, count_ty), Named::Member(other, flag, flag_ty)) if record == other => {
            let offset = |number: u32| program.types.fields(record)[number as usize].offset;
            let members = |global: GlobalId, base: u64| {
                let member = |number, ty| Watched {
                    global,
                    offset: base + offset(number),
                    ty,
                };
                (member(count, count_ty), member(flag, flag_ty))
            };
            let globals = (0..).map(GlobalId).zip(&program.globals);
            let records = globals.filter(|(_, variable)| !variable.thread_local);
            records
                .flat_map(|(global, variable)| {
                    let bases = occurrences(&program.types, variable.ty, record);
                    bases.into_iter().map(move |base| members(global, base))
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Where records of a type lie in one of another type, outside of arrays.
fn occurrences(types: &Types, ty: TypeId, record: RecordId) -> Vec<u64> {
    match types.as_record(ty) {
        Some(found) if found == record => vec![0],
        Some(around) => {
            let fields = types.fields(around).iter().filter(|field| field.bits.is_none());
            fields
                .flat_map(|field| {
                    let inside = occurrences(types, field.ty, record);
                    inside.into_iter().map(move |offset| field.offset + offset)
                })
                .collect()
        }
        None => Vec::new(),
    }
}

/// What the text of a function does.
#[derive(Default)]
struct Text {
    /// What it tests.
    tested: BTreeSet<Named>,
    /// To what it adds one.
    raised: BTreeSet<Named>,
    /// To what it assigns a constant other than zero.
    set: BTreeSet<Named>,
}

impl Text {
    fn of(types: &Types, body: &Body) -> Self {
        let mut text = Text::default();
        for block in &body.blocks {
            text.block(types, block);
        }
        text
    }

    fn block(&mut self, types: &Types, block: &Block) {
        for (number, instruction) in block.instructions.iter().enumerate() {
            let InstructionKind::Assign { to, value } = &instruction.kind else {
                continue;
            };
            let previous = number.checked_sub(1).map(|previous| &block.instructions[previous].kind);
            let Some(variable) = named(types, to) else {
                // What is tested may be computed into a temporary before.
                self.test(types, value);
                continue;
            };
            if matches!(changed_by_one(value, previous), Some((_, ByOne::More)))
                && types.size(to.ty).is_some_and(|size| size >= LEAST_SIZE)
            {
                self.raised.insert(variable);
            }
            if value.as_number().is_some_and(|number| number != 0) {
                self.set.insert(variable);
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            self.test(types, condition);
        }
    }

    fn test(&mut self, types: &Types, value: &Expr) {
        match value {
            Expr::Load(place) => self.tested.extend(named(types, place)),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.test(types, operand),
            Expr::Binary(_, left, right, _) => {
                self.test(types, left);
                self.test(types, right);
            }
            _ => {}
        }
    }
}

fn named(types: &Types, place: &Place) -> Option<Named> {
    if !types.is_integer(place.ty) {
        return None;
    }
    let fields = place.projections.iter().map(|part| match part {
        Projection::Field(record, number) => {
            let field = types.fields(*record).get(*number as usize)?;
            field.bits.is_none().then_some((*record, *number, field.offset))
        }
        Projection::Index(..) => None,
    });
    let fields: Vec<(RecordId, u32, u64)> = fields.collect::<Option<_>>()?;
    match &place.root {
        Root::Global(global) => Some(Named::Variable(Watched {
            global: *global,
            offset: fields.iter().map(|field| field.2).sum(),
            ty: place.ty,
        })),
        Root::Deref(_) => fields
            .last()
            .map(|(record, number, _)| Named::Member(*record, *number, place.ty)),
        Root::Local(_) => None,
    }
}

/// By how much a number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByOne {
    /// It is one more.
    More,
    /// It is one less.
    Less,
}

/// What an assigned value adds one to, or takes one from: at once, or by way of the temporary that the instruction before assigned, as for
/// `--x == 0`.
pub fn changed_by_one<'p>(value: &'p Expr, previous: Option<&'p InstructionKind>) -> Option<(&'p Place, ByOne)> {
    let by_way_of = |place: &Place| match previous {
        Some(InstructionKind::Assign { to, value }) if to.as_local().is_some() && to.as_local() == place.as_local() => {
            Some(value)
        }
        _ => None,
    };
    match value {
        Expr::Load(temporary) => changed_at_once(by_way_of(temporary)?),
        _ => {
            let (place, by) = changed_at_once(value)?;
            match by_way_of(place) {
                Some(Expr::Load(copied)) => Some((copied, by)),
                _ => Some((place, by)),
            }
        }
    }
}

fn changed_at_once(value: &Expr) -> Option<(&Place, ByOne)> {
    let Expr::Binary(op, operand, by, _) = value else {
        return None;
    };
    let Expr::Load(place) = &**operand else { return None };
    let by = match (op, by.as_number()?) {
        (BinaryOp::Add, 1) | (BinaryOp::Subtract, -1) => ByOne::More,
        (BinaryOp::Subtract, 1) | (BinaryOp::Add, -1) => ByOne::Less,
        _ => return None,
    };
    Some((place, by))
}
