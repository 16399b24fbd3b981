//! Which names are types, by C's scopes (C17 6.2.1): all that the parser must know of meaning.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// What an ordinary identifier is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// By `typedef`.
    Type,
    /// As an object, function, parameter or enumerator.
    Value,
}

/// The names that a `typedef` ever declared, each with its meanings in the open scopes, innermost last.
/// A name that never was a type needs no entry: nothing depends on it.
#[derive(Debug)]
pub(super) struct TypeNames<'t> {
    meanings: HashMap<&'t str, Vec<Meaning>, FxBuildHasher>,
    /// The names declared in the open scopes, in order.
    declared: Vec<&'t str>,
    /// How many of those belong to the scopes outside of each open one.
    scopes: Vec<usize>,
}

impl<'t> TypeNames<'t> {
    /// File scope, with the type that compilers know by themselves.
    pub(super) fn new() -> Self {
        let mut names = TypeNames {
            meanings: HashMap::default(),
            declared: Vec::new(),
            scopes: Vec::new(),
        };
        names.declare("__builtin_va_list", Meaning::Type);
        names
    }

    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.scopes.push(self.declared.len());
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        let outside = self.scopes.pop().unwrap_or(0);
        for name in self.declared.drain(outside..) {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: &'t str, meaning: Meaning) {
        let meanings = match meaning {
            Meaning::Type => self.meanings.entry(name).or_default(),
            Meaning::Value => match self.meanings.get_mut(name) {
                Some(meanings) => meanings,
                None => return,
            },
        };
        meanings.push(meaning);
        self.declared.push(name);
    }

    /// Whether a name is a type here.
    pub(super) fn is_type(&self, name: &str) -> bool {
        self.meanings.get(name).and_then(|meanings| meanings.last()) == Some(&Meaning::Type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_hides_a_type_until_its_scope_ends() {
        let mut names = TypeNames::new();
        names.declare("T", Meaning::Type);
        names.enter();
        names.declare("T", Meaning::Value);
        names.declare("x", Meaning::Value);
        assert!(!names.is_type("T") && !names.is_type("x"));
        names.leave();
        assert!(names.is_type("T"));
    }
}
