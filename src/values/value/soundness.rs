//! Properties of values: operators, comparisons and refinements against concrete evaluation, and the lattice laws.
//!
//! Concretely, each object has a base address, and an address is a number. A number in an object that an operand points to
//! must be found among the addresses of the result: as a mere number it could not be dereferenced.

use pepsin_lattice::{Bottom, Lattice, laws};
use proptest::prelude::*;

use super::{Operation, Value};
use crate::ir::{BinaryOp, GlobalId, Position, UnaryOp};
use crate::values::address::Addresses;
use crate::values::integer::Integer;
use crate::values::object::{Multiplicity, Object, ObjectId, ObjectKind, Objects, ThreadId};
use crate::values::offsets::Offsets;
use crate::values::scalar::{IntegerType, Scalar, SignedOverflow};
use crate::values::threads::Threads;

const OBJECTS: u32 = 3;
const SIZE: i64 = 64;

/// Where an object concretely lies.
fn base(object: ObjectId) -> i128 {
    0x10_0000 + 0x1_0000 * object.index() as i128
}

/// Objects of which the last one stands for many.
fn objects() -> Objects {
    let objects = Objects::new();
    for number in 0..OBJECTS {
        let multiplicity = if number + 1 < OBJECTS {
            Multiplicity::Once
        } else {
            Multiplicity::Many
        };
        let kind = ObjectKind::Global(GlobalId(number));
        objects.intern(kind, || Object {
            kind,
            size: Some(SIZE as u64),
            ty: None,
            multiplicity,
            name: String::new(),
        });
    }
    objects
}

/// A concrete number, and if it is an address the object it belongs to.
#[derive(Clone, Copy, Debug)]
struct Concrete {
    number: i128,
    object: Option<ObjectId>,
}

fn concrete() -> impl Strategy<Value = Concrete> {
    let address = (0..OBJECTS, 0..SIZE).prop_map(|(number, offset)| {
        let object = ObjectId::new(number);
        Concrete {
            number: base(object) + i128::from(offset),
            object: Some(object),
        }
    });
    let numbers = prop_oneof![
        -20_i128..40,
        Just(-8),
        Just(-4096),
        Just(0),
        any::<i64>().prop_map(i128::from)
    ];
    prop_oneof![numbers.prop_map(|number| Concrete { number, object: None }), address,]
}

/// Some concrete values and an element that holds them.
fn abstraction(ty: Scalar) -> impl Strategy<Value = (Vec<Concrete>, Value)> {
    proptest::collection::vec(concrete(), 1..4).prop_map(move |mut values| {
        let mut element = Value::NOTHING;
        for value in &mut values {
            value.number = ty.integer_type().wrap(value.number);
            element.join(&match value.object {
                Some(object) => Value::address(object, (value.number - base(object)) as i64),
                None => Value::constant(value.number),
            });
        }
        (values, element)
    })
}

fn wide(signed: bool) -> Scalar {
    Scalar::Integer(IntegerType { bits: 64, signed })
}

fn types() -> impl Strategy<Value = Scalar> {
    prop_oneof![Just(wide(false)), Just(wide(true)), Just(Scalar::Pointer { bits: 64 })]
}

type Abstraction = (Vec<Concrete>, Value);

fn operands() -> impl Strategy<Value = (Scalar, Abstraction, Abstraction)> {
    types().prop_flat_map(|ty| (Just(ty), abstraction(ty), abstraction(ty)))
}

/// Whether a concrete result is among what a value stands for.
fn holds_result(value: &Value, number: i128, from: &[Concrete]) -> bool {
    let unsigned = IntegerType {
        bits: 64,
        signed: false,
    }
    .wrap(number);
    let is_inside = |object: ObjectId| (0..i128::from(SIZE)).contains(&(unsigned - base(object)));
    let unknown = value.as_addresses().origin().is_some();
    let points = |object: ObjectId| {
        let offsets = value.as_addresses().offsets_in(object);
        offsets.is_some_and(|offsets| offsets.contains((unsigned - base(object)) as i64))
    };
    let found = value.as_integer().contains(number) || (0..OBJECTS).map(ObjectId::new).any(points);
    let inside = from
        .iter()
        .filter_map(|operand| operand.object)
        .filter(|object| is_inside(*object));
    (found || unknown) && { inside }.all(|object| points(object) || unknown)
}

fn concrete_result(op: BinaryOp, a: i128, b: i128, ty: IntegerType) -> Option<i128> {
    let result = match op {
        BinaryOp::Add | BinaryOp::PointerAdd => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide => a.checked_div(b)?,
        BinaryOp::Remainder => a.checked_rem(b)?,
        BinaryOp::ShiftLeft if (0..64).contains(&b) => a.wrapping_shl(b as u32),
        BinaryOp::ShiftRight if (0..64).contains(&b) => a >> b,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return None,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        _ => a ^ b,
    };
    Some(ty.wrap(result))
}

fn operation(op: BinaryOp, ty: Scalar) -> Operation {
    Operation {
        op,
        operands: ty,
        result: if op.is_comparison() { Scalar::INT } else { ty },
        element: 1,
        overflow: SignedOverflow::Wraps,
    }
}

fn compares(op: BinaryOp, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        _ => a >= b,
    }
}

fn pairs<'a>(left: &'a [Concrete], right: &'a [Concrete]) -> impl Iterator<Item = (Concrete, Concrete)> + 'a {
    left.iter().flat_map(move |x| right.iter().map(move |y| (*x, *y)))
}

const OPERATORS: [BinaryOp; 11] = [
    BinaryOp::Add,
    BinaryOp::PointerAdd,
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

fn values() -> impl Strategy<Value = Value> {
    let integer = prop_oneof![
        (-9_i128..9).prop_map(Integer::constant),
        (-9_i128..9, 0_i128..9).prop_map(|(low, length)| Integer::interval(low, low + length)),
        Just(Integer::EMPTY),
        Just(Integer::ANY),
    ];
    let address = (0..OBJECTS, 0_i64..3, 0_i64..3).prop_map(|(object, low, length)| {
        Addresses::of(ObjectId::new(object), Offsets::strided(8 * low, 8 * (low + length), 8))
    });
    let position = |line| Position {
        line,
        ..Position::BUILT_IN
    };
    let unknown = (1_u32..4).prop_map(move |line| Addresses::unknown(position(line)));
    let addresses = proptest::collection::vec(prop_oneof![4 => address, 1 => unknown], 0..3);
    let threads = proptest::collection::vec(
        prop_oneof![4 => (0_u32..3).prop_map(|id| Threads::one(ThreadId::new(id))), 1 => Just(Threads::unknown())],
        0..3,
    );
    (integer, addresses, threads, any::<bool>()).prop_map(|(integer, addresses, threads, indeterminate)| {
        let mut value = Value::integer(integer);
        addresses.into_iter().for_each(|addresses| {
            value.join(&Value::addresses(addresses));
        });
        threads.into_iter().for_each(|threads| {
            value.join(&Value::threads(threads));
        });
        if indeterminate {
            value.join(&Value::indeterminate());
        }
        value
    })
}

proptest! {
    #![proptest_config(crate::values::repeatable::config())]

    #[test]
    fn operators_hold_all_concrete_results((ty, (left, a), (right, b)) in operands()) {
        let objects = objects();
        for op in OPERATORS.into_iter().filter(|op| *op != BinaryOp::PointerAdd || !ty.integer_type().signed) {
            let result = a.binary(&b, &operation(op, ty), &objects);
            // An index that leads out of its object has no defined result.
            let is_defined = |index: &Concrete| {
                op != BinaryOp::PointerAdd || a.as_addresses().is_bottom() || index.object.is_none()
            };
            for (x, y) in pairs(&left, &right).filter(|(_, y)| is_defined(y)) {
                if let Some(number) = concrete_result(op, x.number, y.number, ty.integer_type()) {
                    prop_assert!(
                        holds_result(&result, number, &[x, y]),
                        "{a:?} {op:?} {b:?} = {result:?}, but {x:x?} {op:?} {y:x?} = {number:x}"
                    );
                }
            }
        }
    }

    #[test]
    fn unary_operators_and_casts_hold_all_concrete_results((ty, (values, a), _) in operands(), bits in prop_oneof![Just(8_u32), Just(16), Just(32), Just(64)], signed in any::<bool>()) {
        let to = IntegerType { bits, signed };
        for value in &values {
            for (op, number) in [(UnaryOp::Negate, -value.number), (UnaryOp::Complement, !value.number)] {
                let result = a.unary(op, ty, SignedOverflow::Wraps);
                prop_assert!(holds_result(&result, ty.integer_type().wrap(number), &[*value]));
            }
            let cast = a.cast(ty, Scalar::Integer(to));
            let pointer = Concrete { object: value.object.filter(|_| bits == 64), ..*value };
            prop_assert!(holds_result(&cast, to.wrap(value.number), &[pointer]));
            let possible = if value.number == 0 { a.truth().may_fail } else { a.truth().may_hold };
            prop_assert!(possible);
        }
    }

    #[test]
    fn comparisons_and_their_refinements_are_sound((ty, (left, a), (right, b)) in operands()) {
        let objects = objects();
        for op in COMPARISONS {
            let truth = a.compare(&b, op, ty, &objects);
            let (narrow_a, narrow_b) = a.refine(&b, op, ty, &objects);
            prop_assert!(narrow_a.leq(&a) && narrow_b.leq(&b), "{a:?} {op:?} {b:?}: {narrow_a:?}, {narrow_b:?}");
            for (x, y) in pairs(&left, &right) {
                if compares(op, x.number, y.number) {
                    prop_assert!(truth.may_hold, "{a:?} {op:?} {b:?}");
                    let kept = holds_result(&narrow_a, x.number, &[x]) && holds_result(&narrow_b, y.number, &[y]);
                    prop_assert!(kept, "{a:?} {op:?} {b:?} gives {narrow_a:?}, {narrow_b:?}, but {x:x?} {y:x?}");
                } else {
                    prop_assert!(truth.may_fail, "{a:?} {op:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn the_laws_of_widening_hold(a in values(), b in values(), c in values()) {
        laws::check_widening(&a, &b, &c).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn chains_end(elements in proptest::collection::vec(values(), 1..8)) {
        laws::check_chains(&elements, 60).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn pointers_keep_their_object_through_integers_and_alignment() {
    let objects = objects();
    let pointer = Value::address(ObjectId::new(1), 8);
    let word = wide(false);
    let apply = |left: &Value, op, right: i128| left.binary(&Value::constant(right), &operation(op, word), &objects);
    let moved = apply(&pointer.cast(Scalar::Pointer { bits: 64 }, word), BinaryOp::Add, 8);
    assert_eq!(moved, Value::address(ObjectId::new(1), 16));
    assert_eq!(
        apply(&moved, BinaryOp::Subtract, 16),
        Value::address(ObjectId::new(1), 0)
    );
    let tagged = apply(&pointer, BinaryOp::Or, 1);
    assert_eq!(tagged.objects().collect::<Vec<_>>(), [ObjectId::new(1)]);
    assert_eq!(apply(&tagged, BinaryOp::And, 1).as_integer(), &Integer::interval(0, 1));
    assert!(!tagged.truth().may_fail);
}

#[test]
fn error_pointers_and_null_differ_from_addresses() {
    let objects = objects();
    let mut pointer = Value::address(ObjectId::new(0), 0);
    pointer.join(&Value::ZERO);
    let ty = Scalar::Pointer { bits: 64 };
    let (null, _) = pointer.refine(&Value::ZERO, BinaryOp::Equal, ty, &objects);
    assert_eq!(null, Value::ZERO);
    let (other, _) = pointer.refine(&Value::ZERO, BinaryOp::NotEqual, ty, &objects);
    assert_eq!(other, Value::address(ObjectId::new(0), 0));
    let error = Value::constant(ty.integer_type().wrap(-22));
    assert!(!pointer.compare(&error, BinaryOp::Equal, ty, &objects).may_hold);
}
