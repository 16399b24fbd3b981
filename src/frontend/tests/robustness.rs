//! The front end is total: whatever the input, it gives a program or errors, and never panics.

#[path = "../../../fuzz/tokens.rs"]
mod tokens;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::frontend::flags::Reading;
use crate::frontend::parse::parse;
use crate::frontend::{Error, Input, lower};
use crate::ir::DataModel;
use crate::library::Library;
use tokens::TOKENS;

/// Sources to start from: the programs that the other tests execute.
const SEEDS: [&str; 6] = [
    include_str!("programs/control.c"),
    include_str!("programs/initialisers.c"),
    include_str!("programs/objects.c"),
    include_str!("programs/scopes.c"),
    include_str!("programs/gnu.c"),
    include_str!("programs/c11.c"),
];

/// A change of a source: where (as a share of its length), how much is removed, what is inserted.
type Change = (f64, usize, usize);

fn mutated(seed: &str, changes: &[Change]) -> Vec<u8> {
    // The checks are calls of an undeclared function when the macro is not defined, which is as good as any.
    let mut text: Vec<u8> = seed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect::<Vec<_>>()
        .join("\n")
        .into_bytes();
    for (place, removed, token) in changes {
        let at = ((text.len() as f64) * place) as usize;
        let end = (at + removed).min(text.len());
        text.splice(at..end, TOKENS[*token].bytes());
    }
    text
}

fn read(text: &[u8]) -> Result<(), Vec<Error>> {
    let reading = Reading::of(&Input::new("fuzzed.c"), DataModel::Lp64).map_err(|error| vec![error])?;
    let parsed = parse(&Input::new("fuzzed.c"), text.to_vec().into(), reading).map_err(|error| vec![error])?;
    let errors = lower::lower_everything(&[&parsed], DataModel::Lp64, &Library::shared());
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn check(cases: u32) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let change = (0.0..1.0_f64, 0..12_usize, 0..TOKENS.len());
    let strategy = (0..SEEDS.len(), prop::collection::vec(change, 1..4));
    let result = runner.run(&strategy, |(seed, changes)| {
        // Errors are fine; panics are not.
        let errors = read(&mutated(SEEDS[seed], &changes)).err().unwrap_or_default();
        prop_assert!(errors.iter().all(|error| !error.message.is_empty()));
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

fn on_large_stack(test: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(test)
        .expect("a thread starts");
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn mutated_sources_give_programs_or_errors() {
    on_large_stack(|| check(300));
}

/// For long runs: `PEPSIN_FUZZ_CASES=100000 cargo test --release -- --ignored fuzz`.
#[test]
#[ignore = "runs as long as the environment says"]
fn fuzz_mutated_sources() {
    let cases = std::env::var("PEPSIN_FUZZ_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(2_000);
    on_large_stack(move || check(cases));
}

/// Inputs on which the front end once did not end, or panicked.
#[test]
fn what_fuzzing_found_stays_mended() {
    let sources = [
        "enum { A, _Static_assert };",
        "int f(void) { __builtin_types_compatible_p }",
        "struct S { struct S inner; int *p; }; int x; struct S s = { 0, &x }; int main(void) { struct S t = { 0, 1 }; return 0; }",
        "struct S { struct S inner[2]; } s = { 1, 2, 3 };",
    ];
    on_large_stack(move || {
        for source in sources {
            // Whether it is an error is not the question: that there is an answer is.
            let errors = read(source.as_bytes()).err().unwrap_or_default();
            assert!(errors.iter().all(|error| !error.message.is_empty()), "{source}");
        }
    });
}

#[test]
fn deep_nesting_gives_a_program_or_a_clear_error() {
    let depth = 10_000;
    let nest = |open: &str, inner: &str, close: &str| {
        format!(
            "int f(int x); int main(void) {{ int x = 0; {}{inner}{} return x; }}",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let chain = format!("{}x = 0;", "if (x == 1) x = 2; else ".repeat(depth));
    let sources = [
        nest("(", "x", ")").replace(") return", "); return"),
        nest("{", ";", "}"),
        nest("f(", "x", ")").replace(") return", "); return"),
        nest("- ", "x;", ""),
        nest("x + ", "x;", ""),
        nest("x ? 1 : ", "x;", ""),
        format!("int main(void) {{ int x = 0; {chain} return x; }}"),
        format!(
            "int x = {}1{}; int main(void) {{ return x; }}",
            "{".repeat(depth),
            "}".repeat(depth)
        ),
        format!(
            "int {}p{}; int main(void) {{ return p == 0; }}",
            "(".repeat(depth),
            ")".repeat(depth)
        ),
        format!(
            "int p{}; int main(void) {{ return sizeof(p) == 0; }}",
            "[1]".repeat(depth)
        ),
        format!("int main(void) {{ int x = 0; return {}x; }}", "(int)".repeat(depth)),
        format!("int main(void) {{ int x = 0; return {}x; }}", "~!".repeat(depth)),
        format!("int main(void) {{ int x = 0; return {}x; }}", "x, ".repeat(depth)),
        format!("int main(void) {{ int x = 0; {}x; return x; }}", "x = ".repeat(depth)),
        format!(
            "int main(void) {{ int x = 0; return {}x{}; }}",
            "x ? ".repeat(depth),
            " : 1".repeat(depth)
        ),
        format!("int main(void) {{ int x = 0; return {}x; }}", "x ?: ".repeat(depth)),
        format!("int main(void) {{ int x = 0; return {}x; }}", "x && ".repeat(depth)),
        format!(
            "int main(void) {{ int a[2]; return {}0{}; }}",
            "a[".repeat(depth),
            "]".repeat(depth)
        ),
        format!(
            "int main(void) {{ return {}1{}; }}",
            "({ ".repeat(depth),
            "; })".repeat(depth)
        ),
        format!(
            "{} int x; {} s; int main(void) {{ return 0; }}",
            "struct {".repeat(depth),
            "} m;".repeat(depth)
        ),
        format!(
            "int main(void) {{ switch (1) {{ {} ; }} }}",
            (0..depth).map(|case| format!("case {case}: ")).collect::<String>()
        ),
        format!(
            "int main(void) {{ double _Complex z; return {}z{}; }}",
            "__real__ (".repeat(depth),
            ")".repeat(depth)
        ),
        format!("int {}p; int main(void) {{ return p == 0; }}", "*".repeat(depth)),
        format!(
            "int main(void) {{ return {}1{}; }}",
            "sizeof(typeof(".repeat(40),
            "))".repeat(40)
        ),
    ];
    on_large_stack(move || {
        for source in sources {
            let errors = read(source.as_bytes()).err().unwrap_or_default();
            assert!(
                errors.iter().all(|error| error.message.contains("deeper")),
                "{:?} in {}…",
                errors.first(),
                &source[..80]
            );
        }
    });
}
