//! C17 and GNU C construct by construct: each program is executed, and its function `test` must return 0, as it does with gcc.

use super::Scratch;
use crate::explore::{ExploreSettings, Until, run};
use crate::frontend::{FrontendOptions, Input, load};

/// The constructs; some need headers.
const PROGRAMS: &[&str] = &[
    "static x = 1; test() { register i = x; return i - 1; }",
    "__int128 a; unsigned __int128 b; int test(void){ return sizeof(a) == 16 && sizeof(b + 1) == 16 ? 0 : 1; }",
    "_Float128 f; __float128 g; _Float64 h; _Float32x k; int test(void){ return sizeof (f = 1.0f128) == 16 && sizeof h == 8 && sizeof(k)==8 ? 0 : 1; }",
    "int f(void){return 3;} int test(void){ int a = f() ?: 5; return a - 3; }",
    "int test(void){ static void *t[] = { &&a, &&b }; int i = 0; goto *t[i]; a: return 0; b: return 1; }",
    "__attribute__((noinline, used)) static int f(int x __attribute__((unused))) { switch (x) { case 1: x++; __attribute__((fallthrough)); default: ; } return x; } int v __attribute__((aligned(64), section(\"x\"))); struct __attribute__((packed)) S { char c; int i; } __attribute__((aligned(2))); int test(void){ return sizeof(struct S) == 6 && f(1) == 2 ? 0 : 1; }",
    "int n; static void c(int *p) { n += *p; } int test(void){ { int x __attribute__((cleanup(c))) = 2; } return n - 2; }",
    "int g(void){ return 3; } int h(void) __attribute__((alias(\"g\"))); int x = 4; extern int y __attribute__((alias(\"x\"))); int w(void) __attribute__((weak)); int test(void){ return h() + y - 7; }",
    "typedef union { int *i; char *c; } U __attribute__((transparent_union)); int f(U u) { return *u.i; } int test(void){ int x = 0; return f(&x); }",
    "int test(void){ __auto_type x = 1ul; return sizeof(x) - 8; }",
    "[[maybe_unused]] static int f([[maybe_unused]] int x) { switch (x) { case 1: x++; [[fallthrough]]; default: ; } return 0; } int test(void){ return f(1); }",
    "int test(void){ int x = 0; goto l; l: int y = x; { goto m; m: } return y; }",
    "int test(void){ for (int i = 0; i < 2; i++) { if (i) goto next; next: } switch (1) { case 1: } return 0; }",
    "int test(void){ if (__builtin_expect(0, 0)) __builtin_unreachable(); return __builtin_constant_p(1) - 1 + (int)__builtin_strlen(\"ab\") - 2; }",
    "double _Complex z; _Complex float w; int test(void){ __real__ z = 3; return __real__ z == 3 && sizeof z == 16 && sizeof w == 8 ? 0 : 1; }",
    "int test(void){ int x = ({ int y = 3; y + 1; }); return x - 4; }",
    "int test(void){ switch (5) { case 1 ... 9: return 0; default: return 1; } }",
    "int a[10] = { [2 ... 4] = 7, [9] = 1 }; int test(void){ return a[3] - 7 + a[9] - 1 + a[5]; }",
    "struct S { int n; int z[0]; char f[]; }; struct E {}; int test(void){ return sizeof(struct S) == 4 && sizeof(struct E) == 0 ? 0 : 1; }",
    "int f(a, b, c) int a; char b; float c; { return a + b; } int test(void){ return f(1, 2, 3.0) - 3; }",
    "#define T(x) _Generic((x), int: 1, unsigned: 2, char *: 3, double *: 4, default: 5)\nint test(void){ const int c = 0; return T(1) == 1 && T(1u) == 2 && T(\"a\") == 3 && T(1.0) == 5 && T(c) == 1 ? 0 : 1; }",
    "#include <stddef.h>\nint test(void){ return sizeof(L\"ab\") == 12 && sizeof(u\"ab\") == 6 && sizeof(U\"ab\") == 12 && sizeof(u8\"ab\") == 3 && L'a' == 97 && sizeof(\"a\" \"b\") == 3 && sizeof(L\"a\" \"b\") == 12 ? 0 : 1; }",
    "_Pragma(\"pack(push, 1)\") struct P { char c; int i; }; _Pragma(\"pack(pop)\") struct Q { char c; int i; };\nint test(void){ return sizeof(struct P) == 5 && sizeof(struct Q) == 8 ? 0 : 1; }",
    "int f(int n, int a[n]) { int b[n]; b[0] = a[1]; return b[0] + (sizeof b == n * sizeof(int)); } int test(void){ int x[2] = {0, 1}; return f(2, x) - 2; }",
    "int test(void){ int n = 5, c = 0; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while ((n -= 4) > 0); } return c - 5; }",
    "#include <alloca.h>\nint test(void){ int *p = alloca(8); p[1] = 0; return p[1]; }",
    "int x; int x; int x = 3; extern int x; static int s; static int s; int test(void){ return x + s - 3; }",
    "inline int f(void) { return 1; } extern inline int f(void); static inline int g(void) { return 2; } extern inline __attribute__((gnu_inline)) int h(void) { return 5; } int test(void){ return f() + g() - 3; }",
    "struct S { unsigned long a : 33; } s; int test(void){ s.a = 0; return s.a - 1L < 0 && s.a == 0 && (long)s.a == 0 ? 0 : 1; }",
    "struct S { unsigned a : 3; int b : 3; _Bool c : 1; } s; int test(void){ s.a = 9; s.b = 7; s.c = 4; return s.a == 1 && s.b == -1 && s.c == 1 && (s.a - 2) < 0 ? 0 : 1; }",
    "struct P { int x, y; }; int f(struct P *p) { return p->y; } int test(void){ int *a = (int[]){1, 2}; return f(&(struct P){ .y = 2 }) - a[1]; }",
    "int f(void) { static int n = 5; return n++; } int test(void){ f(); return f() - 6; }",
    "struct S { union { int a; struct { short b, c; }; }; int d; }; int test(void){ struct S s = { .a = 0x10002 }; return s.b - 2 + s.c - 1; }",
    "enum E { A = 1, B = 0x100000000ll, C = -1 }; int test(void){ return sizeof(enum E) == 8 ? 0 : 1; }",
    "enum __attribute__((packed)) E { A, B }; int test(void){ return sizeof(enum E) == 1 ? 0 : 1; }",
    "int test(void){ return '\\377' < 0 && 'ab' == 24930 && \"\\x41\"[0] == 65 && '\\e' == 27 ? 0 : 1; }",
    "int test(void){ return sizeof(2147483648) == 8 && sizeof(0xffffffff) == 4 && -1 < 0u == 0 && 0b101 == 5 && 017 == 15 && sizeof(1 ? 1 : 1l) == 8 && ((char)200 < 0) && (unsigned char)300 == 44 ? 0 : 1; }",
    "int test(void){ short s = -1; unsigned char c = 255; return (s >> 1) == -1 && (c << 24) < 0 && ~c == -256 && -(unsigned short)1 < 0 ? 0 : 1; }",
    "#include <stddef.h>\nstruct S { int a; struct { int b[4]; } c; }; int test(void){ return offsetof(struct S, c.b[2]) - 12; }",
    "int test(void){ int a[5]; return &a[4] - &a[1] - 3 + (sizeof(&a[0] - &a[1]) != 8); }",
    "typedef int F(int); int g(int x) { return x; } int test(void){ F *f = g; int (*h)(int) = &g; return (*f)(1) + (***h)(2) - 3; }",
    "#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int); va_end(l); return x; } int test(void){ return f(1, 2) - 2; }",
    "#include <stdarg.h>\nstruct P { int a; long b; }; int g(va_list l) { int x = va_arg(l, int); return x + (int)va_arg(l, double); } int f(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); struct P p = va_arg(l, struct P); char *t = va_arg(l, char *); int r = g(l) + p.a + p.b + t[1]; va_end(l); p = va_arg(m, struct P); va_end(m); return r - p.a; } int test(void){ struct P p = {1, 2}; return f(1, p, \"ab\", 3, 4.5f) - 2 - 98 - 7; }",
    "int f(void) { return 2; } int g(void) __asm__(\"f\"); static int h(void) __attribute__((weakref(\"f\")));\n#pragma weak k = f\nint k(void); int x __asm__(\"y\") = 3; extern int z __asm__(\"y\"); int test(void){ return g() + h() + k() + z - 9; }",
    "__thread int t = 3; _Thread_local static int u; int test(void){ return t + u - 3; }",
    "_Atomic int a; _Atomic(long) b; int test(void){ a++; b += 2; return a + b - 3; }",
    "_Alignas(32) char c[3]; struct S { _Alignas(double) char d; }; int test(void){ return _Alignof(struct S) == 8 && (unsigned long)c % 32 == 0 ? 0 : 1; }",
    "struct S { int n; int a[]; } s = { 2, { 1, 2 } }; int test(void){ return s.a[1] - 2; }",
    "int a$b = 0; int test(void){ return a$b; }",
    "int größe = 0; int test(void){ return größe; }",
    "int test(void) <% int a<:2:> = <%0, 0%>; return a<:1:>; %>",
    "struct S { int a, b; } s = { b: 2, a: 1 }; int test(void){ return s.b - 2; }",
    "int x; typeof(x) y; typeof(int *) p; __typeof__(&x) q; int test(void){ q = p = &y; return *q; }",
    "int test(void){ char a[4] = {0}; void *p = a; p++; return sizeof(void) - 1 + *(char *)(p + 1); }",
    "struct S { int a; } s = {}; int test(void){ int x[3] = {}; return s.a + x[1]; }",
    "void f(void) { return (void)0; } int test(void){ f(); return 0; }",
    "int test(void){ return __builtin_choose_expr(1, 0, \"a\") + !__builtin_types_compatible_p(int, int); }",
    "asm(\".globl foo\"); int test(void){ int x = 0; __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\"); return x; }",
    "int (*(*f(int x))[3])(void) { return 0; } int test(void){ return f(1) != 0; }",
    "int test(void){ return u8'a' == 97 && 1'000 == 1000 ? 0 : 1; }",
    "typedef int Q __attribute__((mode(DI))); int test(void){ return sizeof(Q) - 8; }",
    "union U { int i; float f; }; int test(void){ int x = 3; union U u = (union U)x; return u.i - 3; }",
    "int test(void){ int a = 0, b = 1; (a ? a : b) == 1 || a; return a; }",
    "int test(void){ unsigned char c = 250; c += 10; short s = 1; s <<= 3; int i = 5; i *= 1.5; return c - 4 + s - 8 + i - 7; }",
    "char a[] = \"abc\", b[2] = \"xy\", *c[] = { \"p\", \"q\" }; int test(void){ return sizeof a - 4 + b[1] - 121 + c[1][0] - 113; }",
    "int x = { 3 }; int test(void){ int y = { x }; return y - 3; }",
    "int test(void){ return __func__[0] - 116 + sizeof(__FUNCTION__) - 5; }",
    "bool b = true; int test(void){ static_assert(sizeof(bool) == 1); static_assert(true, \"\"); thread_local static int t = 1; alignas(16) char c; return b == true && !false && alignof(int) == 4 && (unsigned long)&c % 16 == 0 ? t - 1 : 1; }",
    "int test(void){ int *p = nullptr; return p != nullptr; }",
    "constexpr int N = 3; int a[N]; int test(void){ constexpr int m = N + 1; int b[m] = {}; return sizeof a == 12 && sizeof b == 16 && b[3] == 0 && &N != nullptr ? 0 : 1; }",
    "enum E : unsigned char { A = 255 }; enum F : short; enum F f; int test(void){ return sizeof(enum E) == 1 && sizeof(A) == 1 && sizeof f == 2 ? 0 : 1; }",
    "enum { A = 0x80000000, B = -1, C = 0x7fffffff }; int test(void){ return sizeof(A) == 8 && sizeof(B) == 4 && sizeof(C) == 4 && A > B ? 0 : 1; }",
    "int test(void){ auto x = 3ul; return sizeof(x) - 8; }",
    "_Atomic int x; typeof_unqual(x) y; int test(void){ y = 1; return y - 1 + (int)sizeof(typeof_unqual(const long)) - 8; }",
    "int f(int, int b) { return b; } int test(void){ int x = {}; return f(1, x); }",
    "int test(void){ goto a; a: int x = 1; switch (x) { case 1: int y = 2; x += y; break; default: } return x - 3; }",
    "[[nodiscard]] int f(void) { return 0; } struct [[gnu::packed]] S { char a [[maybe_unused]]; int b; }; int test(void){ [[maybe_unused]] int x = f(); if (x) [[unlikely]] return 1; return sizeof(struct S) - 5; }",
    "int a __attribute__((aligned(2))); typedef int T1 __attribute__((aligned(1))); typedef int T16 __attribute__((aligned(16))); T1 t1, a1[3]; T16 t16; struct S { char c; T1 x; T1 y[2]; int z __attribute__((aligned(2))); T16 w; short q; } s; struct P { char c; int z; } __attribute__((packed)) p; _Alignas(64) int v; int test(void){ int l __attribute__((aligned(32))); T1 lt; return __alignof__(a) == 2 && __alignof__(t1) == 1 && __alignof__(a1) == 1 && __alignof__(t16) == 16 && __alignof__(s.x) == 1 && __alignof__ s.y == 1 && __alignof__(s.z) == 4 && __alignof__(s.w) == 16 && __alignof__(s) == 16 && __alignof__(p.z) == 1 && _Alignof(T1) == 1 && _Alignof(T16) == 16 && _Alignof(T1[2]) == 1 && __alignof__(v) == 64 && __alignof__(l) == 32 && __alignof__(lt) == 1 && __builtin_offsetof(struct S, x) == 1 && __builtin_offsetof(struct S, z) == 16 && sizeof(struct S) == 48 ? 0 : 1; }",
    "int n; int test(void){ { n = sizeof((int[]){1, 2}); } { int x = 3, y = 4; n += x + y; } return n - 15; }",
    "long n; static void c(int *p) { n = n * 10 + *p; } int f(int x) { int a __attribute__((cleanup(c))) = 1; if (x == 1) goto out; { int b __attribute__((cleanup(c))) = 2; if (x == 2) goto out; if (x == 3) return b + 10; if (x == 4) goto inner; b = 4; inner: ; } { again: ; int d __attribute__((cleanup(c))) = 3; if (x-- == 5) goto again; for (int i = 0; i < 3; i++) { int e __attribute__((cleanup(c))) = 5; if (i == 1) continue; if (i == 2) break; e = 6; } } out: return x + n * 0; } long run(int x) { n = 0; int r = f(x); return n * 100 + r; } int test(void){ return run(0) == 46553099 && run(1) == 101 && run(2) == 2102 && run(3) == 2112 && run(4) == 26553103 && run(5) == 436553103 && run(6) == 46553105 ? 0 : 1; }",
    "int test(void){ return sizeof(L\"a\" \"é\") == 12 && sizeof(u\"😀\") == 6 && sizeof(U\"😀\" \"é\") == 12 && sizeof(u\"\\U0001F600\") == 6 && sizeof(\"é\") == 3 && sizeof(u\"é\" \"😀\") == 8 && u\"😀\"[1] == 0xde00 ? 0 : 1; }",
];

/// What is not read, and the words that say so.
const REFUSED: &[(&str, &str)] = &[
    (
        "int main(void) { int a = 1; int f(int x) { return x + a; } return f(1); }",
        "`f` is a nested function",
    ),
    ("_BitInt(7) x; int main(void) { return 0; }", "`_BitInt`"),
    (
        "enum E : unsigned char { A = 256 }; int main(void) { return 0; }",
        "not one that its enumeration can have",
    ),
    (
        "_Static_assert(sizeof(int) == 8, \"wide\"); int main(void) { return 0; }",
        "static assertion fails: wide",
    ),
    (
        "int main(void) { _Static_assert(1 > 2); return 0; }",
        "static assertion fails.",
    ),
];

fn load_source(source: &str) -> Result<crate::frontend::Loaded, Vec<crate::frontend::Error>> {
    let file = Scratch::new(source.as_bytes(), "c");
    let mut input = Input::new(&file.0);
    input.arguments = vec!["-std=gnu2x".to_owned()];
    load(&[input], &FrontendOptions::default())
}

/// Why a program does not end as it should, if so.
fn failure(text: &str) -> Option<String> {
    let source = format!("{text}\nextern void abort(void); int main(void) {{ if (test()) abort(); return 0; }}\n");
    let loaded = match load_source(&source) {
        Ok(loaded) => loaded,
        Err(errors) => return Some(format!("{errors:?}\n{text}")),
    };
    let settings = ExploreSettings {
        schedules: 1,
        until: Until::BudgetUsed,
        ..ExploreSettings::default()
    };
    let outcome = run(&loaded.program, &settings);
    (outcome.exits != 1).then(|| format!("{:?}, rejected {}\n{text}", outcome.open, outcome.rejected))
}

#[test]
fn every_construct_means_what_gcc_says() {
    let failures: Vec<String> = PROGRAMS.iter().filter_map(|text| failure(text)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    for (text, words) in REFUSED {
        let errors = load_source(text).expect_err(text);
        assert!(
            errors[0].message.contains(words) && errors[0].at.line == 1,
            "{errors:?}"
        );
    }
}
