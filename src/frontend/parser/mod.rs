//! The parser: from tokens to a syntax tree, by recursive descent (C17 6.5 to 6.9, GNU C, and what C23 adds).
//!
//! C's grammar has one ambiguity that a parser must settle by meaning: whether a name is a type (C17 6.7.8, 6.4.2).
//! [`TypeNames`] follows the scopes for it, parameters and enumerators included, so that no token is read twice: time is linear in the text.
//! Binary operators are read by precedence climbing, so that long chains need no deep recursion;
//! what does nest in the source recurses, and beyond [`DEEPEST`] levels it is refused with its place.
//!
//! The trees are those of the crate `lang-c`; what they have no form for is spelled by reserved names that lowering recognises.
//! The parser accepts more than C does where the difference means nothing to a verifier;
//! what a name or an operand must be is checked by lowering, which knows the types.
//!
//! One file holds one part of the grammar: [`declarations`], [`declarators`], [`specifiers`], [`records`], [`attributes`], [`initialisers`],
//! [`expressions`], [`primaries`], [`statements`], [`assembly`].

mod assembly;
mod attributes;
mod constants;
mod declarations;
mod declarators;
mod expressions;
mod initialisers;
mod made_up;
mod operators;
mod primaries;
mod records;
mod specifiers;
mod statements;
mod type_names;

pub(super) use attributes::bare;
pub(super) use declarations::function_part;
use lang_c::ast::{Extension, Identifier, TranslationUnit};
use lang_c::span::{Node, Span};

use super::lexer::{Keyword, Kind, Lexed, StringLiteral};
use type_names::TypeNames;

/// How deep expressions, declarators, initialisers, records and statements may nest, each level of any of them counted.
const DEEPEST: u32 = 16_000;

/// How many operators, calls or indices may follow each other without brackets: their tree is as deep as the chain is long.
const LONGEST_CHAIN: usize = 50_000;

/// Why a text is no translation unit: where, as an offset into the text, and a sentence.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub(super) offset: usize,
    pub(super) message: String,
}

/// The tree of a part of the text, or the first error.
type Parsed<T> = Result<T, SyntaxError>;

/// What parsing gives. Spans are byte offsets of the source.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) unit: TranslationUnit,
    /// The string literals and character constants; the tree has their indices as text.
    pub(super) strings: Vec<StringLiteral>,
    /// Assembly at file scope, which the tree leaves out.
    pub(super) file_assembly: Vec<FileAssembly>,
}

/// Assembly at file scope.
#[derive(Clone, Debug)]
pub(super) struct FileAssembly {
    /// Where it stands.
    pub(super) offset: u32,
    /// What stands between its parentheses, as it was written.
    pub(super) text: String,
}

/// Parses a translation unit. Needs a large stack: it recurses with the nesting of the source.
///
/// # Errors
/// The first place where the source is no C, or nests deeper than [`DEEPEST`] levels.
pub(super) fn parse(lexed: &Lexed<'_>) -> Parsed<Syntax> {
    let mut parser = Parser {
        lexed,
        at: 0,
        types: TypeNames::new(),
        strings: Vec::new(),
        file_assembly: Vec::new(),
        of_record: Vec::new(),
        depth: 0,
    };
    let mut declarations = Vec::new();
    while parser.kind() != Kind::End {
        declarations.extend(parser.external_declaration()?);
    }
    Ok(Syntax {
        unit: TranslationUnit(declarations),
        strings: parser.strings,
        file_assembly: parser.file_assembly,
    })
}

/// The state between two tokens.
struct Parser<'t> {
    lexed: &'t Lexed<'t>,
    /// The token to look at next.
    at: usize,
    types: TypeNames<'t>,
    strings: Vec<StringLiteral>,
    file_assembly: Vec<FileAssembly>,
    /// Attributes in front of the brace of the record or enumeration read last, which belong behind it.
    of_record: Vec<Node<Extension>>,
    /// The levels of nesting that are open.
    depth: u32,
}

impl<'t> Parser<'t> {
    /// The kind of the current token.
    fn kind(&self) -> Kind {
        self.kind_ahead(0)
    }

    /// The kind of the token `ahead` of the current one.
    fn kind_ahead(&self, ahead: usize) -> Kind {
        self.lexed
            .tokens
            .get(self.at + ahead)
            .map_or(Kind::End, |token| token.kind)
    }

    /// The text of the current token.
    fn token_text(&self) -> &'t str {
        self.text_ahead(0)
    }

    fn text_ahead(&self, ahead: usize) -> &'t str {
        let token = self.lexed.tokens.get(self.at + ahead);
        token.map_or("", |token| self.text_between(token.start as usize, token.end as usize))
    }

    fn text_between(&self, start: usize, end: usize) -> &'t str {
        self.lexed.text.get(start..end).unwrap_or("")
    }

    /// The offset of the current token.
    fn start(&self) -> usize {
        self.lexed
            .tokens
            .get(self.at)
            .map_or(self.lexed.bytes.len(), |token| token.start as usize)
    }

    /// A node that starts at an offset and ends with the token read last.
    fn node<T>(&self, start: usize, value: T) -> Node<T> {
        let end = match self.at.checked_sub(1).and_then(|last| self.lexed.tokens.get(last)) {
            Some(token) => token.end as usize,
            None => start,
        };
        Node::new(value, Span::span(start, end))
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    /// Moves behind the current token if it is of a kind; says whether it was.
    fn accept(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        self.at += usize::from(found);
        found
    }

    fn accept_mark(&mut self, mark: u8) -> bool {
        self.accept(Kind::Mark(mark))
    }

    fn accept_keyword(&mut self, keyword: Keyword) -> bool {
        self.accept(Kind::Keyword(keyword))
    }

    fn is_mark(&self, mark: u8) -> bool {
        self.kind() == Kind::Mark(mark)
    }

    /// Moves behind a mark that must stand here.
    fn expect_mark(&mut self, mark: u8) -> Parsed<()> {
        if self.accept_mark(mark) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", char::from(mark))))
    }

    /// Reads a name, of whatever it is.
    fn name(&mut self) -> Parsed<Node<Identifier>> {
        if self.kind() != Kind::Name {
            return Err(self.expected("a name"));
        }
        let start = self.start();
        let name = self.token_text().to_owned();
        self.advance();
        Ok(self.node(start, Identifier { name }))
    }

    /// The error that something else than the current token must stand here.
    fn expected(&self, what: &str) -> SyntaxError {
        let message = match self.kind() {
            Kind::End => format!("The source ends too early: {what} is expected."),
            Kind::Text => format!("Syntax error at a string: {what} is expected here."),
            _ => format!("Syntax error at `{}`: {what} is expected here.", self.token_text()),
        };
        self.error(message)
    }

    /// An error at the current token.
    fn error(&self, message: String) -> SyntaxError {
        SyntaxError {
            offset: self.start(),
            message,
        }
    }

    /// How many tokens ahead that one is which stands behind the bracket that closes the one `ahead`.
    fn behind_brackets(&self, mut ahead: usize) -> usize {
        let mut open = 0_usize;
        loop {
            match self.kind_ahead(ahead) {
                Kind::Mark(b'(' | b'[' | b'{') => open += 1,
                Kind::Mark(b')' | b']' | b'}') => open = open.saturating_sub(1),
                Kind::End => return ahead,
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                return ahead;
            }
        }
    }

    /// Reads what nests one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(self.error(format!("The source nests deeper than {DEEPEST} levels here.")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Counts one more link of a chain.
    fn lengthen(&self, chain: &mut usize) -> Parsed<()> {
        *chain += 1;
        if *chain > LONGEST_CHAIN {
            return Err(self.error(format!(
                "The source nests deeper than {LONGEST_CHAIN} operators in a row here."
            )));
        }
        Ok(())
    }

    /// Reads one or more things with commas between them.
    fn separated<T>(&mut self, mut read: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.accept_mark(b',') {
            list.push(read(self)?);
        }
        Ok(list)
    }
}

/// Appends to a list that is mostly short and whose items are large: without spare room at first, for trees stay as long as the program is read.
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() < 3 {
        list.reserve_exact(1);
    }
    list.push(item);
}

#[cfg(test)]
mod tests;
