//! Layout equals the compiler's: random declarations, judged by the compiler itself through `_Static_assert`.

use std::fmt::Write as _;
use std::process::Command;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{Scratch, load_text};
use crate::ir::{DataModel, Program, RecordId, RecordKind};

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
    // Local ones have no name here.
    for global in program.globals.iter().filter(|global| global.function.is_none()) {
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

fn member_assertions(program: &Program, record: RecordId, object: &str, base: u64, text: &mut String) {
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

/// The assertions that do not hold, with their source, of what the compiler says.
/// What it refuses otherwise says nothing: a shift of a negative number is no constant, and `struct T` is no type where only `T` is.
pub(super) fn failed_assertions(messages: &str) -> Vec<String> {
    const FAILED: &str = "static assertion failed";
    let place = |line: &str| {
        line.split(": ")
            .next()
            .unwrap_or("")
            .split(':')
            .nth(1)
            .map(str::to_owned)
    };
    let errors = || messages.lines().filter(|line| line.contains(": error: "));
    let refused: Vec<_> = errors().filter(|line| !line.contains(FAILED)).map(place).collect();
    let failed = errors().filter(|line| line.contains(FAILED) && !refused.contains(&place(line)));
    let source = |message: &str| messages.lines().skip_while(|line| *line != message).nth(1);
    failed
        .map(|message| format!("{message}\n{}", source(message).unwrap_or("")))
        .collect()
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

/// Each named bit-field of the objects of a program: the object, the field, its first bit and its width.
fn bit_fields(program: &Program) -> Vec<(String, String, u64, u32)> {
    let mut found = Vec::new();
    for global in &program.globals {
        if let Some(record) = program.types.as_record(global.ty) {
            collect_bit_fields(program, record, &global.name, 0, &mut found);
        }
    }
    found
}

fn collect_bit_fields(
    program: &Program,
    record: RecordId,
    object: &str,
    base: u64,
    found: &mut Vec<(String, String, u64, u32)>,
) {
    for field in program.types.fields(record) {
        let offset = base + field.offset;
        match (program.types.as_record(field.ty), field.bits) {
            (Some(inner), _) if field.name.is_empty() => collect_bit_fields(program, inner, object, offset, found),
            (_, Some(bits)) if !field.name.is_empty() => {
                let first = offset * 8 + u64::from(bits.offset);
                found.push((object.to_owned(), field.name.clone(), first, bits.width));
            }
            _ => {}
        }
    }
}

/// A program that sets all bits of each bit-field, and returns 1 if other bits of the object are set then than those expected.
fn bit_field_program(text: &str, fields: &[(String, String, u64, u32)]) -> String {
    let declarations = text.split("int main(void)").next().unwrap_or("");
    let mut program = format!("{declarations}\nint printf(const char *, ...);\nint main(void) {{ int bad = 0;\n");
    for (object, field, first, width) in fields {
        let _ = writeln!(
            program,
            "{{ __builtin_memset(&{object}, 0, sizeof {object}); {object}.{field} = -1; unsigned char *b = (void *)&{object};
             for (unsigned i = 0; i < 8 * sizeof {object}; i++) if ((b[i / 8] >> i % 8 & 1) != (i >= {first} && i < {first} + {width}))
             {{ bad = 1; printf(\"{object}.{field}: bit %u, expected {width} from {first}\\n\", i); break; }} }}"
        );
    }
    program + "return bad; }\n"
}

#[test]
fn random_bit_fields_have_the_compilers_bits() {
    let config = Config {
        cases: 6,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = prop::collection::vec(record(), 24);
    let result = runner.run(&strategy, |records| {
        let accepted: Vec<String> = records
            .into_iter()
            .filter(|record| {
                let text = source(std::slice::from_ref(record));
                compiler_errors(&text, DataModel::Lp64).is_some_and(|errors| errors.is_empty())
            })
            .collect();
        let text = source(&accepted);
        let loaded = load_text(&text, DataModel::Lp64).map_err(|errors| TestCaseError::fail(format!("{errors:?}")))?;
        let program = Scratch::new(bit_field_program(&text, &bit_fields(&loaded.program)).as_bytes(), "c");
        let binary = program.0.with_extension("out");
        let compiled = Command::new("cc")
            .arg("-w")
            .arg(&program.0)
            .arg("-o")
            .arg(&binary)
            .output();
        prop_assert!(compiled.is_ok_and(|output| output.status.success()));
        let output = Command::new(&binary).output();
        let _ = std::fs::remove_file(&binary);
        let output = output.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(
            output.status.success(),
            "{}\n{text}",
            String::from_utf8_lossy(&output.stdout)
        );
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// What the compiler must agree to about all structs and unions with a tag, or the typedef name of one without.
/// Names that several have are left out, for they stand in different scopes; of the two spellings the compiler refuses one.
fn record_assertions(program: &Program) -> String {
    let records: Vec<RecordId> = (0..program.types.record_count() as u32).map(RecordId).collect();
    let named = |name: &str| {
        records
            .iter()
            .filter(|record| program.types.record(**record).name == name)
            .count()
    };
    let mut text = String::new();
    for record in &records {
        let declared = program.types.record(*record);
        let is_name = declared
            .name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if declared.fields.is_none() || !is_name || named(&declared.name) != 1 || declared.name.starts_with("__va_list")
        {
            continue;
        }
        let keyword = match declared.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        // A typedef name may ask for more alignment than its type has.
        for (spelling, relation) in [
            (format!("{keyword} {}", declared.name), "=="),
            (declared.name.clone(), ">="),
        ] {
            // Not `sizeof(T)`: a function may have the name.
            let whole = format!("struct {{ {spelling} whole; }}");
            let (size, align) = (declared.size, declared.align);
            let _ = writeln!(
                text,
                "_Static_assert(sizeof({whole}) {relation} {size} && _Alignof({whole}) {relation} {align}, \"whole\");"
            );
            field_assertions(program, *record, &spelling, 0, &mut text);
        }
    }
    text
}

fn field_assertions(program: &Program, record: RecordId, spelling: &str, base: u64, text: &mut String) {
    for field in program.types.fields(record) {
        let (offset, name) = (base + field.offset, &field.name);
        match (program.types.as_record(field.ty), program.types.size(field.ty)) {
            (Some(inner), _) if name.is_empty() => field_assertions(program, inner, spelling, offset, text),
            (_, Some(size)) if field.bits.is_none() => {
                let _ = writeln!(
                    text,
                    "_Static_assert(__builtin_offsetof({spelling}, {name}) == {offset} && sizeof((({spelling} *)0)->{name}) == {size}, \"{name}\");"
                );
            }
            _ => {}
        }
    }
}

/// Compares all globals, structs and unions with the compiler, for the preprocessed files of the folder `PEPSIN_UNITS`.
#[test]
#[ignore = "needs a folder of preprocessed programs"]
fn real_programs_have_the_compilers_layout() {
    // Without programs of one's own there is nothing to compare.
    let Ok(folder) = std::env::var("PEPSIN_UNITS") else {
        return;
    };
    let model = if std::env::var("PEPSIN_MODEL").is_ok_and(|model| model == "ILP32") {
        DataModel::Ilp32
    } else {
        DataModel::Lp64
    };
    let entries = std::fs::read_dir(folder).expect("the folder is readable").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "i"));
    files.sort();
    let (mut wrong, mut asserted, mut units) = (Vec::new(), 0, 0);
    for file in files {
        let bytes = std::fs::read(&file).expect("the file is readable");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let without_main = load_text(&text, model).is_err();
        let whole = if without_main {
            text.clone() + "\nint main(void) { return 0; }\n"
        } else {
            text
        };
        let Ok(loaded) = load_text(&whole, model) else { continue };
        if compiler_errors(&whole, model).is_none_or(|errors| !errors.is_empty()) {
            continue;
        }
        let assertions = assertions(&loaded.program) + &record_assertions(&loaded.program);
        let after = compiler_errors(&(whole + "\n" + &assertions), model).unwrap_or_default();
        asserted += assertions.lines().count();
        units += 1;
        let failed = failed_assertions(&after);
        if !failed.is_empty() {
            wrong.push(format!("{}: {}", file.display(), failed.join("\n")));
        }
    }
    assert!(asserted > units, "nothing was compared on {units} units");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
