//! Several translation units become one program by C's rules of linkage.

use super::load_units;
use crate::frontend::{Error, FrontendOptions, Input, Loaded, load};
use crate::ir::{Callee, DataModel, InstructionKind};

/// The names of the globals and functions with bodies of a program made of units.
fn linked(units: &[&str]) -> Result<Vec<String>, String> {
    let loaded = load_units(units, DataModel::Lp64).map_err(|errors| format!("{errors:?}"))?;
    let globals = loaded
        .program
        .globals
        .iter()
        .filter(|global| global.defined)
        .map(|global| global.name.clone());
    let functions = loaded
        .program
        .functions
        .iter()
        .filter(|function| function.body.is_some());
    let mut names: Vec<String> = globals.chain(functions.map(|function| function.name.clone())).collect();
    names.sort();
    Ok(names)
}

#[test]
fn external_names_denote_one_thing_and_static_ones_stay_apart() {
    for (units, expected) in [
        (
            [
                "extern int x; int f(void); int main(void) { return x + f(); }",
                "int x = 3; int f(void) { return x; }",
            ],
            vec!["f", "main", "x"],
        ),
        (
            [
                "static int s; int g(void); int main(void) { return s + g(); }",
                "static int s; int g(void) { return s; }",
            ],
            vec!["g", "main", "s", "s"],
        ),
        (
            [
                "int t; int h(void); int main(void) { return t + h(); }",
                "int t; int h(void) { return t; }",
            ],
            vec!["h", "main", "t"],
        ),
        (
            [
                "static int f(void) { return 1; } int k(void); int main(void) { return f() + k(); }",
                "static int f(void) { return 2; } int k(void) { return f(); }",
            ],
            vec!["f", "f", "k", "main"],
        ),
        (
            [
                "inline int i(void) { return 1; } int main(void) { return i(); }",
                "inline int i(void) { return 1; }",
            ],
            vec!["i", "main"],
        ),
        (
            ["extern int a[]; int main(void) { return a[0]; }", "int a[3] = { 1 };"],
            vec!["a", "main"],
        ),
        (
            [
                "struct s; extern struct s v; int main(void) { return &v == 0; }",
                "struct s { int x; } v;",
            ],
            vec!["main", "v"],
        ),
        (
            [
                "__attribute__((weak)) int w(void) { return 1; } int main(void) { return w(); }",
                "int w(void) { return 2; }",
            ],
            vec!["main", "w"],
        ),
        (
            [
                "__attribute__((weak)) int o = 1; int main(void) { return o; }",
                "int o = 2;",
            ],
            vec!["main", "o"],
        ),
        (
            [
                "int o = 2; int main(void) { return o; }",
                "__attribute__((weak)) int o = 1;",
            ],
            vec!["main", "o"],
        ),
        (
            [
                "static const int c = 5; int d = c + 1; int main(void) { return d; }",
                "",
            ],
            vec!["c", "d", "main"],
        ),
    ] {
        assert_eq!(linked(&units), Ok(expected.into_iter().map(str::to_owned).collect()));
    }
}

#[test]
fn definitions_that_clash_are_errors() {
    for units in [
        ["int main(void) { return 0; }", "int main(void) { return 1; }"],
        ["int x = 1; int main(void) { return x; }", "int x = 2;"],
        ["int f; int main(void) { return f; }", "int f(void) { return 1; }"],
    ] {
        assert!(linked(&units).is_err(), "{units:?}");
    }
}

/// What stands in the way in a program made of units.
fn obstacles(units: [&str; 2]) -> Vec<String> {
    let inputs = [
        Input::preprocessed("a.c", units[0]),
        Input::preprocessed("b.c", units[1]),
    ];
    let loaded = load(&inputs, &FrontendOptions::default()).unwrap_or_else(|errors| panic!("{units:?}: {errors:?}"));
    super::obstacles(&loaded)
}

#[test]
fn types_that_conflict_are_reported_with_both_places() {
    for (first, second) in [
        ("extern int x; int main(void) { return x; }", "double x;"),
        (
            "int f(int); int main(void) { return f(1); }",
            "int f(int a, int b) { return a + b; }",
        ),
        (
            "int f(int); int main(void) { return f(1); }",
            "double f(int a) { return a; }",
        ),
        (
            "int f(void *); int main(void) { return f(0); }",
            "int f(long a) { return a; }",
        ),
    ] {
        // Linkers do not see it, so such programs run; compilers see it within one unit.
        for units in [[first, second], [second, first]] {
            let found = obstacles(units);
            let both = |what: &String| what.contains("a.c:1:") && what.contains("b.c:1:");
            assert!(!found.is_empty() && found.iter().all(both), "{units:?}: {found:?}");
        }
        let whole = format!("{first}\n{second}");
        let errors = load(&[Input::preprocessed("a.c", whole)], &FrontendOptions::default()).expect_err(second);
        assert!(
            errors[0].at.line == 2 && errors[0].message.contains("than at a.c:1:"),
            "{errors:?}"
        );
    }
    assert_eq!(
        obstacles([
            "int f(int); int main(void) { return 0; }",
            "int f(int a, int b) { return a + b; }"
        ]),
        [""; 0]
    );
    // What programs do and linkers take: other pointers, no prototype, headers that change with macros.
    for (first, second) in [
        (
            "int library(int); int main(void) { return library(0); }",
            "char *library(int, int);",
        ),
        (
            "int f(void *); int main(void) { return f(0); }",
            "int f(char *a) { return a == 0; }",
        ),
        (
            "int f(); int main(void) { return f(0); }",
            "int f(char *a) { return a == 0; }",
        ),
        (
            "struct s; int f(struct s *); int main(void) { return f(0); }",
            "struct s { int x; }; int f(struct s *a) { return !a; }",
        ),
    ] {
        let inputs = [Input::preprocessed("a.c", first), Input::preprocessed("b.c", second)];
        assert!(load(&inputs, &FrontendOptions::default()).is_ok(), "{second}");
    }
}

#[test]
fn what_one_unit_only_names_has_the_members_that_another_one_gives_it() {
    let opaque = "struct s; struct t { struct s *in; }; extern struct s *o; extern struct t t; extern struct s *list[]; \
                  struct s *get(struct s *); int other(void) { return o != 0 && get(o) != 0 && t.in != 0 && list[0] != 0; }";
    let open = "struct s; extern struct s *o; struct s *get(struct s *); struct s { int x; struct s *next; }; \
                struct t { struct s *in; }; struct t t; struct s *list[2]; struct s *o; int other(void); \
                int main(void) { return o->x + o->next->x + get(o)->x + t.in->x + list[1]->x + other(); }";
    let third = "struct s; struct s *get(struct s *p) { return p; }";
    for units in [[opaque, open, third], [open, opaque, third], [third, opaque, open]] {
        assert_eq!(
            linked(&units),
            Ok(["get", "list", "main", "o", "other", "t"].map(str::to_owned).to_vec()),
            "{units:?}"
        );
    }
}

#[test]
fn functions_that_nothing_refers_to_are_left_out() {
    let names = linked(&["static int unused(void) { return 1; } int main(void) { return 0; }"]);
    assert_eq!(names, Ok(vec!["main".to_owned()]));
}

#[test]
fn constructors_run_by_priority_and_destructors_are_part_of_the_program() {
    let text = "__attribute__((constructor)) static void last(void) {} \
                __attribute__((constructor(102))) static void second(void) {} \
                __attribute__((constructor(101))) static void first(void) {} \
                __attribute__((destructor)) static void end(void) {} int main(void) { return 0; }";
    let program = load_units(&[text], DataModel::Lp64).expect("is a program").program;
    let body = program.function(program.main).body.as_ref().expect("is defined");
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let calls: Vec<&str> = instructions
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Call {
                callee: Callee::Function(function),
                ..
            } => Some(program.function(*function).name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(calls, ["first", "second", "last"]);
    let end = program.function_named("end").expect("is part of the program");
    assert!(program.function(end).body.is_some() && program.function(end).destructor.is_some());
}

/// Three units of which two have a `main`, and one that both use.
const BUILD: [&str; 3] = [
    "int shared(void); int main(void) { return shared(); }",
    "int shared(void) { return 1; }",
    "int shared(void); static int own; int main(void) { return shared() + own; }",
];

fn load_build(main: Option<usize>, texts: &[&str]) -> Result<Loaded, Vec<Error>> {
    let name = |unit: usize| format!("unit{unit}.c");
    let inputs: Vec<Input> = texts
        .iter()
        .enumerate()
        .map(|(unit, text)| Input::preprocessed(&name(unit), *text))
        .collect();
    let options = FrontendOptions {
        main: main.map(|unit| name(unit).into()),
        ..FrontendOptions::default()
    };
    load(&inputs, &options)
}

#[test]
fn of_several_programs_one_must_be_chosen() {
    let errors = load_build(None, &BUILD).expect_err("there are two programs");
    assert!(errors[0].message.contains("`unit0.c`, `unit2.c`"), "{errors:?}");
    for (main, globals) in [(0, 0), (2, 1)] {
        let loaded = load_build(Some(main), &BUILD).expect("is a program");
        assert_eq!(loaded.program.globals.len(), globals);
        assert!(
            loaded.assumptions.iter().any(|what| what.contains("made of the 2")),
            "{:?}",
            loaded.assumptions
        );
    }
    let errors = load_build(Some(1), &BUILD).expect_err("has no main");
    assert!(errors[0].message.contains("No unit of this name"), "{errors:?}");
}

#[test]
fn two_units_must_not_compete_for_a_name_that_the_program_needs() {
    let texts = [BUILD[0], BUILD[1], BUILD[2], "int shared(void) { return 2; }"];
    let errors = load_build(Some(0), &texts).expect_err("either may be meant");
    assert!(
        errors[0]
            .message
            .contains("`shared` is defined here and at unit3.c:1:5"),
        "{errors:?}"
    );
    let unneeded = [
        BUILD[0],
        BUILD[1],
        BUILD[2],
        "int other(void) { return 2; }",
        "int other(void) { return 3; }",
    ];
    assert!(load_build(Some(0), &unneeded).is_ok());
    // With the second definition the program could not be linked, for what it needs belongs to another program.
    let impossible = [
        BUILD[0],
        "extern int state; int shared(void) { return state; }",
        "int state; int main(void) { return state; }",
        "int shared(void) { return 2; }",
    ];
    assert!(load_build(Some(0), &impossible).is_ok());
}

#[test]
fn functions_of_headers_that_each_unit_has_inline_rule_no_unit_out() {
    let header = "extern inline __attribute__((gnu_inline)) int parse(const char *text) { return *text; }";
    let with_header = |text: &str| format!("{header} {text}");
    let texts = [
        with_header("int state; int shared(void); int main(void) { return shared() + parse(\"\"); }"),
        with_header("int state; int shared(void) { return parse(\"1\"); }"),
        with_header("int shared(void) { return parse(\"2\"); }"),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let other = "int main(void) { return 0; }";
    let build = [texts[0], texts[1], texts[2], other];
    assert!(
        load_build(Some(0), &build).is_ok(),
        "the unit that defines `state` twice is ruled out"
    );
}

#[test]
fn what_a_unit_does_not_emit_needs_no_other_unit() {
    let first = "int main(void); int other(void); int unused(void); int hidden; \
                 static inline int never(void) { return unused(); } static int user(void) { return never(); } \
                 static int twice(int hidden) { { int other = hidden; return other; } } \
                 int run(void) { return twice(1); } int main(void) { return run(); }";
    let rival = "int other(void) { return 1; } int unused(void) { return 1; } int run(void) { return 2; }";
    let loaded = load_build(Some(0), &[first, rival, "int main(void) { return 1; }"]);
    assert!(loaded.is_ok(), "{:?}", loaded.err());
    let needing = "int other(void); static int user(void) { return other(); } int (*table[])(void) = { user }; \
                   int main(void) { return table[0](); }";
    let loaded = load_build(
        Some(0),
        &[needing, "int other(void) { return 1; }", "int main(void) { return 1; }"],
    );
    let names = loaded.map(|loaded| {
        loaded
            .program
            .functions
            .iter()
            .filter(|function| function.body.is_some())
            .count()
    });
    assert_eq!(names.map_err(|errors| format!("{errors:?}")), Ok(3));
}
