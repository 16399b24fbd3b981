//! Each test gives the text that the pass makes of a snippet.

use super::*;

fn check(source: &str, expected: &str) {
    let mut lines = LineTable::new("x.c");
    let normalised = normalise(source.as_bytes(), &mut lines).expect("normalises");
    let text = normalised
        .text
        .strip_prefix(reserved::PRELUDE)
        .expect("starts with the prelude");
    let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected_tokens: Vec<u8> = expected.bytes().filter(|byte| *byte != b' ').collect();
    let tokens: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    assert!(tokens == expected_tokens, "got {}", squeeze(text));
}

#[test]
fn the_pass_rewrites_what_the_grammar_does_not_take() {
    for (source, expected) in [
        ("int x; /* c */ // d\nint y;", "int x; int y;"),
        ("f() { return a ?: b; }", "int f() { return a ? __pepsin_same : b; }"),
        (
            "static x = 1; main() { register i; }",
            "static int x = 1; int main() { register int i; }",
        ),
        ("void f(void) { l: }", "void f(void) { l: ; }"),
        (
            "void f(int x) { switch (x) { case 1 ? 2 : 3: int y; } }",
            "void f(int x) { switch (x) { case 1 ? 2 : 3: ; int y; } }",
        ),
        (
            "struct __attribute__((packed)) S { int a;; };",
            "struct S { int a; } __attribute__((packed));",
        ),
        (
            "void f(void) __attribute__((nothrow, noreturn));",
            "void f(void) __attribute__((noreturn));",
        ),
        (
            "typedef int T; void g(int T) { T * 2; }",
            "typedef int T; void g(int T) { auto int __pepsin_shadow, T; T * 2; }",
        ),
        (
            "typedef int T; void g(void) { for (T *p;;) ; }",
            "typedef int T; void g(void) { for (auto T *p;;) ; }",
        ),
        ("unsigned __int128 x;", "unsigned long long long long x;"),
        ("int x = '\\e' + L'a' + '\\377';", "int x = 27 + 97 + (0 - 1);"),
        ("char *s = \"a\" \"b\";", "char *s = \"0\" \"1\";"),
        ("struct S x = (struct S){};", "struct S x = (struct S){__pepsin_empty};"),
        ("void f(void) { if (x) {} }", "void f(void) { if (x) {} }"),
        ("asm(\"x\"); int a;", "int a;"),
        (
            "void f(void) { asm goto(\"\" : : : : a, b); a: b: ; }",
            "void f(void) { { __asm__ volatile (\"0\" : : :) ; if (__pepsin_choice) goto a; if (__pepsin_choice) goto b; } a: b: ; }",
        ),
        (
            "void f(void) { void *p = &&l; goto *p; l: ; }",
            "void f(void) { void *p = __pepsin_label_address(l); __pepsin_goto(p); l: ; }",
        ),
        (
            "int f(int a, int b) { return a && b; }",
            "int f(int a, int b) { return a && b; }",
        ),
        ("_Static_assert(1, \"x\"); int x;", "int x;"),
        (
            "struct S { _Alignas(16) char c; };",
            "struct S { __attribute__((aligned(16))) char c; };",
        ),
        (
            "int x = __alignof__(y) + __alignof__(int);",
            "int x = (__pepsin_alignment)(y) + _Alignof(int);",
        ),
        (
            "int x = __builtin_types_compatible_p(int, char *);",
            "int x = __pepsin_types_compatible(sizeof(int), sizeof(char *));",
        ),
        (
            "#pragma pack(push, 1)\nstruct S { int a; };\n#pragma pack(pop)\nstruct T { int a; };",
            "struct S { int a; } __attribute__((__pepsin_pack(1))); struct T { int a; };",
        ),
        ("int a$b;", "int a__pepsin_x24b;"),
        ("double d = 1.0d; int i = 1'000;", "double d = 1.0; int i = 1000;"),
        ("[[maybe_unused]] int x;", "int x;"),
    ] {
        check(source, expected);
    }
}

#[test]
fn tokens_keep_their_offsets() {
    let source = "int /* a */ first;\nint second;";
    let mut lines = LineTable::new("x.c");
    let normalised = normalise(source.as_bytes(), &mut lines).expect("normalises");
    for name in ["first", "second"] {
        let offset = normalised.text.find(name).expect("is there");
        assert_eq!(
            normalised.offsets.original(offset) as usize,
            source.find(name).expect("is there")
        );
    }
}

#[test]
fn odd_names_decode_to_what_they_were() {
    assert_eq!(reserved::decode("a__pepsin_x24b"), "a$b");
    assert_eq!(reserved::decode("plain"), "plain");
}
