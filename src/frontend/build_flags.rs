//! Which flags of a build reach the preprocessor: those on a list, each spelled in one word, and no others.
//!
//! A build's flags are written by whoever wrote the project, and the compiler can be told by a flag to load a plugin, to start another
//! program, or to write a file. So a flag passes because it is known to do nothing of that kind, not because nothing is known against it.
//! Flags that change what the source means pass or are refused ([`super::flags`]); all others are dropped.
//!
//! Values are written into the word of their flag (`-Ifolder`), because the compiler takes any word that begins with `@` for the name of
//! a file with more flags, values included. It takes such words apart again before it passes them on to the preprocessor, which then
//! finds the value in a word of its own: so no value begins with `@` either. File names get `./` in front, macros are dropped.

/// What the value of a flag names.
#[derive(Clone, Copy)]
enum Value {
    /// A file or folder.
    File,
    /// A macro.
    Macro,
}

/// Flags with a value, in the same word or the next one, and how the two are written in one word.
const WITH_VALUE: [(&str, &str, Value); 10] = [
    ("-I", "-I", Value::File),
    ("-D", "-D", Value::Macro),
    ("-U", "-U", Value::Macro),
    ("-isystem", "-isystem", Value::File),
    ("-iquote", "-iquote", Value::File),
    ("-idirafter", "-idirafter", Value::File),
    ("-include", "-include", Value::File),
    ("-imacros", "-imacros", Value::File),
    ("-isysroot", "-isysroot", Value::File),
    ("--sysroot", "--sysroot=", Value::File),
];

/// Flags whose value is the next argument and means nothing to the preprocessor.
const OF_OTHER_STAGES: [&str; 9] = ["-o", "-MF", "-MT", "-MQ", "-x", "-Xlinker", "-T", "-u", "-z"];

/// Flags that stand for themselves.
const WORDS: [&str; 22] = [
    "-ansi",
    "-nostdinc",
    "-undef",
    "-pthread",
    "-trigraphs",
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Og",
    "-Oz",
    "-Ofast",
    "-m16",
    "-m32",
    "-m64",
    "-mx32",
    "-malign-double",
    "-mms-bitfields",
    "-mthumb",
    "-marm",
];

/// Features of the language and the target that a macro tells about or that change what the source means; each may be negated.
const FEATURES: [&str; 39] = [
    "asm",
    "asynchronous-unwind-tables",
    "builtin",
    "char8_t",
    "common",
    "dollars-in-identifiers",
    "exceptions",
    "extended-identifiers",
    "fast-math",
    "finite-math-only",
    "freestanding",
    "gnu89-inline",
    "hosted",
    "instrument-functions",
    "math-errno",
    "ms-extensions",
    "openacc",
    "openmp",
    "openmp-simd",
    "pack-struct",
    "permissive",
    "PIC",
    "pic",
    "PIE",
    "pie",
    "plan9-extensions",
    "rounding-math",
    "short-double",
    "short-enums",
    "short-wchar",
    "signaling-nans",
    "signed-bitfields",
    "signed-char",
    "single-precision-constant",
    "unsafe-math-optimizations",
    "unsigned-bitfields",
    "unsigned-char",
    "wrapv",
    "strict-aliasing",
];

/// Beginnings of flags whose rest is a word of letters, digits and a few signs.
const WITH_WORD: [&str; 22] = [
    "-std=",
    "-march=",
    "-mcpu=",
    "-mtune=",
    "-mabi=",
    "-mfpu=",
    "-mfloat-abi=",
    "-mfpmath=",
    "-mlong-double-",
    "-msse",
    "-mno-sse",
    "-mavx",
    "-mno-avx",
    "-mbmi",
    "-mcx16",
    "-mfma",
    "-mpopcnt",
    "-maes",
    "-mpclmul",
    "-fexec-charset=",
    "-fpack-struct=",
    "-fsso-struct=",
];

/// Features with a level, whose macro the headers ask for.
const LEVELLED: [&str; 3] = ["-fstack-protector", "-fcf-protection", "-fsanitize="];

/// The flags that reach the preprocessor, in their order, of all flags of a command.
pub(super) fn passed(arguments: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if let Some((_, joined, kind)) = WITH_VALUE.iter().find(|(flag, ..)| argument == flag) {
            flags.extend(rest.next().and_then(|value| word(joined, value, *kind)));
        } else if let Some((joined, value, kind)) = joined(argument) {
            flags.extend(word(joined, value, kind));
        } else if OF_OTHER_STAGES.contains(&argument.as_str()) {
            rest.next();
        } else if is_passed(argument) {
            flags.push(argument.clone());
        }
    }
    flags
}

/// A flag that has its value in the same word: its beginning, the value, and what this names.
fn joined(argument: &str) -> Option<(&'static str, &str, Value)> {
    WITH_VALUE.iter().find_map(|(_, joined, kind)| {
        let value = argument.strip_prefix(joined)?;
        Some((*joined, value, *kind))
    })
}

/// A flag and its value in one word, of which no part can pass for a file of flags or for a flag; nothing if it has no meaning.
fn word(joined: &str, value: &str, kind: Value) -> Option<String> {
    match (value.as_bytes().first()?, kind) {
        (b'@' | b'-', Value::File) => Some(format!("{joined}./{value}")),
        (b'@' | b'-', Value::Macro) => None,
        _ => Some(format!("{joined}{value}")),
    }
}

fn is_passed(argument: &str) -> bool {
    let is_word = |rest: &str| {
        rest.chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_.+,=:".contains(letter))
    };
    let begins = |beginnings: &[&str]| {
        let mut rests = beginnings
            .iter()
            .filter_map(|beginning| argument.strip_prefix(beginning));
        rests.any(is_word)
    };
    let feature = argument
        .strip_prefix("-f")
        .map(|name| name.strip_prefix("no-").unwrap_or(name));
    WORDS.contains(&argument)
        || feature.is_some_and(|name| FEATURES.contains(&name))
        || begins(&WITH_WORD)
        || begins(&LEVELLED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn flags_that_change_the_text_or_its_meaning_pass() {
        let arguments = "-Wall -O2 -I inc -Isrc -DX=1 -o -main -c a.c -include cfg.h -MF dep -std=c99 -isystem s -fno-signed-char \
                         --sysroot r -march=x86-64-v3 -fPIC -fstack-protector-strong -mavx2";
        let expected = "-O2 -Iinc -Isrc -DX=1 -includecfg.h -std=c99 -isystems -fno-signed-char --sysroot=r -march=x86-64-v3 -fPIC \
                        -fstack-protector-strong -mavx2";
        assert_eq!(passed(&words(arguments)), words(expected));
    }

    #[test]
    fn flags_that_load_start_or_write_do_not_pass() {
        for flags in [
            "-fplugin=./evil.so",
            "-fplugin-arg-evil-x=y",
            "-wrapper ./evil",
            "-B. -B ./bin",
            "-specs=./specs",
            "--specs ./specs",
            "-fdump-tree-all -fdump-rtl-all=x -dumpbase x -dumpdir y -save-temps",
            "-fmodule-mapper=|./evil",
            "-fprofile-use=x -fcallgraph-info -fopt-info=x -fdiagnostics-add-output=sarif:file=x",
            "@flags @/dev/stdin",
            "-MD -MMD -MF x -MP",
            "-Wp,-MD,x -Wa,x -Wl,x -Xpreprocessor -MDx",
            "-no-canonical-prefixes -iprefix x -isysrootx/../y",
            "-aux-info x --output=x -fuse-ld=./evil -ftabstop=8 -flto=jobserver",
            "-stdlib=x -fsanitize=address,../x -march=native/../x",
        ] {
            let passed = passed(&words(flags));
            assert!(passed.iter().all(|flag| flag.starts_with("-isysroot")), "{passed:?}");
        }
    }

    #[test]
    fn neither_a_passed_word_nor_its_value_begins_as_a_response_file_or_a_flag_does() {
        for (flags, expected) in [
            ("-I @x", "-I./@x"),
            ("-I@x", "-I./@x"),
            ("-I-fplugin=x", "-I./-fplugin=x"),
            ("-isystem@x", "-isystem./@x"),
            ("-iquote@x -idirafter@x", "-iquote./@x -idirafter./@x"),
            ("-include @x", "-include./@x"),
            ("-include@x -imacros@x", "-include./@x -imacros./@x"),
            ("-isysroot@x", "-isysroot./@x"),
            ("--sysroot @x", "--sysroot=./@x"),
            ("--sysroot=@x", "--sysroot=./@x"),
            ("-DX -D @x -D@x -U@x", "-DX"),
            ("-DX -I", "-DX"),
            ("-DX -include ", "-DX"),
        ] {
            assert_eq!(passed(&words(flags)), words(expected), "{flags}");
        }
    }
}
