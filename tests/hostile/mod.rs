//! Inputs that are small to describe and large to read: each asks some stage for more than there is.

use std::fmt::Write;

/// An input that asks for much.
pub struct Hostile {
    /// What there is much of.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// How often what is repeated is repeated, for an input of full size.
    pub size: usize,
    /// Its text, for a size.
    pub text: fn(usize) -> String,
}

/// What every program needs that creates threads.
const THREADS: &str = "typedef unsigned long pthread_t;\n\
    typedef union { char size[40]; long align; } pthread_mutex_t;\n\
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
    int pthread_join(pthread_t, void **);\n\
    int pthread_mutex_lock(pthread_mutex_t *);\n\
    int pthread_mutex_unlock(pthread_mutex_t *);\n\
    int input(void);\n\
    int g, h;\n";

macro_rules! row {
    ($name:literal, $file:literal, $size:literal, $text:expr) => {
        Hostile {
            name: $name,
            file: $file,
            size: $size,
            text: $text,
        }
    };
}

/// All of them.
pub const HOSTILE: &[Hostile] = &[
    row!("nested loops that create threads", "loops.i", 40, nested_loops),
    row!("loops one behind the other", "rows.i", 4_000, rows_of_loops),
    row!("line markers with names of their own", "markers.i", 200_000, |size| {
        of(size, |i| format!("# {i} \"file{i}.h\" 1\nint x{i};\n")) + "int main(void) { return 0; }\n"
    }),
    row!("labels", "labels.i", 100_000, |size| {
        in_main(&of(size, |i| format!("l{i}: if (input()) goto l{};\n", (i * 7) % size)))
    }),
    row!("threads", "threads.i", 10_000, |size| {
        let routines = of(size, |i| format!("void *r{i}(void *p) {{ g = {i}; return p; }}\n"));
        let creations = of(size, |i| format!("pthread_create(&t, 0, r{i}, 0);\n"));
        format!("{THREADS}{routines}int main(void) {{ pthread_t t;\n{creations}return 0; }}\n")
    }),
    row!("locks", "locks.i", 10_000, |size| {
        let locks = of(size, |i| format!("pthread_mutex_t m{i};\n"));
        let held = of(size, |i| format!("pthread_mutex_lock(&m{i});\n"));
        threaded(&locks, &format!("{held}g++;\n"))
    }),
    row!("functions that call two others", "functions.i", 10_000, |size| {
        let last = format!(
            "int f{size}(int x) {{ return g + x; }}\nint f{}(int x) {{ return h + x; }}\n",
            size + 1
        );
        let others = (0..size)
            .rev()
            .map(|i| format!("int f{i}(int x) {{ return f{}(x + 1) + f{}(x + 2); }}\n", i + 1, i + 2));
        threaded(&(last + &others.collect::<String>()), "g = f0(0);\n")
    }),
    row!("declarations", "declarations.i", 1_000_000, |size| {
        of(size, |i| format!("int x{i};\n")) + "int main(void) { return 0; }\n"
    }),
    row!("a long string", "string.i", 10_000_000, |size| {
        format!(
            "const char *s = \"{}\";\nint main(void) {{ return s[0]; }}\n",
            "x".repeat(size)
        )
    }),
    row!("a long list of numbers", "numbers.i", 3_000_000, |size| {
        let numbers = of(size, |i| format!("{},", i % 10));
        format!("char a[] = {{{numbers}}};\nint main(void) {{ return a[0]; }}\n")
    }),
    row!("nested brackets", "brackets.i", 1_000_000, |size| {
        format!(
            "int x = {}1{};\nint main(void) {{ return x; }}\n",
            "(".repeat(size),
            ")".repeat(size)
        )
    }),
    row!("a long sum", "sum.i", 1_000_000, |size| {
        in_main(&format!("return input(){};\n", " + input()".repeat(size)))
    }),
    row!("nested statements", "statements.i", 100_000, |size| {
        in_main(&format!("{} g++;\n", "if (input()) ".repeat(size)))
    }),
    row!("a structure with many fields", "fields.i", 200_000, |size| {
        let fields = of(size, |i| format!("int f{i};\n"));
        threaded(
            &format!("struct s {{ {fields} }} s, *p = &s;\n"),
            "*p = s; p->f0 = 1; s = *p;\n",
        )
    }),
    row!("nested types", "types.i", 20_000, |size| {
        let types = of(size, |i| format!("struct s{} {{ struct s{i} a, b[2]; }};\n", i + 1));
        format!("struct s0 {{ int x; }};\n{types}struct s{size} v;\nint main(void) {{ return 0; }}\n")
    }),
    row!("cases", "cases.i", 100_000, |size| {
        let cases = of(size, |i| format!("case {i}: g = {i}; break;\n"));
        threaded("", &format!("switch (input()) {{\n{cases}}}\n"))
    }),
    row!("branches that hold locks or not", "branches.i", 60, |size| {
        let locks = of(size, |i| format!("pthread_mutex_t m{i};\n"));
        threaded(
            &locks,
            &of(size, |i| format!("if (input()) pthread_mutex_lock(&m{i});\n")),
        )
    }),
    row!("calls that return in three states each", "states.i", 24, states),
    row!("pointers to functions", "pointers.i", 5_000, |size| {
        let functions = of(size, |i| format!("void f{i}(void) {{ g += {i}; }}\n"));
        let table = of(size, |i| format!("f{i},"));
        let table = format!("void (*table[])(void) = {{{table}}};\n");
        threaded(
            &(functions + &table),
            "for (int i = 0; i < 10; i++) table[input()]();\n",
        )
    }),
    row!("objects that point to each other", "graph.i", 3_000, |size| {
        let nodes = of(size, |i| format!("struct n n{i};\n"));
        let links = of(size, |i| {
            format!("n{i}.next = input() ? &n{} : &n{};\n", (i * 7) % size, (i * 11) % size)
        });
        let walk = "struct n *p = &n0; while (input()) { p->x++; p = p->next; }\n";
        threaded(
            &format!("struct n {{ struct n *next; int x; }};\n{nodes}"),
            &(links + walk),
        )
    }),
    row!("macros that double", "macros.c", 60, |size| {
        let macros = (1..size).map(|i| format!("#define A{i} A{0} A{0}\n", i - 1));
        format!(
            "#define A0 x\n{}int main(void) {{ A{}; return 0; }}\n",
            macros.collect::<String>(),
            size - 1
        )
    }),
    row!("a file that includes itself twice", "itself.c", 1, |_| {
        "#if __INCLUDE_LEVEL__ < 150\n#include \"itself.c\"\n#include \"itself.c\"\n#endif\nint main(void) { return 0; }\n".to_owned()
    }),
];

fn of(size: usize, text: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for number in 0..size {
        // Writing to a string does not fail.
        let _ = out.write_str(&text(number));
    }
    out
}

fn in_main(body: &str) -> String {
    format!("{THREADS}int main(void) {{\n{body}return 0; }}\n")
}

/// A program whose threads all do the same.
fn threaded(globals: &str, body: &str) -> String {
    format!(
        "{THREADS}{globals}void *work(void *unused) {{\n{body}return 0; }}\n\
         int main(void) {{ pthread_t t; for (;;) pthread_create(&t, 0, work, 0); }}\n"
    )
}

fn nested_loops(size: usize) -> String {
    let loops = of(size, |i| format!("for (int i{i} = 0; i{i} < 16; i{i}++)\n"));
    format!(
        "{THREADS}void *work(void *p) {{ g++; return p; }}\n\
         int main(void) {{ pthread_t t[16];\n{loops} pthread_create(&t[i0], 0, work, 0);\nreturn 0; }}\n"
    )
}

fn rows_of_loops(size: usize) -> String {
    let loops = of(size, |i| {
        format!("for (int i = 0; i < 16; i++) pthread_create(&t[i], 0, work, (void *){i}L);\n")
    });
    format!(
        "{THREADS}void *work(void *p) {{ g++; return p; }}\n\
         int main(void) {{ pthread_t t[16];\n{loops}return 0; }}\n"
    )
}

/// Each call may leave one of two locks held, or none.
fn states(size: usize) -> String {
    let locks = of(size, |i| format!("pthread_mutex_t a{i}, b{i};\n"));
    let functions = of(size, |i| {
        format!(
            "int f{i}(void) {{ int x = input(); if (x == 1) pthread_mutex_lock(&a{i}); else if (x == 2) pthread_mutex_lock(&b{i}); return x; }}\n"
        )
    });
    threaded(&(locks + &functions), &of(size, |i| format!("g += f{i}();\n")))
}
