//! The rows of all settings.

use super::open;
use super::selection::Selection;
use super::settings::{
    Checks, Escalation, Failures, LibraryState, MemoryModel, OpenArguments, OpenEntries, OpenObjects, OpenProgram,
    OutsideAccesses, OutsideMemory, Search, Settings, SignedOverflow, UnknownFunctions,
};
use crate::ir::DataModel;
use crate::races::Releases;
use std::path::PathBuf;

/// A setting: its key, its help, and how it is read and written.
#[derive(Clone, Copy)]
pub struct Setting {
    /// The key in `pepsin.toml`, and the flag on the command line without its dashes.
    pub key: &'static str,
    /// What it means, as a sentence.
    pub help: &'static str,
    /// The values it can have, such as `sc | c11`.
    pub values: &'static str,
    /// The value that its flag stands for where none is given behind it; most flags need one.
    pub bare: Option<&'static str>,
    /// The value as a user writes it.
    pub get: fn(&Settings) -> String,
    /// Sets the value; the error is a sentence.
    pub set: fn(&mut Settings, &str) -> Result<(), String>,
}

/// The row of a setting that is one of a few words.
macro_rules! word {
    ($key:literal, $field:ident: $choice:ident, $values:literal, $help:literal) => {
        Setting {
            key: $key,
            help: $help,
            values: $values,
            bare: None,
            get: |settings| settings.$field.word().to_owned(),
            set: |settings, text| {
                settings.$field =
                    $choice::from_word(text).ok_or_else(|| format!("It is one of {}.", $choice::WORDS.join(", ")))?;
                Ok(())
            },
        }
    };
}

/// The row of a setting that is a number.
macro_rules! number {
    ($key:literal, $field:ident, $help:literal) => {
        Setting {
            key: $key,
            help: $help,
            values: "a number",
            bare: None,
            get: |settings| settings.$field.to_string(),
            set: |settings, text| {
                let digits = text.replace('_', "");
                settings.$field = digits.parse().map_err(|_| "It is a whole number.".to_owned())?;
                Ok(())
            },
        }
    };
}

/// The row of a setting that is a set of rows of the catalogue of digests.
macro_rules! selection {
    ($key:literal, $field:ident, $help:literal) => {
        Setting {
            key: $key,
            help: $help,
            values: "ids, each after a comma, or +ID and -ID to change the default, or all, none, default",
            bare: None,
            get: |settings| settings.$field.text(),
            set: |settings, text| {
                settings.$field = Selection::parse(text)?;
                Ok(())
            },
        }
    };
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "data-model",
        help: "Sizes of the basic types: `long` and pointers have 4 or 8 bytes.",
        values: "ilp32 | lp64",
        bare: None,
        get: |settings| match settings.data_model {
            DataModel::Ilp32 => "ilp32".to_owned(),
            DataModel::Lp64 => "lp64".to_owned(),
        },
        set: |settings, text| {
            settings.data_model = match text.to_ascii_lowercase().as_str() {
                "ilp32" => DataModel::Ilp32,
                "lp64" => DataModel::Lp64,
                _ => return Err("It is one of ilp32, lp64.".to_owned()),
            };
            Ok(())
        },
    },
    word!(
        "checks",
        checks: Checks,
        "race | race,deadlock",
        "What the program is checked for: data races, or deadlocks as well."
    ),
    word!(
        "unknown-functions",
        unknown_functions: UnknownFunctions,
        "pure | write-args | obstacle",
        "What a function does that has neither a body nor a model: nothing to shared memory, anything to what its arguments reach, or it forbids a proof when it is given a shared pointer."
    ),
    word!(
        "memory-model",
        memory_model: MemoryModel,
        "sc | c11",
        "What atomic accesses order: always, or as they ask for in C11."
    ),
    word!(
        "signed-overflow",
        signed_overflow: SignedOverflow,
        "absent | wraps",
        "Whether signed overflow is assumed not to happen, or wraps around."
    ),
    word!(
        "outside-accesses",
        outside_accesses: OutsideAccesses,
        "absent | object | last-resort | obstacle",
        "Whether an access that lies outside of its object whenever it is made is assumed never to be made, touches that object all the same, is assumed never to be made only if that leaves a race possible which no execution shows, or forbids a proof."
    ),
    Setting {
        key: "releases",
        help: "Whether a free that is not ordered with another access to the memory is a race.",
        values: "race | ignored",
        bare: None,
        get: |settings| match settings.releases {
            Releases::Race => "race".to_owned(),
            Releases::Ignored => "ignored".to_owned(),
        },
        set: |settings, text| {
            settings.releases = match text {
                "race" => Releases::Race,
                "ignored" => Releases::Ignored,
                _ => return Err("It is one of race, ignored.".to_owned()),
            };
            Ok(())
        },
    },
    word!(
        "outside-memory",
        outside_memory: OutsideMemory,
        "any | typed | separate",
        "What memory from functions without body and from undefined variables may be the same, and the same as variables with external linkage: any, that of compatible types, or none."
    ),
    word!(
        "failures",
        failures: Failures,
        "tested | never",
        "Which creations of threads and allocations of memory may fail: those whose result the program tests, or none."
    ),
    word!(
        "library-state",
        library_state: LibraryState,
        "race | ignored",
        "Whether calls of functions that are not safe for threads, like localtime and strtok, race if they are not ordered."
    ),
    selection!(
        "digests",
        digests,
        "The digests that are tracked; values profit from them, too."
    ),
    selection!(
        "predicates",
        predicates,
        "The digests and access facts that may exclude a pair of accesses."
    ),
    Setting {
        key: "split",
        help: "The digests by which the states at a program point are kept apart, where others join them; by L, the locks held. More of them take more time.",
        values: "ids, each after a comma, or all, none",
        bare: None,
        get: |settings| settings.split.text(),
        set: |settings, text| {
            if text.starts_with(['+', '-']) || text == "default" {
                return Err("The ids are listed without signs.".to_owned());
            }
            settings.split = Selection::parse(text)?;
            Ok(())
        },
    },
    number!(
        "unroll",
        unroll,
        "How many rounds of a loop are told apart, where that tells threads, locks or objects apart."
    ),
    number!(
        "contexts",
        contexts,
        "How many contexts of a function tell its arguments and its past apart."
    ),
    word!(
        "escalation",
        escalation: Escalation,
        "off | on",
        "Whether a program for which something is left open is analysed once more, with more told apart."
    ),
    number!(
        "evaluations",
        evaluations,
        "How many evaluations of right-hand sides the analysis may take before it gives up."
    ),
    number!(
        "seconds",
        seconds,
        "How many seconds the whole run may take; 0 for any number."
    ),
    number!(
        "cpu-seconds",
        cpu_seconds,
        "How many seconds of the processor the whole run may take, over all threads and started processes; 0 for any number."
    ),
    Setting {
        key: "memory",
        help: "How much memory the whole run may take; 0 for three quarters of what the machine, its control group and `ulimit -v` allow.",
        values: "a number of MiB, or with a unit: 512M, 2G",
        bare: None,
        get: |settings| settings.memory.to_string(),
        set: |settings, text| {
            settings.memory = mebibytes(text).ok_or("It is a whole number of MiB, or one with M or G behind it.")?;
            Ok(())
        },
    },
    word!(
        "exploration",
        exploration: Search,
        "off | first | all",
        "Whether the program is executed under controlled schedules to confirm what the analysis left open: no, until the first race, or for as many races as the steps allow."
    ),
    number!(
        "steps",
        steps,
        "How many steps these executions take at most, all together; ten million take about a second."
    ),
    number!(
        "states",
        states,
        "How many states are visited at most to prove that no execution has a race, where digests leave pairs open."
    ),
    number!("state-memory", state_memory, "How many MiB these states take at most."),
    number!(
        "listed-pairs",
        listed_pairs,
        "How many pairs of accesses are listed for a location."
    ),
    Setting {
        key: "compiler",
        help: "The C compiler that preprocesses.",
        values: "a command",
        bare: None,
        get: |settings| settings.compiler.clone(),
        set: |settings, text| {
            if text.is_empty() {
                return Err("It is the name of a command.".to_owned());
            }
            settings.compiler = text.to_owned();
            Ok(())
        },
    },
    Setting {
        key: "main",
        help: "The file whose `main` is the program's, where a build makes several programs.",
        values: "a file, or nothing for the only one",
        bare: None,
        get: |settings| {
            settings
                .main
                .as_ref()
                .map_or(String::new(), |main| main.display().to_string())
        },
        set: |settings, text| {
            settings.main = Some(PathBuf::from(text)).filter(|_| !text.is_empty());
            Ok(())
        },
    },
    Setting {
        key: "open",
        help: "Whether the program is entered by callers outside of it, which run its exported functions in any number of threads: never, if it has no `main`, or always.",
        values: "never | without-main | always",
        bare: Some("always"),
        get: |settings| settings.open.word().to_owned(),
        set: |settings, text| {
            settings.open = OpenProgram::from_word(text)
                .ok_or_else(|| format!("It is one of {}.", OpenProgram::WORDS.join(", ")))?;
            Ok(())
        },
    },
    word!(
        "open-entries",
        open_entries: OpenEntries,
        "exported | handed-out",
        "Which functions callers of an open program know: those with external linkage as well as those whose addresses are handed out, or only the latter, and those that are declared."
    ),
    word!(
        "open-arguments",
        open_arguments: OpenArguments,
        "own | shared",
        "Whose the memory is that callers of an open program pass pointers to numbers, characters and pointers to: the call's own, or anybody's."
    ),
    word!(
        "open-objects",
        open_objects: OpenObjects,
        "handed-out | any",
        "Which objects callers pass to an open program, of types of which it hands out some: those that it handed out, or others as well."
    ),
    Setting {
        key: "open-groups",
        help: "What is declared of the calls of an open program; in pepsin.toml, tables [[open.group]].",
        values: "groups NAME:ORDER:FUNCTION,…, each after a semicolon, or nothing; ORDER/N is about parameter N",
        bare: None,
        get: |settings| open::text(&settings.open_groups),
        set: |settings, text| {
            settings.open_groups = open::declarations(text)?;
            Ok(())
        },
    },
    Setting {
        key: "models",
        help: "Files with models of functions, besides the nearest pepsin-models.toml.",
        values: "files, each after a comma, or nothing",
        bare: None,
        get: |settings| {
            let names = settings.models.iter().map(|path| path.display().to_string());
            names.collect::<Vec<_>>().join(",")
        },
        set: |settings, text| {
            let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
            settings.models = names.map(PathBuf::from).collect();
            Ok(())
        },
    },
];

/// A size in MiB, as a user writes it: without a unit, or in M or G.
fn mebibytes(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    let (number, unit) = match text.strip_suffix(['G', 'g']) {
        Some(number) => (number, 1024),
        None => (text.strip_suffix(['M', 'm']).unwrap_or(&text), 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// The setting with a key.
pub fn setting_named(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// The key that a misspelt one most likely means, if any is near.
pub fn likely_setting(misspelt: &str) -> Option<&'static str> {
    let distance = |setting: &Setting| strsim::damerau_levenshtein(misspelt, setting.key);
    let nearest = SETTINGS.iter().min_by_key(|setting| distance(setting))?;
    (distance(nearest) <= nearest.key.len().div_ceil(3)).then_some(nearest.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Convention;

    #[test]
    fn a_misspelt_key_is_recognised_and_another_word_is_not() {
        assert_eq!(likely_setting("unrol"), Some("unroll"));
        assert_eq!(likely_setting("memory_modle"), Some("memory-model"));
        assert_eq!(likely_setting("colour"), None);
    }

    #[test]
    fn every_setting_reads_back_what_it_writes() {
        for convention in [Convention::Check, Convention::SvComp] {
            let mut settings = Settings::new(convention);
            for setting in SETTINGS {
                let text = (setting.get)(&settings);
                assert_eq!((setting.set)(&mut settings, &text), Ok(()), "{}", setting.key);
            }
            assert_eq!(settings, Settings::new(convention));
        }
    }

    #[test]
    fn every_value_that_the_help_lists_is_accepted() {
        let mut settings = Settings::new(Convention::Check);
        for setting in SETTINGS.iter().filter(|setting| setting.values.contains('|')) {
            for value in setting.values.split(" | ") {
                assert_eq!((setting.set)(&mut settings, value), Ok(()), "{}", setting.key);
                assert_eq!((setting.get)(&settings), value);
            }
        }
    }

    #[test]
    fn memory_may_have_a_unit() {
        let of = |text| {
            let mut settings = Settings::new(Convention::Check);
            setting_named("memory").and_then(|setting| (setting.set)(&mut settings, text).ok())?;
            Some(settings.memory)
        };
        assert_eq!([of("512"), of("512M"), of("2G")], [Some(512), Some(512), Some(2048)]);
        assert_eq!([of("2T"), of("G"), of("-1")], [None; 3]);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut settings = Settings::new(Convention::Check);
        for setting in SETTINGS
            .iter()
            .filter(|setting| !["compiler", "main", "models"].contains(&setting.key))
        {
            assert!(
                (setting.set)(&mut settings, "no such thing").is_err(),
                "{}",
                setting.key
            );
        }
    }
}
