//! The numbers that parts of memory meet in a function: those that they are compared with, and those that they are given.
//!
//! Two parts are *related* if a value of one may be computed from a value of the other: by an assignment, or by a call that is
//! given the one and whose result is stored in the other. Related parts meet the same numbers: `t = i; i = t + 1; if (t < 8)`
//! compares i, too. The relation is closed to an equivalence, whatever the order of statements
//! (union-find: Tarjan, J. ACM 22(2), 1975).
//!
//! Where a bound halts is told by the comparison: `x < n` leaves at most n - 1 on one way and at least n on the other, `x <= n`
//! n and n + 1, and `x == n` all three, as the bound may come from either side. After `x = n` it may start again at n.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Counts, join, most_frequent};
use crate::ir::{
    BinaryOp, Body, Expr, GlobalId, InstructionKind, LocalId, Place, Projection, RecordId, Root, TypeId, Types, UnaryOp,
};

/// A part of memory, as far as the text of a function tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// A local variable, or the elements of one.
    Local(LocalId),
    /// A global variable, or the elements of one.
    Global(GlobalId),
    /// A field of all records of a type.
    Field(RecordId, u32),
    /// Scalars of a type that are accessed through pointers.
    Pointee(TypeId),
}

/// The parts of memory that meet numbers in a function, and how often each is to halt where.
pub(super) fn met(types: &Types, body: &Body) -> BTreeMap<Part, Counts> {
    let mut relation = Relation::default();
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        match &instruction.kind {
            InstructionKind::Assign { to, value } => {
                let sources = parts_of_value(types, value);
                let class = relation.relate(sources.into_iter().chain(part_of_place(types, to)));
                relation.note(class, value.as_number().map(|number| number..=number));
            }
            InstructionKind::Call {
                to: Some(to),
                arguments,
                ..
            } if types.is_integer(to.ty) => {
                let sources = arguments.iter().flat_map(|argument| parts_of_argument(types, argument));
                relation.relate(sources.chain(part_of_place(types, to)));
            }
            _ => {}
        }
    }
    body.expressions(&mut |expr| {
        if let Some((value, halts)) = comparison(expr) {
            let class = relation.relate(parts_of_value(types, value));
            relation.note(class, Some(halts));
        }
    });
    relation.spread()
}

/// The value that a comparison compares with a number, and where its bounds may halt for that.
fn comparison(expr: &Expr) -> Option<(&Expr, RangeInclusive<i128>)> {
    let Expr::Binary(op, left, right, _) = expr else {
        return None;
    };
    let (value, number, op) = match (left.as_number(), right.as_number()) {
        (None, Some(number)) => (left, number, *op),
        (Some(number), None) => (right, number, op.mirrored()),
        _ => return None,
    };
    let (below, above) = match op {
        BinaryOp::Less | BinaryOp::GreaterEqual => (1, 0),
        BinaryOp::LessEqual | BinaryOp::Greater => (0, 1),
        BinaryOp::Equal | BinaryOp::NotEqual => (1, 1),
        _ => return None,
    };
    Some((value, number.saturating_sub(below)..=number.saturating_add(above)))
}

/// The parts of memory from whose integers a value is computed. Addresses and truth values are not computed from bounds.
fn parts_of_value(types: &Types, value: &Expr) -> Vec<Part> {
    match value {
        Expr::Load(place) => part_of_place(types, place).into_iter().collect(),
        Expr::Unary(UnaryOp::Negate | UnaryOp::Complement, operand, _) | Expr::Cast(operand, _) => {
            parts_of_value(types, operand)
        }
        Expr::Binary(op, left, right, _) if !op.is_comparison() => {
            let mut parts = parts_of_value(types, left);
            parts.extend(parts_of_value(types, right));
            parts
        }
        _ => Vec::new(),
    }
}

/// What a callee may compute its result from: its argument, or what that points to.
fn parts_of_argument(types: &Types, argument: &Expr) -> Vec<Part> {
    match argument {
        Expr::AddressOf(place, _) => part_of_place(types, place).into_iter().collect(),
        Expr::Cast(operand, _) => parts_of_argument(types, operand),
        _ => parts_of_value(types, argument),
    }
}

/// The part of memory that a place is, if it holds an integer.
fn part_of_place(types: &Types, place: &Place) -> Option<Part> {
    if !types.is_integer(place.ty) {
        return None;
    }
    let field = place.projections.iter().rev().find_map(|projection| match projection {
        Projection::Field(record, number) => Some(Part::Field(*record, *number)),
        Projection::Index(..) => None,
    });
    Some(field.unwrap_or(match &place.root {
        Root::Local(local) => Part::Local(*local),
        Root::Global(global) => Part::Global(*global),
        Root::Deref(_) => Part::Pointee(place.ty),
    }))
}

/// An equivalence on parts, as a forest: each part has a number, and a parent of which it is a part.
#[derive(Default)]
struct Relation {
    numbers: HashMap<Part, usize, FxBuildHasher>,
    parts: Vec<Part>,
    parents: Vec<usize>,
    /// What was noted of classes, under numbers that stood for them then.
    halts: BTreeMap<usize, Counts>,
}

impl Relation {
    /// Makes parts equivalent, and returns the number that stands for their class, if there are any.
    fn relate(&mut self, parts: impl IntoIterator<Item = Part>) -> Option<usize> {
        let mut class = None;
        for part in parts {
            let other = self.class(part);
            let root = class.map_or(other, |class| self.root(class));
            self.parents[other] = root;
            class = Some(root);
        }
        class
    }

    /// Notes where a class is to halt, but for truth values, at which all halt.
    fn note(&mut self, class: Option<usize>, halts: Option<RangeInclusive<i128>>) {
        let (Some(class), Some(halts)) = (class, halts) else {
            return;
        };
        for number in halts.filter(|number| number.unsigned_abs() > 1) {
            let counts = self.halts.entry(class).or_default();
            *counts.entry(number).or_default() += 1;
        }
    }

    fn class(&mut self, part: Part) -> usize {
        let next = self.parts.len();
        let number = *self.numbers.entry(part).or_insert(next);
        if number == next {
            self.parts.push(part);
            self.parents.push(next);
        }
        self.root(number)
    }

    /// The root of a tree, to which the way is halved for the next who asks.
    fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    /// For each part, what was noted of its class.
    fn spread(mut self) -> BTreeMap<Part, Counts> {
        let mut classes: BTreeMap<usize, Counts> = BTreeMap::new();
        for (class, counts) in std::mem::take(&mut self.halts) {
            join(classes.entry(self.root(class)).or_default(), &counts);
        }
        classes.values_mut().for_each(|counts| *counts = most_frequent(counts));
        let parts = std::mem::take(&mut self.parts).into_iter().enumerate();
        let met = parts.filter_map(|(number, part)| Some((part, classes.get(&self.root(number))?.clone())));
        met.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Block, BlockId, DataModel, Instruction, Position, Terminator, TypeKind};

    const I: LocalId = LocalId(0);
    const COPY: LocalId = LocalId(1);
    const OTHER: LocalId = LocalId(2);

    /// Integers, as written in a body of one block that ends with a condition.
    struct Text {
        types: Types,
        int: TypeId,
    }

    impl Text {
        fn new() -> Self {
            let mut types = Types::new(DataModel::Lp64);
            let int = types.intern(TypeKind::Integer { size: 4, signed: true });
            Text { types, int }
        }

        fn place(&self, local: LocalId) -> Place {
            Place::local(local, self.int, Position::BUILT_IN)
        }

        fn load(&self, local: LocalId) -> Expr {
            Expr::Load(Box::new(self.place(local)))
        }

        fn number(&self, number: i128) -> Expr {
            Expr::Integer(number, self.int)
        }

        fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
            Expr::Binary(op, Box::new(left), Box::new(right), self.int)
        }

        /// Where the locals halt if values are assigned in this order, and then a condition is tested.
        fn met(&self, assignments: Vec<(LocalId, Expr)>, condition: Expr) -> Vec<(Part, Vec<i128>)> {
            let at = Position::BUILT_IN;
            let assign = |(local, value)| Instruction {
                kind: InstructionKind::Assign {
                    to: self.place(local),
                    value,
                },
                at,
            };
            let (then, otherwise) = (BlockId(0), BlockId(0));
            let block = Block {
                instructions: assignments.into_iter().map(assign).collect(),
                terminator: Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                },
                at,
            };
            let body = Body {
                locals: Vec::new(),
                blocks: vec![block],
            };
            let met = super::met(&self.types, &body).into_iter();
            met.map(|(part, counts)| (part, counts.into_keys().collect())).collect()
        }
    }

    #[test]
    fn a_comparison_asks_for_the_bounds_that_it_leaves_on_either_side() {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let text = Text::new();
        let halts: [(&[BinaryOp], &[i128]); 3] = [
            (&[Less, GreaterEqual], &[7, 8]),
            (&[LessEqual, Greater], &[8, 9]),
            (&[Equal, NotEqual], &[7, 8, 9]),
        ];
        for (ops, halts) in halts {
            for op in ops {
                let expected = [(Part::Local(I), halts.to_vec())];
                let condition = text.binary(*op, text.load(I), text.number(8));
                assert_eq!(text.met(Vec::new(), condition), expected);
                let mirrored = text.binary(op.mirrored(), text.number(8), text.load(I));
                assert_eq!(text.met(Vec::new(), mirrored), expected);
            }
        }
    }

    #[test]
    fn what_is_computed_from_one_another_meets_the_same_numbers_and_what_is_not_meets_none() {
        let text = Text::new();
        let next = text.binary(BinaryOp::Add, text.load(COPY), text.number(1));
        let assignments = vec![(I, next), (COPY, text.load(I)), (OTHER, text.number(0))];
        let condition = text.binary(BinaryOp::Less, text.load(COPY), text.number(8));
        let met = text.met(assignments, condition);
        assert_eq!(met, [(Part::Local(I), vec![7, 8]), (Part::Local(COPY), vec![7, 8])]);
    }

    #[test]
    fn a_bound_may_start_again_at_a_number_that_is_assigned() {
        let text = Text::new();
        let condition = text.binary(BinaryOp::Less, text.load(I), text.load(OTHER));
        let met = text.met(vec![(I, text.number(5)), (OTHER, text.number(1))], condition);
        assert_eq!(met, [(Part::Local(I), vec![5])]);
    }
}
