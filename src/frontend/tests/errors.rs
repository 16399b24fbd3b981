//! Bad input gives errors with places, and what the parser misreads is refused or read right.

use super::{Scratch, load_text, obstacles, program};
use crate::frontend::{FrontendOptions, Input, load};
use crate::ir::DataModel;

/// The errors of a text, as `line: message`.
fn errors(text: &str) -> Vec<String> {
    match load_text(text, DataModel::Lp64) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| format!("{}: {}", error.at.line, error.message))
            .collect(),
    }
}

#[test]
fn wrong_programs_are_refused_at_their_place() {
    for (text, line, part) in [
        ("", 0, "no function `main`"),
        ("int x;", 0, "no function `main`"),
        ("int main(void) {\n  return y;\n}", 2, "`y` is not declared"),
        ("int main(void) {\n  return 1 +;\n}", 2, "Syntax error at `;`"),
        ("int main(void) { return 0;", 0, "ends too early"),
        (
            "struct S { int a; };\nint main(void) { struct S s; return s.b; }",
            2,
            "no member `b`",
        ),
        ("int main(void) {\n int x; { typedef int x; return x; } }", 2, ""),
        ("int main(void) { goto nowhere; }", 1, "label `nowhere`"),
        ("int main(void) { break; }", 1, "stands in none"),
        ("int main(void) { int x; *x = 1; }", 1, "not a pointer"),
        ("int main(void) { 1 = 2; }", 1, ""),
        ("int main(void) { struct S s; return 0; }", 1, "incomplete type"),
        (
            "int f(void) { return 1; } int f(void) { return 2; } int main(void) { return f(); }",
            1,
            "defined twice",
        ),
        ("int x = 1; int x = 2; int main(void) { return x; }", 1, "defined twice"),
        (
            "int x; static int g = 1; int y = 0; int z = sizeof(int[-1]); int main(void) { return z; }",
            1,
            "negative size",
        ),
        ("int y; int x = y; int main(void) { return x; }", 1, "not constant"),
        ("int main(void) { int f(int); return f(); }", 1, "too few arguments"),
        (
            "int main(void) { switch (1) { case 1: case 1: ; } return 0; }",
            1,
            "twice",
        ),
        (
            "struct S { int a; }; struct S { int b; }; int main(void) { return 0; }",
            1,
            "defined twice",
        ),
        ("int x; float x; int main(void) { return 0; }", 1, "another type"),
        (
            "struct S { struct S s; }; int main(void) { return 0; }",
            1,
            "incomplete type",
        ),
        (
            "int n; struct S { int a[n]; }; int main(void) { return 0; }",
            1,
            "variable length",
        ),
        ("int n; int a[n]; int main(void) { return 0; }", 1, "not constant"),
        ("int a[1 / 0]; int main(void) { return 0; }", 1, "not constant"),
        ("int a[1ull << 62]; int main(void) { return 0; }", 1, "too large"),
        (
            "int a[] = { [1ull << 62] = 1 }; int main(void) { return 0; }",
            1,
            "too large",
        ),
        (
            "struct S { char a[1ull << 62], b[1ull << 62], c[1ull << 62], d[1ull << 62]; }; int main(void) { return 0; }",
            1,
            "too large",
        ),
        (
            "int main(void) { return restrict + 1; }",
            1,
            "an expression is expected",
        ),
        ("struct S {\n int a;\n", 0, "`}` is expected"),
        ("int main(void) { return \"a; }", 1, "does not end"),
        ("int main(void) { /* }", 1, "does not end"),
    ] {
        let found = errors(text);
        let start = format!("{line}: ");
        let hit = found
            .iter()
            .any(|error| (line == 0 || error.starts_with(&start)) && error.contains(part));
        assert!(hit, "{text}\ngave {found:?}");
    }
}

#[test]
fn places_follow_line_markers() {
    let text = "# 1 \"first.c\"\nint main(void) {\n#line 40 \"second.h\"\n  return y;\n}\n";
    let errors = load_text(text, DataModel::Lp64).expect_err("y is not declared");
    assert_eq!(errors[0].at.to_string(), "second.h:40:10");
}

#[test]
fn what_the_parser_misreads_is_read_right_or_refused() {
    // Each of these was seen to be misread silently; the number is what `main` would return.
    for text in [
        "typedef int T; int f(int T) { T * 2; return T * 3; } int main(void) { return f(1); }",
        "typedef int T; void g(int x); int f(void (*T)(int)) { T(1); return 0; } int main(void) { return f(g); }",
        "struct __attribute__((packed)) S { char c; int i; }; int main(void) { return sizeof(struct S) == 5 ? 0 : 1; }",
        "typedef int T; int main(void) { int a; for (T *p = &a; p; p = 0) a = 1; return a; }",
        "typedef int T; int main(void) { for (T *p;;) { p = 0; return p == 0; } }",
        "typedef int T; int main(void) { typeof(T) x = 1; typeof(T[3]) y = { 1 }; return x + y[0]; }",
        "int main(void) { int x = 1; typeof(typeof(x)) y = x; return y; }",
        "int main(void) { asm(\"\"); return 0; }",
        "int main(void) { int asm_count = 1; __asm(\"\" ::: \"memory\"); return asm_count; }",
    ] {
        assert_eq!(errors(text), Vec::<String>::new(), "{text}");
    }
    assert!(errors("typedef int T; int main(void) { return T + 1; }")[0].contains("is a type here"));
}

#[test]
fn what_is_not_modelled_becomes_an_obstacle() {
    for (text, part) in [
        (
            "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); _Complex double z = __builtin_va_arg(l, _Complex double); return __real__ z; } int main(void) { return f(1); }",
            "variable argument list",
        ),
        (
            "struct S { unsigned long a : 33; } s; int main(void) { return s.a - 1 > 5; }",
            "width of a bit-field",
        ),
        (
            "int main(void) { char *p = 0; return _Generic(p, const char *: 1, char *: 2); }",
            "not told apart",
        ),
        ("_Complex double z; int main(void) { z = z * z; return 0; }", "complex"),
        (
            "typedef long jmp_buf[25]; jmp_buf b; void longjmp(long *, int); int (*f)(int); int g(int n) { longjmp(b, n); } int main(void) { f = g; return f(1); }",
            "longjmp",
        ),
        (
            "int main(int n, char **v) { int a[2][n]; int b[n][n]; return sizeof(a) > 0; }",
            "variable length",
        ),
    ] {
        let found = obstacles(&program(text));
        assert!(found.iter().any(|what| what.contains(part)), "{text}\ngave {found:?}");
    }
}

#[test]
fn files_that_are_no_source_are_errors() {
    let options = FrontendOptions::default();
    let binary = Scratch::new(b"\x7fELF\0\0\x01", "i");
    let folder = std::env::temp_dir();
    for (path, part) in [
        (binary.0.as_path(), "binary file"),
        (folder.as_path(), "folder"),
        (std::path::Path::new("/nowhere/x.c"), "can't be read"),
    ] {
        let errors = load(&[Input::new(path)], &options).expect_err("is no source");
        assert!(errors.len() == 1 && errors[0].message.contains(part), "{errors:?}");
    }
    assert!(load(&[], &options).is_err());
}

#[test]
fn the_preprocessors_errors_keep_their_place() {
    let file = Scratch::new(b"int x;\n#include \"not-there.h\"\n", "c");
    let errors = load(&[Input::new(&file.0)], &FrontendOptions::default()).expect_err("the header is missing");
    assert_eq!(errors[0].at.line, 2);
    assert!(errors[0].message.contains("not-there.h"), "{errors:?}");
}
