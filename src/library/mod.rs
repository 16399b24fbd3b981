//! The library: models of functions that programs call and do not define.
//!
//! Adding a model is adding a row to a file under `models/`; adding a file is adding it to [`FILES`].

pub mod model;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

pub use model::Model;

/// The model files: name for messages, and text.
const FILES: [(&str, &str); 11] = [
    ("pthread.toml", include_str!("models/pthread.toml")),
    ("c11_threads.toml", include_str!("models/c11_threads.toml")),
    ("verifier.toml", include_str!("models/verifier.toml")),
    ("atomics.toml", include_str!("models/atomics.toml")),
    ("memory.toml", include_str!("models/memory.toml")),
    ("text.toml", include_str!("models/text.toml")),
    ("system.toml", include_str!("models/system.toml")),
    ("posix.toml", include_str!("models/posix.toml")),
    ("mathematics.toml", include_str!("models/mathematics.toml")),
    ("zlib.toml", include_str!("models/zlib.toml")),
    ("kernel.toml", include_str!("models/kernel.toml")),
];

/// The functions that the libraries of GNU/Linux export, in the order of bytes: what a program calls by one of these names is never
/// taken to be pure. Made by `nm -D --defined-only` of the parts of the GNU C library.
const RESERVED: &str = include_str!("names.txt");

/// Whether the C library has a function with a name.
pub fn is_reserved(name: &str) -> bool {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| RESERVED.lines().collect());
    NAMES.binary_search(&name).is_ok() || name.starts_with("__builtin_")
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
}

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
            for state in [&model.uses, &model.looks_at].into_iter().flatten() {
                if let Err(place) = self.states.binary_search(state) {
                    self.states.insert(place, state.clone());
                }
            }
            match name.strip_suffix('*') {
                Some(prefix) => self.prefixes.push((prefix.to_owned(), model)),
                None => drop(self.exact.insert(name, model)),
            }
        }
        Ok(())
    }

    /// The rows that are for one name, in the order of these.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Model)> {
        self.exact.iter().map(|(name, model)| (name.as_str(), model))
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
        self.exact.get(function).or_else(plain).or_else(|| {
            let found = self
                .prefixes
                .iter()
                .rev()
                .find(|(prefix, _)| function.starts_with(prefix.as_str()));
            found.map(|(_, model)| model)
        })
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
    fn the_names_of_the_library_are_found() {
        assert!(RESERVED.lines().is_sorted());
        assert!(is_reserved("strverscmp") && is_reserved("__builtin_clz") && !is_reserved("function_of_the_program"));
    }

    #[test]
    fn a_name_with_a_star_stands_for_all_functions_with_the_prefix() {
        let library = Library::standard().expect("the model files are well-formed");
        let row = library.model("__VERIFIER_nondet_int");
        assert!(row.is_some_and(|row| row.input.is_some()));
        assert_eq!(library.model("no_such_function"), None);
    }
}
