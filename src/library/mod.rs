//! The library: models of functions that programs call and do not define.
//!
//! Adding a model is adding a row to a file under `models/`; adding a file is adding it to `FILES`.
//! Users add rows of their own, which come before those.

pub mod demands;
mod effect;
pub mod format;
pub mod mapping;
pub mod model;
mod order;
pub mod replaced;
pub mod streams;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

pub use model::{Model, Stated};

/// The model files: name for messages, and text.
const FILES: [(&str, &str); 26] = [
    ("language.toml", include_str!("models/language.toml")),
    ("callers.toml", include_str!("models/callers.toml")),
    ("pthread.toml", include_str!("models/pthread.toml")),
    ("c11_threads.toml", include_str!("models/c11_threads.toml")),
    ("verifier.toml", include_str!("models/verifier.toml")),
    ("atomics.toml", include_str!("models/atomics.toml")),
    ("memory.toml", include_str!("models/memory.toml")),
    ("text.toml", include_str!("models/text.toml")),
    ("system.toml", include_str!("models/system.toml")),
    ("posix.toml", include_str!("models/posix.toml")),
    ("mathematics.toml", include_str!("models/mathematics.toml")),
    ("glibc.toml", include_str!("models/glibc.toml")),
    ("c_library.toml", include_str!("models/c_library.toml")),
    ("zlib.toml", include_str!("models/zlib.toml")),
    ("ncurses.toml", include_str!("models/ncurses.toml")),
    ("openssl.toml", include_str!("models/openssl.toml")),
    ("pcre.toml", include_str!("models/pcre.toml")),
    ("pcap.toml", include_str!("models/pcap.toml")),
    ("sqlite.toml", include_str!("models/sqlite.toml")),
    ("compression.toml", include_str!("models/compression.toml")),
    ("kernel.toml", include_str!("models/kernel.toml")),
    ("glib.toml", include_str!("models/glib.toml")),
    ("sdl.toml", include_str!("models/sdl.toml")),
    ("libuv.toml", include_str!("models/libuv.toml")),
    ("apr.toml", include_str!("models/apr.toml")),
    ("openmp.toml", include_str!("models/openmp.toml")),
];

/// The names of the functions of C, POSIX, Linux and glibc, in the order of bytes; comments begin with `#`.
const NAMES: &str = include_str!("names.txt");

/// Whether a function is one of C, POSIX, Linux, glibc or the compiler, by its name. What it does without a model is not known, but it
/// is never nothing.
pub fn is_reserved(name: &str) -> bool {
    static SORTED: LazyLock<Vec<&str>> =
        LazyLock::new(|| NAMES.lines().filter(|line| !line.starts_with('#')).collect());
    let of_compiler = ["__builtin_", "__sync_", "__atomic_"];
    SORTED.binary_search(&name).is_ok() || of_compiler.iter().any(|prefix| name.starts_with(prefix))
}

/// The name of the function that one with a prefix is: what the compiler knows of the library, and what headers choose by the
/// edition of C.
pub fn plain_name(name: &str) -> Option<&str> {
    let mut prefixes = ["__builtin_", "__isoc99_", "__isoc23_"].into_iter();
    prefixes.find_map(|prefix| name.strip_prefix(prefix))
}

/// Models by function name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    exact: BTreeMap<String, Model>,
    prefixes: Vec<(String, Model)>,
    /// The names of the states of the library, in alphabetical order.
    states: Vec<String>,
    /// The names of the variables of the library that functions read or set.
    variables: BTreeSet<String>,
    /// Those that lead to streams.
    stream_variables: BTreeSet<String>,
}

/// No row holds a number that differs from itself.
impl Eq for Library {}

impl Library {
    /// The models that come with Pepsin.
    ///
    /// # Errors
    /// Names the file and the place of a row that is not a model.
    pub fn standard() -> Result<Self, String> {
        let mut library = Library::default();
        for (file, text) in FILES {
            library.extend(text).map_err(|error| format!("{file}: {error}"))?;
        }
        Ok(library)
    }

    /// The models that come with Pepsin, read once.
    pub fn shared() -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Library>> = LazyLock::new(|| {
            Arc::new(Library::standard().expect("a test asserts that every row of the model files is a model"))
        });
        Arc::clone(&STANDARD)
    }

    /// Adds the models of a TOML text; later models replace earlier ones of the same name.
    ///
    /// # Errors
    /// Says where the text is not TOML, or a row is not a model.
    pub fn extend(&mut self, text: &str) -> Result<(), String> {
        let rows: BTreeMap<String, Model> = toml::from_str(text).map_err(|error| error.to_string())?;
        for (name, model) in rows {
            self.add(name, model);
        }
        Ok(())
    }

    /// Adds a model, for all names with a prefix where the name ends in a star; it replaces an earlier one of the same name.
    pub fn add(&mut self, name: String, model: Model) {
        let kept = [&model.kept_as, &model.works_on, &model.looks_through];
        let for_null = model.uses_for_null.iter().map(|(_, state)| state);
        let states = model.uses.0.iter().chain(&model.looks_at.0).chain(for_null);
        // Where a program does not name the variable that leads to a stream, the stream is a state.
        let states = states.chain(model.streams.variables());
        for state in states.chain(kept.into_iter().flatten()) {
            if let Err(place) = self.states.binary_search(state) {
                self.states.insert(place, state.clone());
            }
        }
        let read = model.consults.iter().chain(&model.follows).chain(&model.calls_through);
        let variables = model.sets.iter().chain(read);
        self.variables.extend(variables.cloned());
        self.stream_variables.extend(model.streams.variables().cloned());
        match name.strip_suffix('*') {
            Some(prefix) => self.prefixes.push((prefix.to_owned(), model)),
            None => drop(self.exact.insert(name, model)),
        }
    }

    /// A user's model that is for one name.
    pub fn stated_by_name(&self, name: &str) -> Option<(&Model, &Stated)> {
        let model = self.exact.get(name)?;
        Some((model, model.stated.as_ref()?))
    }

    /// Whether a user's model counts in place of the body that a function has.
    pub fn replaces_body(&self, name: &str) -> bool {
        self.stated_by_name(name)
            .is_some_and(|(_, stated)| stated.replaces_body)
    }

    /// The file of those that come with Pepsin, the line and the row of a function, by the name that the row is for.
    ///
    /// ```
    /// use pepsin::library::Library;
    ///
    /// let (at, row) = Library::shipped_row("pthread_join").expect("there is such a row");
    /// assert!(at.starts_with("pthread.toml:") && row.contains("thread-join"));
    /// ```
    pub fn shipped_row(name: &str) -> Option<(String, &'static str)> {
        // A later row replaces an earlier one; names that are no plain keys stand in quotes.
        let is_for = |key: &str| key.trim().trim_matches('"') == name;
        FILES.iter().rev().find_map(|(file, text)| {
            let mut lines = text.lines().enumerate();
            let (number, line) = lines.find(|(_, line)| line.split_once('=').is_some_and(|(key, _)| is_for(key)))?;
            Some((format!("{file}:{}", number + 1), line))
        })
    }

    /// The rows that are for one name, in the order of these.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Model)> {
        self.exact.iter().map(|(name, model)| (name.as_str(), model))
    }

    /// Whether a variable of the library leads to a stream.
    pub fn leads_to_stream(&self, variable: &str) -> bool {
        self.stream_variables.contains(variable)
    }

    /// Whether functions of the library read or set a variable of it.
    pub fn has_variable(&self, name: &str) -> bool {
        self.variables.contains(name)
    }

    /// The number of a state of the library.
    pub fn state(&self, name: &str) -> Option<u16> {
        let place = self.states.binary_search_by(|state| state.as_str().cmp(name)).ok()?;
        u16::try_from(place).ok()
    }

    /// The name of a state of the library.
    pub fn state_name(&self, state: u16) -> &str {
        self.states.get(usize::from(state)).map_or("", String::as_str)
    }

    /// The model of a function.
    pub fn model(&self, function: &str) -> Option<&Model> {
        let plain = || self.exact.get(plain_name(function)?);
        let exact = self.exact.get(function).or_else(plain);
        exact.or_else(|| Some(&self.row_of_prefix(function)?.1))
    }

    /// The name for which the model of a function is: another one than its own where a prefix stands before that, or where the model is
    /// for all names with a prefix.
    pub fn name_of_row(&self, function: &str) -> Option<String> {
        let mut exact = [Some(function), plain_name(function)].into_iter().flatten();
        let exact = exact.find(|name| self.exact.contains_key(*name)).map(str::to_owned);
        exact.or_else(|| Some(format!("{}*", self.row_of_prefix(function)?.0)))
    }

    fn row_of_prefix(&self, function: &str) -> Option<&(String, Model)> {
        let mut rows = self.prefixes.iter().rev();
        rows.find(|(prefix, _)| function.starts_with(prefix.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::model::{Attempt, Effect, Returns};
    use super::*;

    #[test]
    fn every_row_of_the_model_files_is_a_model() {
        let library = Library::standard().expect("the model files are well-formed");
        let trylock = library
            .model("pthread_mutex_trylock")
            .and_then(|model| model.effect.clone());
        assert!(matches!(
            trylock,
            Some(Effect::Lock {
                lock: 0,
                attempt: Attempt::Tried,
                ..
            })
        ));
        assert_eq!(
            library.model("memchr").map(|model| model.returns.clone()),
            Some(Returns::Into(0))
        );
    }

    #[test]
    fn the_names_of_the_standards_are_sorted_and_known() {
        assert!(NAMES.lines().filter(|line| !line.starts_with('#')).is_sorted());
        for standard in [
            "tsearch",
            "process_vm_readv",
            "__isoc99_sscanf",
            "swapcontext",
            "__builtin_longjmp",
        ] {
            assert!(is_reserved(standard), "{standard}");
        }
        assert!(!is_reserved("lua_pushstring") && !is_reserved("__VERIFIER_nondet_int"));
    }

    #[test]
    fn a_name_with_a_star_stands_for_all_functions_with_the_prefix() {
        let library = Library::standard().expect("the model files are well-formed");
        let row = library.model("__VERIFIER_nondet_int");
        assert!(row.is_some_and(|row| row.input.is_some()));
        assert_eq!(library.model("no_such_function"), None);
    }
}
