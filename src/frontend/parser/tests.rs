//! The parser gives the trees of an independent one, that of the crate `lang-c`, on everything that both read.

use std::path::PathBuf;

use lang_c::driver::{Config, Flavor, parse_preprocessed};

use super::{Parsed, Syntax, parse};
use crate::frontend::FrontendOptions;
use crate::frontend::Input;
use crate::frontend::lexer::{Dialect, Keyword, Kind, lex};
use crate::frontend::lines::LineTable;
use crate::frontend::preprocess::preprocess;
use crate::ir::DataModel;

fn parsed(text: &str, dialect: Dialect) -> Parsed<Syntax> {
    let lexed = lex(text.as_bytes(), dialect, 0, &mut LineTable::new("x.c")).expect("has tokens");
    parse(&lexed)
}

/// A tree as text without its spans, numbers and literals: the two parsers differ in the blanks and brackets that they take in, and in how they keep literals.
fn shape(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}")
        .replace("\"\\\"0\\\"\"", "\"0\"")
        .replace("\"'0'\"", "\"0\"");
    let mut parts = text.split(", span: ");
    let mut shape = parts.next().unwrap_or("").to_owned();
    for part in parts {
        shape.push_str(part.trim_start_matches(|character: char| character.is_ascii_digit() || character == '…'));
    }
    let quoted: Vec<&str> = shape.split('"').collect();
    let plain = quoted.iter().map(|part| match part.parse::<u64>() {
        Ok(_) => "#",
        Err(_) => part,
    });
    plain.collect::<Vec<_>>().join("\"")
}

/// The tokens of a source that both parsers are to read: literals alike, and no attributes.
fn plain(source: &[u8]) -> String {
    let lexed = lex(source, Dialect::C17, 0, &mut LineTable::new("x.c")).expect("has tokens");
    let mut text = String::new();
    let mut tokens = lexed.tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            Kind::Keyword(Keyword::Attribute) => {
                let mut open = 0;
                for token in tokens.by_ref() {
                    open += i32::from(token.kind == Kind::Mark(b'(')) - i32::from(token.kind == Kind::Mark(b')'));
                    if open == 0 {
                        break;
                    }
                }
            }
            Kind::Text => text.push_str("\"0\""),
            Kind::Character => text.push_str("'0'"),
            Kind::Keyword(Keyword::Typeof) => text.push_str("__typeof"),
            Kind::Keyword(Keyword::ThreadLocal) => text.push_str("_Thread_local"),
            _ => text.push_str(&lexed.text[token.start as usize..token.end as usize]),
        }
        text.push(' ');
    }
    text
}

/// Compares the trees; `false` if the other parser can't read the source.
fn compare(source: &[u8], name: &str) -> bool {
    let text = plain(source);
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    let own = parsed(&text, Dialect::C17)
        .unwrap_or_else(|error| panic!("{name}: {error:?}"))
        .unit;
    let other = match parse_preprocessed(&config, text) {
        Ok(other) => other.unit,
        Err(_) => return false,
    };
    assert_eq!(own.0.len(), other.0.len(), "{name}");
    for (own, other) in own.0.iter().zip(&other.0) {
        let (own, other) = (shape(own), shape(other));
        if own != other {
            let differs = own
                .bytes()
                .zip(other.bytes())
                .position(|(own, other)| own != other)
                .unwrap_or(0);
            let from = differs.saturating_sub(300);
            panic!(
                "{name}:\n own {}\nother {}",
                own.get(from..differs + 200).unwrap_or(&own),
                other.get(from..differs + 200).unwrap_or(&other)
            );
        }
    }
    true
}

/// The programs that the tests execute, and the preprocessed files that `PEPSIN_TREES` names, with colons between them.
#[test]
fn trees_are_those_of_an_independent_parser() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/src/frontend/tests/programs");
    let entries = std::fs::read_dir(programs).expect("is a folder").flatten();
    let more = std::env::var("PEPSIN_TREES").unwrap_or_default();
    let named = more.split(':').filter(|path| !path.is_empty()).map(PathBuf::from);
    // The other parser does not know that parameters hide types.
    let own = entries
        .map(|entry| entry.path())
        .filter(|path| !path.ends_with("scopes.c"));
    let inputs: Vec<Input> = own.chain(named).map(Input::new).collect();
    let compare_all = move || {
        let compared = inputs.iter().filter(|input| {
            let text = preprocess(input, &FrontendOptions::default(), DataModel::Lp64)
                .expect("preprocesses")
                .text;
            compare(&text, &input.path.to_string_lossy())
        });
        assert!(compared.count() >= 4, "the other parser reads most programs");
    };
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(compare_all);
    if let Err(panic) = worker.expect("a thread starts").join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn an_error_says_what_is_expected_where() {
    for (text, offset, message) in [
        ("int x", 5, "ends too early: `;` is expected"),
        ("int f(void) { return 1 +; }", 24, "`;`: an expression is expected"),
        ("foo x;", 0, "`foo`: no type of this name"),
        ("int f(void) { foo x; }", 14, "`foo`: no type of this name"),
        ("int f(int a, foo b);", 13, "`foo`: no type of this name"),
        ("int x = { 1 2 };", 12, "`2`: `,` or `}` is expected"),
        ("int f(void) { g(1 2); }", 18, "`2`: `,` or `)` is expected"),
        ("struct;", 6, "a tag or `{` is expected"),
        ("int f(void) { int g(void) { } }", 26, "`g` is a nested function"),
        ("int x = 0y1;", 8, "`0y1` is no number"),
    ] {
        let error = parsed(text, Dialect::C17).expect_err(text);
        assert_eq!(error.offset, offset, "{text}: {}", error.message);
        assert!(error.message.contains(message), "{text}: {}", error.message);
    }
}

#[test]
fn names_are_types_where_the_scopes_say_so() {
    for text in [
        "typedef int T; int f(int T) { T * 2; return T; }",
        "typedef int T; void g(int); int f(void (*T)(int)) { T(1); return 0; }",
        "typedef int T; int f(void) { for (T *p;;) ; }",
        "typedef int T; int f(void) { int T = 1; { typedef int T; T x; } return T * 2; }",
        "typedef int T; struct S { T T; }; enum { U = sizeof(T) }; int f(T (*)(T), T(T));",
        "typedef int T; int f(void) { enum { T } x; return T + x; }",
        "typedef int T; int f(a, b) T a, b; { return a * b; }",
    ] {
        if let Err(error) = parsed(text, Dialect::C17) {
            panic!("{text}: {} at {}", error.message, error.offset);
        }
    }
}
