//! What a unit of a build offers to the linker, and what it needs of other units.

use hashbrown::{HashMap, HashSet};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Expression, Extension,
    ExternalDeclaration, FunctionDefinition, FunctionSpecifier, Statement, StorageClassSpecifier, TypeSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{
    Visit, visit_declaration, visit_declarator_kind, visit_expression, visit_function_definition, visit_statement,
};
use rustc_hash::FxBuildHasher;

use super::error::Location;
use super::parse::{Parsed, location};
use super::parser::{bare, function_part};

/// Something of each of some names.
pub(super) type Names<'a, T> = HashMap<&'a str, T, FxBuildHasher>;

/// What a unit offers to the others, and what it may need of them.
#[derive(Default)]
pub(super) struct Interface<'a> {
    /// The names with external linkage that it defines, and where; tentative definitions count.
    pub(super) defined: Names<'a, Span>,
    /// The same names in the order of the source.
    pub(super) names: Vec<&'a str>,
    /// The names that it declares and does not define.
    declared: HashSet<&'a str, FxBuildHasher>,
    /// The names that its expressions use, each once, in the order of the source.
    used: Vec<&'a str>,
    /// The names that are its own.
    internal: HashSet<&'a str, FxBuildHasher>,
    /// Names, each with the literal of the label by which the linker knows it.
    labels: Vec<(&'a str, &'a str)>,
    /// The types that are functions.
    function_types: HashSet<&'a str, FxBuildHasher>,
    /// The names whose definitions here another unit may replace.
    pub(super) weak: HashSet<&'a str, FxBuildHasher>,
    /// Whether something of it runs before or behind `main`.
    pub(super) runs: bool,
}

impl<'a> Interface<'a> {
    /// What the declarations of a unit say; what it uses is added by [`Interface::add_uses`].
    pub(super) fn of(unit: &'a Parsed) -> Self {
        let mut interface = Interface::default();
        for declaration in &unit.unit.0 {
            interface.add(&declaration.node);
        }
        for (name, label) in std::mem::take(&mut interface.labels) {
            let label = unit.string(label).and_then(|literal| literal.plain.as_deref());
            if let Some((span, label)) = interface.defined.get(name).copied().zip(label) {
                interface.offer(label, span);
            }
        }
        let weak = unit.second_names.iter().filter(|second| second.target.is_none());
        interface.weak.extend(weak.map(|second| second.name.as_str()));
        interface
    }

    /// Collects what the unit uses, which takes a look at all of it.
    pub(super) fn add_uses(&mut self, unit: &'a Parsed) {
        let mut uses = Uses::default();
        for declaration in &unit.unit.0 {
            uses.visit_external_declaration(&declaration.node, &declaration.span);
            uses.end(self.dispensable(&declaration.node));
        }
        let (known, internal) = (uses.known, &self.internal);
        let emitted = emitted(uses.parts);
        // What is declared within a function, or called without a declaration, is as external.
        for part in &emitted {
            let undeclared = part.called.iter().filter(|name| !known.contains(*name));
            let inside = part.declared.iter().chain(undeclared);
            self.declared
                .extend(inside.copied().filter(|name| !internal.contains(name)));
        }
        let mut seen = HashSet::<&str, FxBuildHasher>::default();
        let names = emitted.into_iter().flat_map(|part| part.names);
        self.used = names.filter(|name| seen.insert(name)).collect();
    }

    /// The name of a function that compilers leave out where the unit does not use it.
    fn dispensable(&self, declaration: &'a ExternalDeclaration) -> Option<&'a str> {
        let ExternalDeclaration::FunctionDefinition(definition) = declaration else {
            return None;
        };
        let (specifiers, declarator) = (&definition.node.specifiers, &definition.node.declarator);
        let in_specifiers = specifiers.iter().filter_map(|specifier| match &specifier.node {
            DeclarationSpecifier::Extension(extensions) => Some(extensions),
            _ => None,
        });
        let kept = |extension: &Node<Extension>| match &extension.node {
            Extension::Attribute(attribute) => {
                matches!(bare(&attribute.name.node), "constructor" | "destructor" | "used")
            }
            _ => false,
        };
        if in_specifiers.flatten().chain(&declarator.node.extensions).any(kept) {
            return None;
        }
        let (name, _) = declared(declarator)?;
        self.internal.contains(name).then_some(name)
    }

    /// The names that others must define, in the order of their use; and those that others may define better.
    pub(super) fn needed(&self) -> impl Iterator<Item = &'a str> {
        let undefined = |name: &&str| self.declared.contains(name) && !self.defined.contains_key(name);
        let replaceable = self.names.iter().copied().filter(|name| self.weak.contains(name));
        self.used.iter().copied().filter(undefined).chain(replaceable)
    }

    fn add(&mut self, declaration: &'a ExternalDeclaration) {
        match declaration {
            ExternalDeclaration::FunctionDefinition(definition) => {
                let (specifiers, declarator) = (&definition.node.specifiers, &definition.node.declarator);
                self.heed(specifiers, declarator);
                self.define(declarator, linkage(specifiers), Body::Given);
            }
            ExternalDeclaration::Declaration(declaration) => {
                let linkage = linkage(&declaration.node.specifiers);
                let is_function = self.is_function_type(&declaration.node.specifiers);
                for declarator in &declaration.node.declarators {
                    self.heed(&declaration.node.specifiers, &declarator.node.declarator);
                    if is_function && declarator.node.declarator.node.derived.is_empty() {
                        self.declared
                            .extend(declared(&declarator.node.declarator).map(|(name, _)| name));
                        continue;
                    }
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

    /// Notes what attributes of a declaration say to the linker.
    fn heed(&mut self, specifiers: &'a [Node<DeclarationSpecifier>], declarator: &'a Node<Declarator>) {
        let in_specifiers = specifiers.iter().filter_map(|specifier| match &specifier.node {
            DeclarationSpecifier::Extension(extensions) => Some(extensions),
            _ => None,
        });
        let extensions = in_specifiers.flatten().chain(&declarator.node.extensions);
        for extension in extensions {
            let attribute = match &extension.node {
                Extension::Attribute(attribute) => attribute,
                Extension::AsmLabel(label) => {
                    let name = declared(declarator).map(|(name, _)| name);
                    self.labels.extend(name.zip(label.node.first().map(String::as_str)));
                    continue;
                }
                _ => continue,
            };
            match bare(&attribute.name.node) {
                "alias" => {
                    if let Some((name, span)) = declared(declarator) {
                        self.offer(name, span);
                    }
                }
                "weak" => self.weak.extend(declared(declarator).map(|(name, _)| name)),
                "constructor" | "destructor" => self.runs = true,
                _ => {}
            }
        }
    }

    /// Whether specifiers name a type that is a function.
    fn is_function_type(&self, specifiers: &[Node<DeclarationSpecifier>]) -> bool {
        specifiers.iter().any(|specifier| match &specifier.node {
            DeclarationSpecifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::TypedefName(name) => self.function_types.contains(&*name.node.name),
                _ => false,
            },
            _ => false,
        }) && linkage(specifiers) != Linkage::Type
    }

    fn define(&mut self, declarator: &'a Node<Declarator>, linkage: Linkage, body: Body) {
        let Some((name, span)) = declared(declarator) else {
            return;
        };
        let is_prototype = body == Body::Absent && function_part(&declarator.node).is_some();
        match linkage {
            Linkage::External if !is_prototype => self.offer(name, span),
            Linkage::Elsewhere if body == Body::Given => self.offer(name, span),
            Linkage::External | Linkage::Elsewhere => {
                self.declared.insert(name);
            }
            Linkage::Inline if body == Body::Given => {
                self.weak.insert(name);
                self.offer(name, span);
            }
            Linkage::Inline => {}
            Linkage::Internal => drop(self.internal.insert(name)),
            Linkage::Type if function_part(&declarator.node).is_some() => drop(self.function_types.insert(name)),
            Linkage::Type => {}
        }
    }

    fn offer(&mut self, name: &'a str, span: Span) {
        if self.defined.insert(name, span).is_none() {
            self.names.push(name);
        }
    }

    pub(super) fn place(&self, unit: &Parsed, name: &str) -> Location {
        let offset = self.defined.get(name).map_or(0, |span| span.start as u32);
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
    /// A function that is `inline`: the definition of another unit may count, if there is one.
    Inline,
    /// `static`.
    Internal,
    /// None: it is a type.
    Type,
}

fn linkage(specifiers: &[Node<DeclarationSpecifier>]) -> Linkage {
    let mut linkage = Linkage::External;
    for specifier in specifiers {
        match &specifier.node {
            DeclarationSpecifier::StorageClass(class) => {
                linkage = match class.node {
                    StorageClassSpecifier::Static => return Linkage::Internal,
                    StorageClassSpecifier::Typedef => return Linkage::Type,
                    StorageClassSpecifier::Extern => Linkage::Elsewhere,
                    _ => linkage,
                }
            }
            DeclarationSpecifier::Function(function) if function.node == FunctionSpecifier::Inline => {
                linkage = Linkage::Inline;
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

/// What one declaration or definition at file scope uses.
#[derive(Default)]
struct Part<'a> {
    /// The function that it defines, if nothing needs that but the unit itself.
    of: Option<&'a str>,
    /// The operands that no block declares, each once.
    names: Vec<&'a str>,
    /// Functions, and what is `extern`, that a block declares.
    declared: Vec<&'a str>,
    called: Vec<&'a str>,
}

/// The parts of which code is made: functions that only unused ones use are left out by compilers, with all that they need.
fn emitted(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let mut of_name: Names<'_, Vec<usize>> = HashMap::default();
    let mut open = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match part.of {
            Some(name) => of_name.entry(name).or_default().push(index),
            None => open.push(index),
        }
    }
    let mut reached = vec![false; parts.len()];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut reached[index], true) {
            let names = parts[index].names.iter().filter_map(|name| of_name.get(name));
            open.extend(names.flatten());
        }
    }
    let parts = parts.into_iter().zip(reached);
    parts.filter(|(_, reached)| *reached).map(|(part, _)| part).collect()
}

/// Collects the names that stand as operands, are declared within functions, or are called.
#[derive(Default)]
struct Uses<'a> {
    parts: Vec<Part<'a>>,
    part: Part<'a>,
    seen: HashSet<&'a str, FxBuildHasher>,
    /// The variables of each open block, and the parameters.
    blocks: Vec<Vec<&'a str>>,
    /// All that any declarator names, wherever.
    known: HashSet<&'a str, FxBuildHasher>,
}

impl<'a> Uses<'a> {
    /// Ends a part.
    fn end(&mut self, of: Option<&'a str>) {
        self.seen.clear();
        let part = std::mem::take(&mut self.part);
        self.parts.push(Part { of, ..part });
    }

    fn within(&mut self, variables: Vec<&'a str>, look: impl FnOnce(&mut Self)) {
        self.blocks.push(variables);
        look(self);
        self.blocks.pop();
    }

    fn is_local(&self, name: &str) -> bool {
        self.blocks.iter().any(|block| block.contains(&name))
    }
}

impl<'a> Visit<'a> for Uses<'a> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Span) {
        match expression {
            Expression::Identifier(name) if !self.is_local(&name.node.name) && self.seen.insert(&name.node.name) => {
                self.part.names.push(&name.node.name);
            }
            Expression::Call(call) => {
                if let Expression::Identifier(name) = &call.node.callee.node
                    && !self.is_local(&name.node.name)
                {
                    self.part.called.push(&name.node.name);
                }
            }
            _ => {}
        }
        // Trees are as deep as the source nests.
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || visit_expression(self, expression, span));
    }

    fn visit_function_definition(&mut self, definition: &'a FunctionDefinition, span: &'a Span) {
        let parameters = match function_part(&definition.declarator.node) {
            Some(DerivedDeclarator::Function(function)) => {
                let parameters = function.node.parameters.iter();
                let declarators = parameters.filter_map(|parameter| parameter.node.declarator.as_ref());
                declarators.filter_map(declared).map(|(name, _)| name).collect()
            }
            Some(DerivedDeclarator::KRFunction(names)) => names.iter().map(|name| name.node.name.as_str()).collect(),
            _ => Vec::new(),
        };
        self.within(parameters, |uses| visit_function_definition(uses, definition, span));
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Span) {
        match statement {
            Statement::Compound(_) | Statement::For(_) => {
                self.within(Vec::new(), |uses| visit_statement(uses, statement, span));
            }
            _ => visit_statement(self, statement, span),
        }
    }

    fn visit_declarator_kind(&mut self, kind: &'a DeclaratorKind, span: &'a Span) {
        if let DeclaratorKind::Identifier(name) = kind {
            self.known.insert(&name.node.name);
        }
        visit_declarator_kind(self, kind, span);
    }

    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Span) {
        let linkage = linkage(&declaration.specifiers);
        for declarator in &declaration.declarators {
            let declarator = &declarator.node.declarator;
            let is_external = match linkage {
                Linkage::Elsewhere => true,
                Linkage::External => function_part(&declarator.node).is_some(),
                Linkage::Inline | Linkage::Internal | Linkage::Type => false,
            };
            let name = declared(declarator).map(|(name, _)| name);
            match self.blocks.last_mut() {
                Some(block) if !is_external => block.extend(name),
                _ => self.part.declared.extend(name.filter(|_| is_external)),
            }
        }
        visit_declaration(self, declaration, span);
    }
}
