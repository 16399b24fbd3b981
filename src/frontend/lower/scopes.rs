//! C's scopes and name spaces (C17 6.2.1, 6.2.3): what a name means at a point of the source.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ir::{LocalId, RecordId, TypeId};

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Symbol {
    /// A parameter or automatic variable.
    Local(LocalId),
    /// An array of variable length: the local that holds its address, the one that holds its size in bytes, and its type.
    Variable(LocalId, LocalId, TypeId),
    /// A parameter of a prototype, which only array sizes behind it can refer to.
    Parameter(TypeId),
    /// An object with static or thread storage, by its index among the objects.
    Object(usize),
    /// A function, by its index among the routines.
    Routine(usize),
    /// An enumerator.
    Constant(i128, TypeId),
    /// A typedef name: the type, and the alignment that it asks for, if it does.
    Typedef(TypeId, Option<u64>),
    /// The same, of an array of variable length, with the local that holds its size in bytes.
    VariableTypedef(TypeId, Option<u64>, LocalId),
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`; none while it is incomplete.
    Enum(Option<TypeId>),
}

/// A name space: for each name its meanings, innermost scope last.
#[derive(Debug)]
struct Names<'a, T> {
    meanings: HashMap<&'a str, Vec<(u32, T)>, FxBuildHasher>,
    /// The names declared in each open scope.
    declared: Vec<Vec<&'a str>>,
}

impl<'a, T: Copy> Names<'a, T> {
    fn new() -> Self {
        Names {
            meanings: HashMap::default(),
            declared: vec![Vec::new()],
        }
    }

    fn enter(&mut self) {
        self.declared.push(Vec::new());
    }

    fn leave(&mut self) {
        for name in self.declared.pop().unwrap_or_default() {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }

    fn declare(&mut self, name: &'a str, meaning: T) {
        let depth = self.declared.len() as u32;
        let meanings = self.meanings.entry(name).or_default();
        match meanings.last_mut() {
            Some((known, old)) if *known == depth => *old = meaning,
            _ => {
                meanings.push((depth, meaning));
                if let Some(scope) = self.declared.last_mut() {
                    scope.push(name);
                }
            }
        }
    }

    fn find(&self, name: &str) -> Option<(u32, T)> {
        self.meanings.get(name)?.last().copied()
    }
}

/// The scopes of a translation unit.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    ordinary: Names<'a, Symbol>,
    tags: Names<'a, Tag>,
}

impl<'a> Scopes<'a> {
    /// File scope only.
    pub(super) fn new() -> Self {
        Scopes {
            ordinary: Names::new(),
            tags: Names::new(),
        }
    }

    /// Opens a block or prototype scope.
    pub(super) fn enter(&mut self) {
        self.ordinary.enter();
        self.tags.enter();
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        self.ordinary.leave();
        self.tags.leave();
    }

    /// Whether only file scope is open.
    pub(super) fn at_file_scope(&self) -> bool {
        self.ordinary.declared.len() == 1
    }

    /// Declares an identifier in the innermost scope.
    pub(super) fn declare(&mut self, name: &'a str, symbol: Symbol) {
        self.ordinary.declare(name, symbol);
    }

    /// What an identifier means here.
    pub(super) fn find(&self, name: &str) -> Option<Symbol> {
        self.ordinary.find(name).map(|(_, symbol)| symbol)
    }

    /// What an identifier means at file scope.
    pub(super) fn find_at_file_scope(&self, name: &str) -> Option<Symbol> {
        let (depth, symbol) = self.ordinary.meanings.get(name)?.first().copied()?;
        (depth == 1).then_some(symbol)
    }

    /// Declares an identifier at file scope, whatever scope is open.
    pub(super) fn declare_at_file_scope(&mut self, name: &'a str, symbol: Symbol) {
        let meanings = self.ordinary.meanings.entry(name).or_default();
        match meanings.first_mut() {
            Some((1, old)) => *old = symbol,
            _ => meanings.insert(0, (1, symbol)),
        }
    }

    /// Declares a tag in the innermost scope.
    pub(super) fn declare_tag(&mut self, name: &'a str, tag: Tag) {
        self.tags.declare(name, tag);
    }

    /// What a tag means here.
    pub(super) fn find_tag(&self, name: &str) -> Option<Tag> {
        self.tags.find(name).map(|(_, tag)| tag)
    }

    /// What a tag means if the innermost scope itself declares it.
    pub(super) fn find_innermost_tag(&self, name: &str) -> Option<Tag> {
        let depth = self.tags.declared.len() as u32;
        self.tags
            .find(name)
            .filter(|(known, _)| *known == depth)
            .map(|(_, tag)| tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_declaration_hides_an_outer_one_until_its_scope_ends() {
        let mut scopes = Scopes::new();
        scopes.declare("x", Symbol::Object(1));
        scopes.enter();
        scopes.declare("x", Symbol::Typedef(TypeId(2), None));
        assert_eq!(scopes.find("x"), Some(Symbol::Typedef(TypeId(2), None)));
        scopes.leave();
        assert_eq!(scopes.find("x"), Some(Symbol::Object(1)));
        assert_eq!(scopes.find("y"), None);
    }
}
