//! Constant expressions have the compiler's value, size and sign: random ones, judged by the compiler itself through `_Static_assert`.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::layout::{compiler_errors, failed_assertions};
use super::load_text;
use crate::ir::DataModel;

/// Declarations that the expressions refer to.
const DECLARATIONS: &str = "enum E { NEGATIVE = -3, SMALL = 7, LARGE = 0x7fffffff };
enum F { WIDE = 0x80000000, BELOW = -1 };
enum __attribute__((packed)) G { TINY };
struct S { unsigned bits : 5; signed narrow : 3; unsigned word : 32; char c; short h[3]; long l; } s;
union U { char c[7]; int i; } u;
long long wide; struct M { char c; long long deep; } mixed;
unsigned char octet; short half; _Bool truth; float single; char *text; enum G packed;
";

const LEAVES: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "31",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "0x7f",
    "0x80",
    "0xff",
    "0xffff",
    "0x7fffffff",
    "0x80000000",
    "0xffffffff",
    "0x100000000",
    "0x8000000000000000",
    "0xffffffffffffffff",
    "017",
    "0b1011",
    "1u",
    "4000000000u",
    "3l",
    "5ul",
    "6ll",
    "7ull",
    "0x10ull",
    "'a'",
    "'\\377'",
    "'\\x7f'",
    "'ab'",
    "L'\\xffffffff'",
    "u'\\xffff'",
    "U'z'",
    "NEGATIVE",
    "SMALL",
    "LARGE",
    "WIDE",
    "BELOW",
    "TINY",
    "sizeof(int)",
    "sizeof(struct S)",
    "sizeof(union U)",
    "sizeof s.h",
    "sizeof \"text\"",
    "_Alignof(long)",
    "__alignof__(s)",
    "__alignof__(long long)",
    "__alignof__(double[2])",
    "_Alignof(long long)",
    "__alignof__(wide)",
    "__alignof__(mixed.deep)",
    "__alignof__(mixed)",
    "__builtin_offsetof(struct S, h[2])",
    "(int)2.75",
    "(int)-1.5f",
    "(long)1e9",
    "(unsigned char)77.9",
    "(int)3.7L",
    "(int)-0.1L",
    "(long long)18446744073.1L",
];

const TYPES: [&str; 16] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum E",
    "enum F",
    "enum G",
    "__typeof__(0 ? 1 : 2u)",
];

/// Expressions that are measured and not evaluated.
const MEASURED: [&str; 12] = [
    "octet + half",
    "+octet",
    "s.bits + 0",
    "~s.narrow",
    "+s.word",
    "truth",
    "-truth",
    "single * 2",
    "text[1]",
    "!text",
    "s.l << 1",
    "packed",
];

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        8 => (0..LEAVES.len()).prop_map(|index| LEAVES[index].to_owned()),
        1 => (0..MEASURED.len()).prop_map(|index| format!("sizeof({})", MEASURED[index])),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let unary = (prop::sample::select(vec!["-", "~", "!", "+"]), inner.clone());
        let binary = (
            prop::sample::select(vec!["+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"]),
            inner.clone(),
            inner.clone(),
        );
        let division = (prop::sample::select(vec!["/", "%"]), inner.clone(), inner.clone());
        let shift = (prop::sample::select(vec!["<<", ">>"]), inner.clone(), inner.clone());
        prop_oneof![
            2 => unary.prop_map(|(operator, operand)| format!("{operator}({operand})")),
            4 => binary.prop_map(|(operator, left, right)| format!("(({left}) {operator} ({right}))")),
            1 => division.prop_map(|(operator, left, right)| format!("(({left}) {operator} (({right}) | 1))")),
            2 => shift.prop_map(|(operator, left, right)| format!("(({left}) {operator} (({right}) & 15))")),
            3 => ((0..TYPES.len()), inner.clone()).prop_map(|(ty, operand)| format!("({})({operand})", TYPES[ty])),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(condition, then, other)| format!("(({condition}) ? ({then}) : ({other}))")),
            1 => (inner.clone(), inner.clone()).prop_map(|(then, other)| format!("sizeof(0 ? ({then}) : ({other}))")),
            1 => inner.clone().prop_map(|operand| format!("_Generic(({operand}), _Bool: 1, int: 2, long: 2, long long: 2, unsigned: 3, unsigned long: 3, unsigned long long: 3, short: 4, unsigned char: 5, default: 6)")),
            1 => (inner.clone(), inner).prop_map(|(condition, then)| format!("__builtin_choose_expr(({condition}) == 0, 1, ({then}))")),
        ]
    })
}

/// Where lowering and the compiler differ about the value, the size or the sign of expressions.
fn differences(expressions: &[String], model: DataModel) -> Vec<String> {
    let mut text = DECLARATIONS.to_owned();
    let mut uses = String::new();
    for (index, expression) in expressions.iter().enumerate() {
        let _ = writeln!(
            text,
            "unsigned long long v{index} = (unsigned long long)({expression}), z{index} = sizeof({expression}), n{index} = (__typeof__({expression}))-1 < 0;"
        );
        let _ = write!(uses, "(void)v{index}; (void)z{index}; (void)n{index}; ");
    }
    let program = text + "int main(void) { " + &uses + "return 0; }\n";
    let loaded = match load_text(&program, model) {
        Ok(loaded) => loaded,
        Err(errors) => return errors.iter().map(|error| format!("{error}")).collect(),
    };
    let value = |name: String| {
        let global = loaded.program.globals.iter().find(|global| global.name == name)?;
        let initial = global.initial.first();
        initial.map_or(Some(0), |initial| initial.value.as_number())
    };
    let mut assertions = DECLARATIONS.to_owned();
    for (index, expression) in expressions.iter().enumerate() {
        for (name, measured) in [
            ("v", format!("(unsigned long long)({expression})")),
            ("z", format!("sizeof({expression})")),
            ("n", format!("((__typeof__({expression}))-1 < 0)")),
        ] {
            let Some(found) = value(format!("{name}{index}")) else {
                return vec![format!("{measured} is not constant here")];
            };
            let found = found as u64;
            let _ = writeln!(
                assertions,
                "_Static_assert({measured} == {found}ull, \"{found:#x} {name}\");"
            );
        }
    }
    failed_assertions(&compiler_errors(&assertions, model).unwrap_or_default())
}

fn check(model: DataModel, cases: u32) {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 0,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&prop::collection::vec(expression(), 60), |expressions| {
        if differences(&expressions, model).is_empty() {
            return Ok(());
        }
        // One expression at a time says more.
        let single: Vec<String> = expressions
            .chunks(1)
            .flat_map(|expression| differences(expression, model))
            .collect();
        Err(TestCaseError::fail(single.join("\n")))
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// More are compared with `PEPSIN_CONSTANTS=1000`.
fn cases() -> u32 {
    let asked = std::env::var("PEPSIN_CONSTANTS").ok();
    asked.and_then(|cases| cases.parse().ok()).unwrap_or(12)
}

#[test]
fn random_constants_are_the_compilers_on_64_bits() {
    check(DataModel::Lp64, cases());
}

#[test]
fn random_constants_are_the_compilers_on_32_bits() {
    check(DataModel::Ilp32, cases());
}
