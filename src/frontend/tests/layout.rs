//! Layout equals the compiler's: random declarations, judged by the compiler itself through `_Static_assert`.

use std::fmt::Write as _;
use std::process::Command;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{Scratch, load_text};
use crate::ir::{DataModel, Program, RecordKind};

const SCALARS: [&str; 16] = [
    "char",
    "signed char",
    "unsigned short",
    "short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "_Bool",
    "float",
    "double",
    "long double",
    "void *",
    "enum E",
    "_Atomic long long",
];

/// A member declaration that starts with the number of its name.
fn member() -> impl Strategy<Value = String> {
    let scalar = (0..SCALARS.len()).prop_map(|index| SCALARS[index]);
    let attribute = prop_oneof![
        6 => Just(""),
        1 => Just(" __attribute__((packed))"),
        1 => Just(" __attribute__((aligned(4)))"),
        1 => Just(" __attribute__((aligned(16)))"),
    ];
    let plain = (scalar.clone(), attribute.clone()).prop_map(|(ty, attribute)| format!("{ty} NAME{attribute};"));
    let array = (scalar, 0..4_u32).prop_map(|(ty, count)| format!("{ty} NAME[{count}];"));
    let bits = (
        prop::sample::select(vec![
            ("char", 8),
            ("unsigned short", 16),
            ("int", 32),
            ("unsigned", 32),
            ("long", 32),
            ("long long", 64),
            ("_Bool", 1),
        ]),
        1..64_u32,
        attribute,
    )
        .prop_map(|((ty, most), width, attribute)| format!("{ty} NAME : {}{attribute};", (width - 1) % most + 1));
    let unnamed = (
        prop::sample::select(vec!["char", "short", "int", "long long"]),
        0..8_u32,
    )
        .prop_map(|(ty, width)| format!("{ty} : {width};"));
    prop_oneof![4 => plain, 2 => array, 4 => bits, 1 => unnamed]
}

/// The body of a struct or union, possibly with one nested anonymous record.
fn record() -> impl Strategy<Value = String> {
    let kind = prop_oneof![4 => Just("struct"), 1 => Just("union")];
    let attribute = prop_oneof![
        5 => Just(""),
        1 => Just(" __attribute__((packed))"),
        1 => Just(" __attribute__((aligned(8)))"),
        1 => Just(" __attribute__((packed, aligned(2)))"),
    ];
    let pack = prop_oneof![6 => Just(0_u32), 1 => Just(1), 1 => Just(2), 1 => Just(4)];
    let nested = prop::option::of((kind.clone(), prop::collection::vec(member(), 1..4)));
    (kind, prop::collection::vec(member(), 1..8), nested, attribute, pack).prop_map(
        |(kind, mut members, nested, attribute, pack)| {
            if let Some((kind, inner)) = nested {
                members.push(format!("{kind} {{ {} }};", inner.join(" ")));
            }
            let mut body = members.join(" ");
            let mut number = 0;
            while let Some(at) = body.find("NAME") {
                body.replace_range(at..at + 4, &format!("m{number}"));
                number += 1;
            }
            let text = format!("{kind} TAG {{ {body} }}{attribute};\n");
            if pack > 0 {
                format!("#pragma pack(push, {pack})\n{text}#pragma pack(pop)\n")
            } else {
                text
            }
        },
    )
}

/// Declarations of records, and of one object of each, which `main` refers to.
fn source(records: &[String]) -> String {
    let mut text = "enum E { A, B };\n".to_owned();
    let mut uses = String::new();
    for (index, record) in records.iter().enumerate() {
        let kind = if record.contains("union TAG") {
            "union"
        } else {
            "struct"
        };
        text += &record.replace("TAG", &format!("T{index}"));
        let _ = writeln!(text, "{kind} T{index} object{index};");
        let _ = write!(uses, "(void)&object{index}; ");
    }
    text + "int main(void) { " + &uses + "return 0; }\n"
}

/// What the compiler must agree to.
fn assertions(program: &Program) -> String {
    let mut text = String::new();
    for global in &program.globals {
        let types = &program.types;
        let (Some(size), align) = (types.size(global.ty), types.align(global.ty)) else {
            continue;
        };
        let name = &global.name;
        let _ = writeln!(text, "_Static_assert(sizeof({name}) == {size}, \"size {size}\");");
        let _ = writeln!(
            text,
            "_Static_assert(_Alignof(__typeof__({name})) == {align}, \"alignment {align}\");"
        );
        if let Some(record) = types.as_record(global.ty) {
            member_assertions(program, record, &global.name, 0, &mut text);
        }
    }
    text
}

fn member_assertions(program: &Program, record: crate::ir::RecordId, object: &str, base: u64, text: &mut String) {
    for field in program.types.fields(record) {
        let offset = base + field.offset;
        if let Some(inner) = program.types.as_record(field.ty).filter(|_| field.name.is_empty()) {
            member_assertions(program, inner, object, offset, text);
        } else if field.bits.is_none() {
            let _ = writeln!(
                text,
                "_Static_assert(__builtin_offsetof(__typeof__({object}), {0}) == {offset}, \"{0} at {offset}\");",
                field.name
            );
        }
    }
    assert!(matches!(
        program.types.record(record).kind,
        RecordKind::Struct | RecordKind::Union
    ));
}

/// What the compiler says about a source; `None` if it can't compile for the data model.
pub(super) fn compiler_errors(text: &str, model: DataModel) -> Option<String> {
    let file = Scratch::new(text.as_bytes(), "c");
    let mut command = Command::new("cc");
    command.args(["-std=gnu17", "-w", "-fsyntax-only", "-x", "c"]);
    if model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    let output = command.arg(&file.0).output().ok()?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() {
        String::new()
    } else {
        messages
    })
}

/// Where lowering and the compiler differ about records that the compiler accepts.
fn differences(records: &[String], model: DataModel) -> String {
    let text = source(records);
    match compiler_errors(&text, model) {
        Some(errors) if errors.is_empty() => {}
        // The compiler refuses the declarations themselves: nothing to compare.
        _ => return String::new(),
    }
    match load_text(&text, model) {
        Err(errors) => format!("{errors:?}"),
        Ok(loaded) => compiler_errors(&(text + &assertions(&loaded.program)), model).unwrap_or_default(),
    }
}

fn check(model: DataModel) {
    let config = Config {
        cases: 12,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let strategy = prop::collection::vec(record(), 24);
    let result = runner.run(&strategy, |mut records| {
        if model == DataModel::Ilp32 {
            // A record of one 8-byte atomic has two alignments on i386, one alone and one as a member.
            records
                .iter_mut()
                .for_each(|record| *record = record.replace("_Atomic long long", "_Atomic int"));
        }
        if differences(&records, model).is_empty() {
            return Ok(());
        }
        // One record at a time says more.
        let single: Vec<String> = records
            .into_iter()
            .map(|record| (differences(std::slice::from_ref(&record), model), record))
            .filter(|(found, _)| !found.is_empty())
            .map(|(found, record)| {
                format!(
                    "{record}{}",
                    found
                        .lines()
                        .filter(|line| line.contains("error"))
                        .collect::<Vec<_>>()
                        .join("\n")
                )
            })
            .collect();
        Err(TestCaseError::fail(single.join("\n")))
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn random_records_have_the_compilers_layout_on_64_bits() {
    check(DataModel::Lp64);
}

#[test]
fn random_records_have_the_compilers_layout_on_32_bits() {
    check(DataModel::Ilp32);
}

/// Compares all globals that `main` reaches with the compiler, for the preprocessed files of the folder `PEPSIN_UNITS`.
#[test]
#[ignore = "needs a folder of preprocessed programs"]
fn globals_of_real_programs_have_the_compilers_layout() {
    let folder = std::env::var("PEPSIN_UNITS").expect("the folder is given");
    let model = if std::env::var("PEPSIN_MODEL").is_ok_and(|model| model == "ILP32") {
        DataModel::Ilp32
    } else {
        DataModel::Lp64
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "i"))
    {
        let text = String::from_utf8_lossy(&std::fs::read(&file).expect("the file is readable")).into_owned();
        let Ok(loaded) = load_text(&text, model) else { continue };
        let before = compiler_errors(&text, model).unwrap_or_default();
        let after = compiler_errors(&(text + "\n" + &assertions(&loaded.program)), model).unwrap_or_default();
        let failed: Vec<&str> = after
            .lines()
            .filter(|line| line.contains("static assertion failed"))
            .collect();
        if before.is_empty() && !failed.is_empty() {
            wrong.push(format!("{}: {}", file.display(), failed.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
