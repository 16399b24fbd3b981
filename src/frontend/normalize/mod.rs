//! The token pass: rewrites preprocessed GNU C into the C that the parser reads without mistakes.
//!
//! The parser (a parsing expression grammar with typedef tracking) refuses some GNU constructs and silently misreads others.
//! The pass cuts the source into tokens, rewrites what causes either, and writes the tokens out again with an [`OffsetMap`] back to the source.
//! What the grammar can't express is encoded by [`reserved`] names that lowering recognises.
//! One file holds one family of rewrites; [`Pass::step`] is the ordered list of them.
//!
//! The pass knows no types and no scopes beyond the set of names that were ever declared by `typedef`.
//! Where that is not enough to decide, it leaves the text alone, and strict name resolution in lowering gives an error instead of a guess.

mod assembly;
mod attributes;
mod brackets;
mod declarations;
mod labels;
mod lexer;
mod literals;
mod output;
mod pragmas;
pub(crate) mod reserved;
mod types;
mod words;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::lines::LineTable;
use brackets::Bracket;
use lexer::{Kind, Token};
pub(crate) use literals::{Encoding, StringLiteral};
pub(crate) use output::OffsetMap;
use output::Output;
use words::Word;

/// The outcome of the pass.
#[derive(Debug)]
pub(crate) struct Normalised {
    /// The text to parse, pure ASCII.
    pub(crate) text: String,
    /// From its offsets to those of the source.
    pub(crate) offsets: OffsetMap,
    /// The string literals; the text has their indices between quotes.
    pub(crate) strings: Vec<StringLiteral>,
    /// Offsets of assembly at file scope, which was left out.
    pub(crate) file_assembly: Vec<u32>,
}

/// A construct that the pass refuses: where, and a sentence.
pub(crate) type Refusal = (u32, String);

/// Normalises a preprocessed source, and fills the line table on the way.
pub(crate) fn normalise(source: &[u8], lines: &mut LineTable) -> Result<Normalised, Refusal> {
    let tokens = lexer::tokens(source, lines).map_err(|(at, what)| (at, what.to_owned()))?;
    let mut pass = Pass::new(source, tokens);
    pass.run(pass.tokens.len() - 1);
    if let Some(refusal) = pass.refusal {
        return Err(refusal);
    }
    Ok(Normalised {
        text: pass.output.text,
        offsets: pass.output.offsets,
        strings: pass.strings,
        file_assembly: pass.file_assembly,
    })
}

/// The state of the pass between two tokens.
struct Pass<'a> {
    source: &'a [u8],
    tokens: Vec<Token>,
    /// The matching bracket of each bracket token.
    matches: Vec<u32>,
    /// The token to look at next.
    at: usize,
    /// The kind of the token that was copied last; a label counts as `;`.
    previous: Kind,
    /// The brackets that are open.
    brackets: Vec<Bracket>,
    /// What stood in front of the parenthesis that was closed last.
    before_parenthesis: Kind,
    /// Whether the brace closed last was that of a block.
    closed_block: bool,
    /// Names that a `typedef` declared anywhere before.
    typedefs: HashSet<&'a [u8], FxBuildHasher>,
    /// The token in front of which `int` was left out.
    implicit_int_at: usize,
    /// The token that is the colon of a `case` or `default`.
    label_colon_at: usize,
    /// The brace that opens a function body, and the typedef names that its parameters shadow.
    shadows: Option<(usize, Vec<&'a str>)>,
    /// The stack of `#pragma pack`; the last is in force, 0 stands for the natural layout.
    packing: Vec<u32>,
    output: Output,
    strings: Vec<StringLiteral>,
    file_assembly: Vec<u32>,
    refusal: Option<Refusal>,
}

impl<'a> Pass<'a> {
    fn new(source: &'a [u8], tokens: Vec<Token>) -> Self {
        let mut pass = Pass {
            source,
            matches: brackets::matches(&tokens),
            tokens,
            at: 0,
            previous: Kind::Mark(b';'),
            brackets: Vec::new(),
            before_parenthesis: Kind::End,
            closed_block: false,
            typedefs: HashSet::default(),
            implicit_int_at: usize::MAX,
            label_colon_at: usize::MAX,
            shadows: None,
            packing: vec![0],
            output: Output::default(),
            strings: Vec::new(),
            file_assembly: Vec::new(),
            refusal: None,
        };
        pass.output.text.reserve(source.len());
        pass.output.emit(reserved::PRELUDE, 0);
        pass.typedefs.insert(b"__builtin_va_list");
        pass
    }

    /// Rewrites the tokens up to `end`.
    fn run(&mut self, end: usize) {
        while self.at < end && self.refusal.is_none() {
            self.step();
        }
    }

    /// Rewrites or copies what starts at the current token, and moves behind it.
    fn step(&mut self) {
        if self.at_statement_start() && self.statement_head() {
            return;
        }
        if self.at == self.implicit_int_at {
            self.emit("int");
            self.implicit_int_at = usize::MAX;
        }
        match self.kind(0) {
            Kind::Word(Word::Name) => self.copy(),
            Kind::Word(word) => self.word(word),
            Kind::Mark(mark) => self.mark(mark),
            Kind::AndAnd => self.and_and(),
            Kind::Number => self.number(),
            Kind::Character => self.character(),
            Kind::String => self.string(),
            Kind::Pragma => self.pragma(),
            Kind::Operator | Kind::End => self.copy(),
        }
    }

    fn word(&mut self, word: Word) {
        match word {
            Word::OddName => self.odd_name(),
            Word::Extension | Word::Restrict => self.at += 1,
            Word::Attribute => self.attribute(),
            Word::Asm => self.assembly(),
            Word::Record | Word::Enum => self.record_head(),
            Word::Typeof => self.replace("__typeof"),
            Word::ThreadLocal => self.replace("_Thread_local"),
            Word::Int128 => self.replace("long long long long"),
            Word::UnsignedInt128 => self.replace("unsigned long long long long"),
            Word::Float128 => self.replace("_Float128"),
            Word::BitInt => self.refuse("`_BitInt` types are not supported."),
            Word::AutoType => self.replace(reserved::AUTO_TYPE),
            Word::LocalLabel => self.replace(reserved::LOCAL_LABEL),
            Word::RealPart => self.part(reserved::REAL_PART),
            Word::ImaginaryPart => self.part(reserved::IMAGINARY_PART),
            Word::Qualifier => self.qualifier(),
            Word::Alignas => self.alignas(),
            Word::Alignof => self.alignof(),
            Word::TypesCompatible => self.types_compatible(),
            Word::StaticAssert => self.static_assertion(),
            Word::Pragma => self.pragma_operator(),
            Word::Case | Word::Default => self.case(),
            Word::Goto if self.kind(1) == Kind::Mark(b'*') => self.computed_goto(),
            Word::Control => self.control(),
            _ => self.copy(),
        }
    }

    fn mark(&mut self, mark: u8) {
        match mark {
            b'(' | b'[' | b'{' => self.open(mark),
            b')' | b']' | b'}' => self.close(mark),
            b'?' if self.kind(1) == Kind::Mark(b':') => {
                self.copy();
                self.emit(reserved::SAME_AS_CONDITION);
            }
            b':' if self.at == self.label_colon_at => self.label_colon(),
            b';' if self.is_stray_semicolon() => self.at += 1,
            _ => self.copy(),
        }
    }

    /// The kind of the token `ahead` of the current one.
    fn kind(&self, ahead: usize) -> Kind {
        self.kind_at(self.at + ahead)
    }

    fn kind_at(&self, index: usize) -> Kind {
        self.tokens.get(index).map_or(Kind::End, |token| token.kind)
    }

    fn bytes_at(&self, index: usize) -> &'a [u8] {
        let Some(token) = self.tokens.get(index) else {
            return b"";
        };
        &self.source[token.start as usize..token.end as usize]
    }

    /// The text of a token; tokens other than literals and odd names are ASCII.
    fn text_at(&self, index: usize) -> &'a str {
        std::str::from_utf8(self.bytes_at(index)).unwrap_or("")
    }

    fn origin(&self) -> u32 {
        self.tokens.get(self.at).map_or(0, |token| token.start)
    }

    /// Appends text with the place of the current token, which stays current.
    fn emit(&mut self, text: &str) {
        self.output.emit(text, self.origin());
    }

    /// Appends the current token as it is.
    fn copy(&mut self) {
        let text = match self.kind(0) {
            Kind::Mark(b'[') => "[",
            Kind::Mark(b']') => "]",
            Kind::Mark(b'{') => "{",
            Kind::Mark(b'}') => "}",
            _ => self.text_at(self.at),
        };
        self.replace(text);
    }

    /// Appends `text` in the place of the current token.
    fn replace(&mut self, text: &str) {
        self.output.emit(text, self.origin());
        self.previous = self.kind(0);
        self.at += 1;
    }

    fn refuse(&mut self, what: &str) {
        self.refusal
            .get_or_insert((self.tokens.get(self.at).map_or(0, |token| token.start), what.to_owned()));
    }

    /// The token behind the bracket that closes the one at `index`; `index` itself if none opens there, so that it never leads back.
    fn behind(&self, index: usize) -> usize {
        match self.kind_at(index) {
            Kind::Mark(b'(' | b'[' | b'{') => self.matches.get(index).map_or(index, |close| *close as usize) + 1,
            _ => index,
        }
    }
}

#[cfg(test)]
mod tests;
