//! Properties of integers: each operator against concrete evaluation on sets of values, and the lattice laws.

use pepsin_lattice::{Lattice, Widen};
use proptest::prelude::*;

use super::super::scalar::{IntegerType, SignedOverflow};
use super::{Integer, build};
use crate::ir::{BinaryOp, UnaryOp};

const WIDTHS: [u32; 7] = [1, 3, 8, 16, 32, 64, 128];

fn types() -> impl Strategy<Value = IntegerType> {
    (proptest::sample::select(WIDTHS.as_slice()), any::<bool>()).prop_map(|(bits, signed)| IntegerType { bits, signed })
}

/// Values of a type, near zero, near the bounds, and anywhere.
fn value_of(ty: IntegerType) -> impl Strategy<Value = i128> + Clone {
    prop_oneof![
        3 => (-20_i128..20).prop_map(move |value| ty.wrap(value)),
        1 => (0_i128..9).prop_map(move |distance| ty.wrap(ty.high().wrapping_sub(distance))),
        1 => (0_i128..9).prop_map(move |distance| ty.wrap(ty.low().wrapping_add(distance))),
        1 => any::<i128>().prop_map(move |value| ty.wrap(value)),
    ]
}

/// Some values of a type and an element that holds them: their join, or a coarser one with stride and exclusions.
fn abstraction(ty: IntegerType) -> impl Strategy<Value = Abstraction> {
    let values = proptest::collection::vec(value_of(ty), 1..5);
    let excluded = proptest::collection::vec(value_of(ty), 0..4);
    (values, excluded, any::<bool>()).prop_map(move |(values, excluded, coarse)| {
        let mut element = Integer::of_values(values.iter().copied());
        if coarse {
            let (low, high) = (element.low().unwrap_or(0), element.high().unwrap_or(0));
            let excluded = excluded.into_iter().filter(|value| !values.contains(value)).collect();
            element = build(low, high, 1, excluded);
        }
        (values, element)
    })
}

/// Concrete values and an element that holds them.
type Abstraction = (Vec<i128>, Integer);

fn operands() -> impl Strategy<Value = (IntegerType, Abstraction, Abstraction)> {
    types().prop_flat_map(|ty| (Just(ty), abstraction(ty), abstraction(ty)))
}

fn elements() -> impl Strategy<Value = Integer> {
    let ty = IntegerType { bits: 16, signed: true };
    prop_oneof![
        1 => Just(Integer::EMPTY),
        6 => abstraction(ty).prop_map(|(_, element)| element),
        3 => (-40_i128..40, 0_i128..90, 1_u128..8).prop_map(|(low, length, stride)| Integer::strided(low, low + length, stride)),
    ]
}

/// What C computes; `None` for undefined behaviour.
fn concrete(op: BinaryOp, a: i128, b: i128, ty: IntegerType) -> Option<i128> {
    let unsigned = !ty.signed && ty.bits == 128;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => return None,
        BinaryOp::Divide if unsigned => (a as u128 / b as u128) as i128,
        BinaryOp::Divide => a.wrapping_div(b),
        BinaryOp::Remainder if unsigned => (a as u128 % b as u128) as i128,
        BinaryOp::Remainder => a.wrapping_rem(b),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if !(0..i128::from(ty.bits)).contains(&b) => return None,
        BinaryOp::ShiftLeft => a.wrapping_shl(b as u32),
        BinaryOp::ShiftRight if unsigned => ((a as u128) >> b) as i128,
        BinaryOp::ShiftRight => a >> b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        _ => a ^ b,
    };
    Some(ty.wrap(result))
}

fn operate(op: BinaryOp, a: &Integer, b: &Integer, ty: IntegerType) -> Integer {
    let overflow = SignedOverflow::Wraps;
    match op {
        BinaryOp::Add => a.add(b, ty, overflow),
        BinaryOp::Subtract => a.subtract(b, ty, overflow),
        BinaryOp::Multiply => a.multiply(b, ty, overflow),
        BinaryOp::Divide => a.divide(b, ty, overflow),
        BinaryOp::Remainder => a.remainder(b, ty),
        BinaryOp::ShiftLeft => a.shift_left(b, ty),
        BinaryOp::ShiftRight => a.shift_right(b, ty),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        _ => a.xor(b),
    }
}

const OPERATORS: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::Divide,
    BinaryOp::Remainder,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
];

fn holds(op: BinaryOp, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        _ => a >= b,
    }
}

/// All elements with bounds in a small range, with all strides and up to one exclusion.
fn small_elements(ty: IntegerType) -> Vec<Integer> {
    let mut all = Vec::new();
    for low in ty.low()..=ty.high() {
        for high in low..=ty.high() {
            for stride in 1..=4 {
                all.push(Integer::strided(low, high, stride));
                all.push(Integer::strided(low, high, stride).exclude((low + high) / 2));
            }
        }
    }
    all.dedup();
    all
}

proptest! {
    #![proptest_config(crate::values::repeatable::config())]

    #[test]
    fn operators_hold_all_concrete_results((ty, (left, a), (right, b)) in operands()) {
        for op in OPERATORS {
            let result = operate(op, &a, &b, ty);
            for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
                if let Some(value) = concrete(op, x, y, ty) {
                    prop_assert!(result.contains(value), "{a} {op:?} {b} = {result}, but {x} {op:?} {y} = {value}");
                }
            }
            let in_range = result.leq(&Integer::all(ty));
            prop_assert!(in_range, "{a} {op:?} {b} = {result} leaves {ty:?}");
        }
    }

    #[test]
    fn unary_operators_and_casts_hold_all_concrete_results((ty, (values, a), _) in operands(), to in types()) {
        let (negated, complement) = (a.negate(ty, SignedOverflow::Wraps), a.complement().cast(ty));
        for value in values {
            prop_assert!(negated.contains(ty.wrap(value.wrapping_neg())));
            prop_assert!(complement.contains(ty.wrap(!value)));
            prop_assert!(a.cast(to).contains(to.wrap(value)), "{a} as {to:?} = {}, but not {value}", a.cast(to));
        }
    }

    #[test]
    fn operands_of_known_results_are_kept((ty, (left, a), (right, b)) in operands(), coarse in abstraction(IntegerType::INT)) {
        for op in OPERATORS {
            for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
                let Some(value) = concrete(op, x, y, ty) else { continue };
                let mut result = Integer::constant(value);
                for wider in [false, true] {
                    if wider {
                        result.join(&coarse.1.cast(ty));
                    }
                    let narrow_left = a.refine_left_operand(op, &b, &result, ty);
                    let narrow_right = b.refine_right_operand(op, &a, &result, ty);
                    prop_assert!(narrow_left.leq(&a) && narrow_right.leq(&b));
                    prop_assert!(
                        narrow_left.contains(x) && narrow_right.contains(y),
                        "{a} {op:?} {b} in {result} gives {narrow_left} and {narrow_right}, but {x} {op:?} {y} = {value}"
                    );
                }
            }
        }
        for x in left {
            for (op, value) in [(UnaryOp::Negate, x.wrapping_neg()), (UnaryOp::Complement, !x), (UnaryOp::Not, i128::from(x == 0))] {
                let narrow = a.refine_operand(op, &Integer::constant(ty.wrap(value)), ty);
                prop_assert!(op == UnaryOp::Not && ty.bits == 1 || narrow.contains(x), "{op:?} {a} = {value} gives {narrow}");
            }
        }
    }

    #[test]
    fn comparisons_and_their_refinements_are_sound((_, (left, a), (right, b)) in operands()) {
        for op in COMPARISONS {
            let truth = a.compare(op, &b);
            let (narrow_left, narrow_right) = a.refine(op, &b);
            prop_assert!(narrow_left.leq(&a) && narrow_right.leq(&b), "{a} {op:?} {b} gives {narrow_left}, {narrow_right}");
            for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
                if holds(op, x, y) {
                    prop_assert!(truth.may_hold && narrow_left.contains(x) && narrow_right.contains(y));
                } else {
                    prop_assert!(truth.may_fail);
                }
            }
        }
    }

    #[test]
    fn meet_keeps_common_values_and_is_below_the_left_side((_, (left, a), (_, b)) in operands()) {
        let met = a.meet(&b);
        prop_assert!(met.leq(&a));
        for value in left.into_iter().filter(|value| b.contains(*value)) {
            prop_assert!(met.contains(value));
        }
    }

    #[test]
    fn order_is_inclusion_and_equality_is_antisymmetry(a in elements(), b in elements()) {
        let inside = |x: &Integer, y: &Integer| (-300..300).all(|value| !x.contains(value) || y.contains(value));
        if a.leq(&b) {
            prop_assert!(inside(&a, &b));
        }
        if a.leq(&b) && b.leq(&a) {
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn join_is_an_upper_bound_that_commutes_and_settles(a in elements(), b in elements(), c in elements()) {
        let join = |x: &Integer, y: &Integer| { let mut x = x.clone(); let changed = x.join(y); (x, changed) };
        let (joined, changed) = join(&a, &b);
        prop_assert!(a.leq(&joined) && b.leq(&joined));
        prop_assert_eq!(changed, joined != a);
        prop_assert_eq!(&joined, &join(&b, &a).0);
        prop_assert!(!join(&joined, &a).1 && !join(&joined, &b).1);
        prop_assert_eq!(join(&a, &Integer::EMPTY).0, a.clone());
        if a.leq(&b) && b.leq(&c) {
            prop_assert!(a.leq(&c));
        }
    }

    #[test]
    fn widening_ends_and_is_above_the_join(sequence in proptest::collection::vec(elements(), 60)) {
        let mut limit = Integer::EMPTY;
        let mut changes = 0;
        for next in &sequence {
            let before = limit.clone();
            changes += usize::from(limit.widen_with(next, &[-7, 10, 100]));
            prop_assert!(before.leq(&limit) && next.leq(&limit));
        }
        prop_assert!(changes < 40);
    }

    #[test]
    fn narrowing_stays_between_and_ends(a in elements(), sequence in proptest::collection::vec(elements(), 60)) {
        let mut current = a.clone();
        let mut changes = 0;
        current.widen(&Integer::interval(-1000, 1000));
        for next in &sequence {
            let next = next.meet(&current);
            let before = current.clone();
            changes += usize::from(current.narrow(&next));
            prop_assert!(next.leq(&current) && current.leq(&before), "{before} narrowed by {next} gives {current}");
        }
        prop_assert!(changes < 60);
    }
}

#[test]
fn all_operators_are_sound_on_all_small_elements() {
    for signed in [false, true] {
        let ty = IntegerType { bits: 3, signed };
        let elements = small_elements(ty);
        for (a, b) in elements.iter().flat_map(|a| elements.iter().map(move |b| (a, b))) {
            let (left, right) = (a.members(8).expect("small"), b.members(8).expect("small"));
            for op in OPERATORS {
                let result = operate(op, a, b, ty);
                for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
                    let value = concrete(op, x, y, ty);
                    assert!(
                        value.is_none_or(|value| result.contains(value)),
                        "{a} {op:?} {b} = {result}, {x} {y}"
                    );
                }
            }
        }
    }
}

#[test]
fn order_is_exactly_inclusion_on_small_elements() {
    let elements = small_elements(IntegerType { bits: 3, signed: true });
    for (a, b) in elements.iter().flat_map(|a| elements.iter().map(move |b| (a, b))) {
        let inside = a.members(8).expect("small").iter().all(|value| b.contains(*value));
        assert_eq!(a.leq(b), inside, "{a} in {b}");
        assert_eq!(a == b, a.leq(b) && b.leq(a), "{a} and {b}");
    }
}

#[test]
fn precise_results() {
    let int = IntegerType::INT;
    let byte = IntegerType { bits: 8, signed: false };
    let wraps = SignedOverflow::Wraps;
    let range = Integer::interval;
    let cases = [
        (
            range(0, 9).multiply(&Integer::constant(4), int, wraps),
            Integer::strided(0, 36, 4),
        ),
        (
            Integer::constant(255).add(&Integer::constant(1), byte, wraps),
            Integer::constant(0),
        ),
        (range(250, 255).add(&Integer::constant(10), byte, wraps), range(4, 9)),
        (Integer::all(int).remainder(&Integer::constant(4), int), range(-3, 3)),
        (range(0, 1000).remainder(&Integer::constant(4), int), range(0, 3)),
        (
            Integer::strided(0, 1000, 8).remainder(&Integer::constant(4), int),
            Integer::constant(0),
        ),
        (Integer::all(int).and(&Integer::constant(7)), range(0, 7)),
        (
            Integer::strided(0, 64, 8).and(&Integer::constant(7)),
            Integer::constant(0),
        ),
        (range(0, 100).shift_right(&Integer::constant(2), int), range(0, 25)),
        (
            range(-100, 100).divide(&Integer::constant(10), int, wraps),
            range(-10, 10),
        ),
        (range(-5, 5).exclude(0).negate(int, wraps), range(-5, 5).exclude(0)),
        (range(0, 2).exclude(1), Integer::strided(0, 2, 2)),
        (Integer::of_values([-1, 1]), Integer::strided(-1, 1, 2)),
        (
            range(i128::from(i32::MAX), i128::from(i32::MAX) + 1).cast(int),
            Integer::all(int),
        ),
        (
            range(0, 10).add(&Integer::constant(i128::from(i32::MAX)), int, SignedOverflow::Undefined),
            Integer::constant(i128::from(i32::MAX)),
        ),
    ];
    for (result, expected) in cases {
        assert_eq!(result, expected);
    }
}

#[test]
fn guards_on_results_narrow_operands() {
    let int = IntegerType::INT;
    let range = Integer::interval;
    let (four, two) = (Integer::constant(4), Integer::constant(2));
    let cases = [
        (
            range(0, 100).refine_left_operand(BinaryOp::Add, &four, &range(0, 10), int),
            range(0, 6),
        ),
        (
            range(0, 100).refine_left_operand(BinaryOp::Subtract, &four, &range(0, 10), int),
            range(4, 14),
        ),
        (
            range(0, 100).refine_left_operand(BinaryOp::Multiply, &four, &range(1, 10), int),
            range(1, 2),
        ),
        (
            range(0, 9).refine_left_operand(BinaryOp::Remainder, &two, &Integer::constant(1), int),
            Integer::strided(1, 9, 2),
        ),
        (
            range(0, 9).refine_left_operand(BinaryOp::And, &Integer::constant(1), &Integer::constant(0), int),
            Integer::strided(0, 8, 2),
        ),
        (
            range(0, 99).refine_left_operand(BinaryOp::Divide, &four, &two, int),
            range(8, 11),
        ),
        (
            range(0, 99).refine_left_operand(BinaryOp::ShiftRight, &two, &two, int),
            range(8, 11),
        ),
        (
            range(0, 3).refine_left_operand(BinaryOp::And, &range(0, 7), &Integer::constant(2), int),
            range(1, 3),
        ),
    ];
    for (result, expected) in cases {
        assert_eq!(result, expected);
    }
}

#[test]
fn a_loop_counter_finds_its_bound_with_and_without_thresholds() {
    for thresholds in [&[][..], &[10]] {
        let mut head = Integer::constant(0);
        let step = |head: &Integer| {
            let mut next = Integer::constant(0);
            next.join(
                &head
                    .at_most(9)
                    .add(&Integer::constant(1), IntegerType::INT, SignedOverflow::Wraps),
            );
            next
        };
        while head.widen_with(&step(&head), thresholds) {}
        while head.narrow_with(&step(&head), thresholds) {}
        assert_eq!(head, Integer::interval(0, 10));
    }
}
