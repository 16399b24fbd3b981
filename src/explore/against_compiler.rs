//! Operations on numbers of more than 64 bits, and functions on `long double`, against what gcc and libm make of the same operands.

use std::io::Write;
use std::process::{Command, Stdio};

use super::code::Scalar;
use super::library::{Extended, Given};
use super::random::Random;
use super::wide::{self, binary, convert, unary};
use crate::ir::{BinaryOp, UnaryOp};

/// Operands of each operation.
const OPERANDS: u64 = 10_000;
const SOURCE: &str = include_str!("against_compiler.c");
const X: Scalar = Scalar::Extended(16);
const S: Scalar = Scalar::I128;
const W: Scalar = Scalar::U128;

/// An operation by its name in the C program.
enum Operation {
    Unary(UnaryOp, Scalar),
    Binary(BinaryOp, Scalar),
    Convert(Scalar, Scalar),
    Function(Extended),
    /// What a function gives that stores a part of its result, of so many bytes.
    Rest(Extended, usize),
    /// What it stores.
    Part(Extended, usize),
}

fn operations() -> Vec<(&'static str, Operation)> {
    use Operation::{Binary, Convert, Function, Unary};
    let mut all = vec![
        ("x+", Binary(BinaryOp::Add, X)),
        ("x-", Binary(BinaryOp::Subtract, X)),
        ("x*", Binary(BinaryOp::Multiply, X)),
        ("x/", Binary(BinaryOp::Divide, X)),
        ("x<", Binary(BinaryOp::Less, X)),
        ("x<=", Binary(BinaryOp::LessEqual, X)),
        ("x==", Binary(BinaryOp::Equal, X)),
        ("x!=", Binary(BinaryOp::NotEqual, X)),
        ("x>", Binary(BinaryOp::Greater, X)),
        ("x>=", Binary(BinaryOp::GreaterEqual, X)),
        ("x!", Unary(UnaryOp::Not, X)),
        ("xneg", Unary(UnaryOp::Negate, X)),
        ("x2d", Convert(X, Scalar::F64)),
        ("x2f", Convert(X, Scalar::F32)),
        ("x2i", Convert(X, Scalar::I32)),
        ("x2l", Convert(X, Scalar::I64)),
        ("x2u", Convert(X, Scalar::U64)),
        ("x2s", Convert(X, S)),
        ("x2w", Convert(X, W)),
        ("d2x", Convert(Scalar::F64, X)),
        ("l2x", Convert(Scalar::I64, X)),
        ("u2x", Convert(Scalar::U64, X)),
        ("s2x", Convert(S, X)),
        ("w2x", Convert(W, X)),
        ("d2s", Convert(Scalar::F64, S)),
        ("d2w", Convert(Scalar::F64, W)),
        ("s2d", Convert(S, Scalar::F64)),
        ("w2d", Convert(W, Scalar::F64)),
        ("s2f", Convert(S, Scalar::F32)),
        ("w2f", Convert(W, Scalar::F32)),
        ("l2s", Convert(Scalar::I64, S)),
        ("s2l", Convert(S, Scalar::U64)),
        ("s+", Binary(BinaryOp::Add, S)),
        ("s*", Binary(BinaryOp::Multiply, S)),
        ("s/", Binary(BinaryOp::Divide, S)),
        ("s%", Binary(BinaryOp::Remainder, S)),
        ("s<", Binary(BinaryOp::Less, S)),
        ("s>=", Binary(BinaryOp::GreaterEqual, S)),
        ("s>>", Binary(BinaryOp::ShiftRight, S)),
        ("w-", Binary(BinaryOp::Subtract, W)),
        ("w/", Binary(BinaryOp::Divide, W)),
        ("w%", Binary(BinaryOp::Remainder, W)),
        ("w<", Binary(BinaryOp::Less, W)),
        ("w<<", Binary(BinaryOp::ShiftLeft, W)),
        ("w>>", Binary(BinaryOp::ShiftRight, W)),
        ("w~", Unary(UnaryOp::Complement, W)),
    ];
    let functions = Extended::names().filter_map(|name| Some((name, Function(Extended::of(name)?))));
    all.extend(functions);
    for (name, part, size) in [("modfl", "modflpart", 10), ("frexpl", "frexplpart", 4)] {
        let function = Extended::of(name).expect("there is such a function");
        all.extend([
            (name, Operation::Rest(function, size)),
            (part, Operation::Part(function, size)),
        ]);
    }
    all
}

/// Some number of a type, often one at a boundary.
fn operand(random: &mut Random, scalar: Scalar) -> u128 {
    let any = u128::from(random.bits()) << 64 | u128::from(random.bits());
    match scalar {
        Scalar::Extended(_) => {
            let sign = u128::from(random.below(2)) << 79;
            let exponent = match random.below(8) {
                0 => 0,
                1 => 0x7fff,
                2 => any >> 100 & 0x7fff,
                3 => 1 + u128::from(random.below(3)),
                _ => 0x3fff - 80 + u128::from(random.below(160)),
            };
            let fraction = match random.below(5) {
                0 => 0,
                1 => u128::from(u64::MAX >> 1),
                2 => u128::from(random.bits() >> 1 & !0 << random.below(60)),
                3 => 1 << random.below(63),
                _ => u128::from(random.bits() >> 1),
            };
            let whole = if exponent == 0 { 0 } else { 1 << 63 };
            sign | exponent << 64 | whole | fraction
        }
        Scalar::F64 => match random.below(3) {
            0 => u128::from(random.bits()),
            _ => u128::from(((random.bits() as i64 >> random.below(64)) as f64 / 8.0).to_bits()),
        },
        Scalar::I64 => u128::from((any as i64 >> random.below(64)) as u64),
        Scalar::U64 => u128::from(any as u64 >> random.below(64)),
        _ => match random.below(4) {
            0 => u128::from(random.below(3)),
            1 => (any as i128 >> random.below(127)) as u128,
            2 => any >> random.below(127),
            _ => 0u128.wrapping_sub(any >> random.below(127)),
        },
    }
}

/// What we make of an operation, and `errno`; nothing where C leaves it open.
fn computed(operation: &Operation, one: u128, other: u128) -> Option<(u128, u64)> {
    let widened = |scalar: Scalar, value: u128| match scalar {
        Scalar::I32 | Scalar::I64 => value as u64 as i64 as i128 as u128,
        _ => value,
    };
    Some(match operation {
        Operation::Unary(operator, scalar) => (unary(*operator, *scalar, one), 0),
        Operation::Binary(operator, S) if matches!(operator, BinaryOp::Divide | BinaryOp::Remainder) => {
            let overflows = one as i128 == i128::MIN && other as i128 == -1;
            (binary(*operator, S, one, other).filter(|_| !overflows)?, 0)
        }
        Operation::Binary(operator @ (BinaryOp::ShiftLeft | BinaryOp::ShiftRight), scalar) => {
            (binary(*operator, *scalar, one, other & 127)?, 0)
        }
        Operation::Binary(operator, scalar) => (binary(*operator, *scalar, one, other)?, 0),
        Operation::Convert(source, target) => (widened(*target, convert(*source, *target, one)?), 0),
        Operation::Function(function) => match function.apply(one, other) {
            Given::Number(number) => (number, 0),
            Given::Error(number, error) => (number, error),
            Given::Integer(number) => (number as i128 as u128, 0),
            Given::Open => return None,
        },
        Operation::Rest(function, size) => (function.parts(one, *size)?.1, 0),
        Operation::Part(function, size) => (function.parts(one, *size)?.0, 0),
    })
}

#[test]
fn numbers_are_those_of_the_compiler_and_its_library() {
    let mut random = Random::new(17, 3);
    let mut cases = Vec::new();
    for (name, operation) in operations() {
        let (first, second) = match &operation {
            Operation::Unary(_, scalar) | Operation::Binary(_, scalar) => (*scalar, *scalar),
            Operation::Convert(source, _) => (*source, *source),
            Operation::Function(_) if matches!(name, "ldexpl" | "scalbnl") => (X, Scalar::I64),
            Operation::Function(_) | Operation::Rest(..) | Operation::Part(..) => (X, X),
        };
        for _ in 0..OPERANDS {
            let one = operand(&mut random, first);
            let other = if random.below(8) == 0 && first == second {
                one
            } else {
                operand(&mut random, second)
            };
            if let Some(expected) = computed(&operation, one, other) {
                cases.push((name, one, other, expected));
            }
        }
    }
    let told = told(&cases);
    assert_eq!(told.len(), cases.len());
    let mut wrong = Vec::new();
    for ((name, one, other, expected), told) in cases.iter().zip(told) {
        if *expected != told {
            wrong.push(format!("{name} {one:x} {other:x}: {expected:x?}, gcc {told:x?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}: {:#?}",
        wrong.len(),
        cases.len(),
        &wrong[..wrong.len().min(30)]
    );
    assert!(wide::is_number(X, 0));
}

/// What the program says of each case, in their order.
fn told(cases: &[(&str, u128, u128, (u128, u64))]) -> Vec<(u128, u64)> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (source, binary) = (folder.path().join("wide.c"), folder.path().join("wide"));
    std::fs::write(&source, SOURCE).expect("the source can be written");
    let options = ["-w", "-O0", "-fno-builtin", "-fwrapv", "-o"];
    let compiled = Command::new("gcc")
        .args(options)
        .arg(&binary)
        .arg(&source)
        .arg("-lm")
        .status();
    assert!(compiled.is_ok_and(|status| status.success()), "gcc compiles");
    let input = folder.path().join("input");
    let mut lines = std::io::BufWriter::new(std::fs::File::create(&input).expect("the input can be made"));
    for (name, one, other, _) in cases {
        let halves = [
            one >> 64,
            one & u128::from(u64::MAX),
            other >> 64,
            other & u128::from(u64::MAX),
        ];
        let [a, b, c, d] = halves;
        writeln!(lines, "{name} {a:x} {b:x} {c:x} {d:x}").expect("the input can be written");
    }
    drop(lines);
    let input = std::fs::File::open(&input).expect("the input can be read");
    let output = Command::new(&binary)
        .stdin(Stdio::from(input))
        .output()
        .expect("the program runs");
    let word = |word: Option<&str>| u128::from_str_radix(word.unwrap_or_default(), 16).unwrap_or(0);
    let line = |line: &str| {
        let mut words = line.split(' ');
        let number = word(words.next()) << 64 | word(words.next());
        (number, words.next().and_then(|error| error.parse().ok()).unwrap_or(0))
    };
    String::from_utf8_lossy(&output.stdout).lines().map(line).collect()
}
