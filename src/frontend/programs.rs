//! Which units of a build make one program: a build often makes several, each with a `main` of its own.
//!
//! Units that stand alone with one `main` all belong to it, as objects that are named to the linker do.
//! Of several with `main`, one is chosen, and the others are searched like a library:
//! a unit belongs to the program if it defines a name that the program needs and no unit of it defines.

use std::path::Path;

use hashbrown::{HashMap, HashSet};
use lang_c::ast::{
    DeclarationSpecifier, Declarator, DeclaratorKind, Expression, ExternalDeclaration, FunctionSpecifier,
    StorageClassSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{Visit, visit_expression};
use rustc_hash::FxBuildHasher;

use super::error::{Error, Location};
use super::parse::{Parsed, location};
use super::parser::function_part;

type Names<'a, T> = HashMap<&'a str, T, FxBuildHasher>;

/// The units of one program, by index and in order, and a sentence on what was left out.
pub(super) struct Selection {
    pub(super) units: Vec<usize>,
    pub(super) assumption: Option<String>,
}

/// Selects the units of the program whose `main` stands in the file `chosen`, or of the only one.
///
/// # Errors
/// If there are several and none is chosen, the chosen unit has no `main`, or two units compete for a name that the program needs.
pub(super) fn select(units: &[Parsed], chosen: Option<&Path>) -> Result<Selection, Vec<Error>> {
    let interfaces: Vec<Interface<'_>> = units.iter().map(Interface::of).collect();
    let mains: Vec<usize> = (0..units.len())
        .filter(|unit| interfaces[*unit].defined.contains_key("main"))
        .collect();
    let main = match chosen {
        None if mains.len() <= 1 => {
            return Ok(Selection {
                units: (0..units.len()).collect(),
                assumption: None,
            });
        }
        None => return Err(vec![several_mains(units, &interfaces, &mains)]),
        Some(path) => mains.iter().copied().find(|main| is_unit(&units[*main], path)),
    };
    let Some(main) = main else {
        let file = chosen.unwrap_or(Path::new("")).to_string_lossy();
        return Err(vec![Error::new(
            Location::file(&file),
            "No unit of this name defines `main`.",
        )]);
    };
    link(units, &interfaces, main)
}

fn is_unit(unit: &Parsed, path: &Path) -> bool {
    let file = Path::new(unit.lines.files().first().map_or("", String::as_str));
    file == path || file.ends_with(path)
}

fn several_mains(units: &[Parsed], interfaces: &[Interface<'_>], mains: &[usize]) -> Error {
    let files: Vec<String> = mains
        .iter()
        .map(|main| format!("`{}`", units[*main].lines.files().first().map_or("", String::as_str)))
        .collect();
    let first = mains.first().copied().unwrap_or(0);
    let at = interfaces[first].place(&units[first], "main");
    let message = format!(
        "These units make {} programs, for `main` is defined in {}: choose one with the setting `main`, as in `--set main=FILE`.",
        files.len(),
        files.join(", ")
    );
    Error::new(at, message)
}

/// The units that the one with index `main` needs, directly or not.
fn link(units: &[Parsed], interfaces: &[Interface<'_>], main: usize) -> Result<Selection, Vec<Error>> {
    let mut definers: Names<'_, Vec<usize>> = HashMap::default();
    for (unit, interface) in interfaces.iter().enumerate() {
        for name in &interface.names {
            definers.entry(*name).or_default().push(unit);
        }
    }
    let mut selected = vec![main];
    let mut errors = Vec::new();
    let mut next = 0;
    while let Some(unit) = selected.get(next).copied() {
        next += 1;
        for name in &interfaces[unit].used {
            let Some(candidates) = definers.get(name) else { continue };
            let internal = interfaces[unit].internal.contains(name);
            if internal || candidates.iter().any(|candidate| selected.contains(candidate)) {
                continue;
            }
            match candidates.as_slice() {
                [only] => selected.push(*only),
                [one, other, ..] => {
                    let at = interfaces[*one].place(&units[*one], name);
                    let second = interfaces[*other].place(&units[*other], name);
                    let message = format!(
                        "`{name}` is defined here and at {second}, and the program needs one of them: name the files of the program."
                    );
                    errors.push(Error::new(at, message));
                    // One report of it is enough.
                    selected.push(*one);
                }
                [] => {}
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    selected.sort_unstable();
    let assumption = format!(
        "Of the {} units of the build, the program is made of the {} that its `main` needs.",
        units.len(),
        selected.len()
    );
    Ok(Selection {
        units: selected,
        assumption: Some(assumption),
    })
}

/// What a unit offers to the others, and what it may need of them.
struct Interface<'a> {
    /// The names with external linkage that it defines, and where; tentative definitions count.
    defined: Names<'a, Span>,
    /// The same names in the order of the source.
    names: Vec<&'a str>,
    /// The names with internal linkage.
    internal: HashSet<&'a str, FxBuildHasher>,
    /// The names that its expressions use, each once, in the order of the source.
    used: Vec<&'a str>,
}

impl<'a> Interface<'a> {
    fn of(unit: &'a Parsed) -> Self {
        let mut interface = Interface {
            defined: HashMap::default(),
            names: Vec::new(),
            internal: HashSet::default(),
            used: Vec::new(),
        };
        let mut uses = Uses {
            seen: HashSet::default(),
            names: Vec::new(),
        };
        for declaration in &unit.unit.0 {
            interface.add(&declaration.node);
            uses.visit_external_declaration(&declaration.node, &declaration.span);
        }
        interface.used = uses.names;
        interface
    }

    fn add(&mut self, declaration: &'a ExternalDeclaration) {
        match declaration {
            ExternalDeclaration::FunctionDefinition(definition) => {
                let linkage = linkage(&definition.node.specifiers);
                self.define(&definition.node.declarator, linkage, Body::Given);
            }
            ExternalDeclaration::Declaration(declaration) => {
                let linkage = linkage(&declaration.node.specifiers);
                for declarator in &declaration.node.declarators {
                    let body = if declarator.node.initializer.is_some() {
                        Body::Given
                    } else {
                        Body::Absent
                    };
                    self.define(&declarator.node.declarator, linkage, body);
                }
            }
            ExternalDeclaration::StaticAssert(_) => {}
        }
    }

    fn define(&mut self, declarator: &'a Node<Declarator>, linkage: Linkage, body: Body) {
        let Some((name, span)) = declared(declarator) else {
            return;
        };
        let is_prototype = body == Body::Absent && function_part(&declarator.node).is_some();
        match linkage {
            Linkage::Internal => {
                self.internal.insert(name);
            }
            Linkage::External if !is_prototype => self.offer(name, span),
            Linkage::Elsewhere if body == Body::Given => self.offer(name, span),
            _ => {}
        }
    }

    fn offer(&mut self, name: &'a str, span: Span) {
        if self.defined.insert(name, span).is_none() {
            self.names.push(name);
        }
    }

    fn place(&self, unit: &Parsed, name: &str) -> Location {
        let offset = self
            .defined
            .get(name)
            .map_or(0, |span| unit.offsets.original(span.start));
        location(&unit.lines, offset)
    }
}

/// Whether a declaration comes with a body or an initialiser.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Given,
    Absent,
}

/// What the specifiers of a declaration at file scope say of its linkage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linkage {
    External,
    /// `extern`: the definition stands elsewhere unless it is here.
    Elsewhere,
    Internal,
    /// A type, or a function that is `inline` only.
    None,
}

fn linkage(specifiers: &[Node<DeclarationSpecifier>]) -> Linkage {
    let mut linkage = Linkage::External;
    for specifier in specifiers {
        match &specifier.node {
            DeclarationSpecifier::StorageClass(class) => {
                linkage = match class.node {
                    StorageClassSpecifier::Static => return Linkage::Internal,
                    StorageClassSpecifier::Typedef => return Linkage::None,
                    StorageClassSpecifier::Extern => Linkage::Elsewhere,
                    _ => linkage,
                }
            }
            DeclarationSpecifier::Function(function) if function.node == FunctionSpecifier::Inline => {
                linkage = Linkage::None;
            }
            _ => {}
        }
    }
    linkage
}

fn declared(declarator: &Node<Declarator>) -> Option<(&str, Span)> {
    match &declarator.node.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some((&name.node.name, name.span)),
        DeclaratorKind::Declarator(inner) => declared(inner),
    }
}

/// Collects the names that stand as operands.
struct Uses<'a> {
    seen: HashSet<&'a str, FxBuildHasher>,
    names: Vec<&'a str>,
}

impl<'a> Visit<'a> for Uses<'a> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Span) {
        if let Expression::Identifier(name) = expression
            && self.seen.insert(&name.node.name)
        {
            self.names.push(&name.node.name);
        }
        // Trees are as deep as the source nests.
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || visit_expression(self, expression, span));
    }
}
