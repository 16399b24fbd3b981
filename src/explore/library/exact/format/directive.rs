//! Directives of a format: `%[number$][flags][width][.precision][length]conversion`.

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes that stand for themselves.
    Literal(Vec<u8>),
    /// A directive.
    Directive(Directive),
}

/// What a directive makes of its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// `%%`.
    Percent,
    /// `d`, `i`.
    Signed,
    /// `u`, `o`, `x`, `X`: by a base, in capital letters.
    Unsigned(u64, bool),
    /// `f`, `e`, `g`, `a`, and their capitals.
    Floating(Style),
    /// `c`.
    Character,
    /// `s`.
    String,
    /// `p`.
    Pointer,
    /// `n`.
    Count,
    /// `m`: the message of `errno`.
    Message,
}

/// How a floating-point number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// `f`, `e`, `g` or `a`.
    pub letter: u8,
    /// Whether it is in capitals.
    pub capital: bool,
}

/// A length modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// None: `int`, `double`.
    Int,
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// `l`, and `z`, `t`.
    Long,
    /// `ll`, `q`, `j`.
    LongLong,
    /// `L`.
    LongDouble,
}

impl Length {
    /// Bytes of the integer type, where a `long` has `word` bytes.
    pub fn size(self, word: u64) -> u64 {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long => word,
            Length::LongLong | Length::LongDouble => 8,
        }
    }
}

/// What kind of value an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// An integer or pointer of 4 or 8 bytes.
    Integer(u64),
    /// A `double`.
    Double,
    /// A `long double`.
    LongDouble,
}

impl ArgumentKind {
    /// Whether it is a floating-point number.
    pub fn is_floating(self) -> bool {
        !matches!(self, ArgumentKind::Integer(_))
    }

    /// Whether an argument may stand where another kind is expected: registers hold integers of any size alike.
    pub fn fits(self, expected: ArgumentKind) -> bool {
        self == expected || !(self.is_floating() || expected.is_floating())
    }
}

/// A directive. Arguments are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternative: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    pub length: Length,
    pub conversion: Conversion,
    /// The argument that is converted.
    pub argument: Option<usize>,
    /// The argument with the width.
    width_from: Option<usize>,
    /// The argument with the precision.
    precision_from: Option<usize>,
    /// Whether the arguments are numbered.
    is_numbered: bool,
}

impl Directive {
    /// Takes width and precision from arguments, where `*` asks for it.
    pub fn resolve(&mut self, values: &[u128]) {
        let value = |from: Option<usize>| from.and_then(|number| values.get(number)).map(|value| *value as i32);
        if let Some(width) = value(self.width_from) {
            self.left |= width < 0;
            self.width = width.unsigned_abs() as usize;
        }
        if let Some(precision) = value(self.precision_from) {
            self.precision = usize::try_from(precision).ok();
        }
    }

    /// The directive `%#lx`, as which glibc prints a pointer.
    pub fn as_pointer(self) -> Self {
        Directive {
            alternative: true,
            length: Length::Long,
            conversion: Conversion::Unsigned(16, false),
            ..self
        }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
    /// The number of the next argument that is not numbered.
    next: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0)
    }

    fn take(&mut self) -> u8 {
        let byte = self.peek();
        self.rest = self.rest.get(1..).unwrap_or(&[]);
        byte
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let digit @ b'0'..=b'9' = self.peek() {
            let value = number.unwrap_or(0usize).saturating_mul(10);
            number = Some(value.saturating_add(usize::from(digit - b'0')));
            self.take();
        }
        number
    }

    /// `number$`, from 0; nothing is passed if it is not there.
    fn position(&mut self) -> Option<usize> {
        let start = self.rest;
        let number = self.number().filter(|number| *number > 0);
        if number.is_some() && self.peek() == b'$' {
            self.take();
            return number.map(|number| number - 1);
        }
        self.rest = start;
        None
    }

    /// The argument that `*` or a conversion takes.
    fn argument(&mut self, numbered: Option<usize>) -> usize {
        numbered.unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// The directive behind a `%`; none if it is not one that is known.
    fn directive(&mut self) -> Option<Directive> {
        let numbered = self.position();
        let mut directive = Directive {
            left: false,
            plus: false,
            space: false,
            alternative: false,
            zero: false,
            width: 0,
            precision: None,
            length: Length::Int,
            conversion: Conversion::Percent,
            argument: None,
            width_from: None,
            precision_from: None,
            is_numbered: numbered.is_some(),
        };
        self.flags(&mut directive);
        if self.peek() == b'*' {
            self.take();
            let numbered = self.position();
            directive.width_from = Some(self.argument(numbered));
        } else {
            directive.width = self.number().unwrap_or(0);
        }
        if self.peek() == b'.' {
            self.take();
            if self.peek() == b'*' {
                self.take();
                let numbered = self.position();
                directive.precision_from = Some(self.argument(numbered));
            } else {
                directive.precision = Some(self.number().unwrap_or(0));
            }
        }
        directive.length = self.length();
        directive.conversion = self.conversion(&mut directive.length)?;
        if !matches!(directive.conversion, Conversion::Percent | Conversion::Message) {
            directive.argument = Some(self.argument(numbered));
        }
        Some(directive)
    }

    fn flags(&mut self, directive: &mut Directive) {
        loop {
            match self.peek() {
                b'-' => directive.left = true,
                b'+' => directive.plus = true,
                b' ' => directive.space = true,
                b'#' => directive.alternative = true,
                b'0' => directive.zero = true,
                // The C locale has no groups of digits and no digits of its own.
                b'\'' | b'I' => {}
                _ => return,
            }
            self.take();
        }
    }

    fn length(&mut self) -> Length {
        let (length, passed) = match self.rest {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::LongLong, 2),
            [b'l' | b'z' | b'Z' | b't', ..] => (Length::Long, 1),
            [b'q' | b'j', ..] => (Length::LongLong, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::Int, 0),
        };
        self.rest = &self.rest[passed..];
        length
    }

    fn conversion(&mut self, length: &mut Length) -> Option<Conversion> {
        Some(match self.take() {
            b'%' => Conversion::Percent,
            b'd' | b'i' => Conversion::Signed,
            b'u' => Conversion::Unsigned(10, false),
            b'o' => Conversion::Unsigned(8, false),
            b'x' => Conversion::Unsigned(16, false),
            b'X' => Conversion::Unsigned(16, true),
            letter @ (b'f' | b'e' | b'g' | b'a') => Conversion::Floating(Style { letter, capital: false }),
            letter @ (b'F' | b'E' | b'G' | b'A') => Conversion::Floating(Style {
                letter: letter.to_ascii_lowercase(),
                capital: true,
            }),
            b'c' => Conversion::Character,
            b's' => Conversion::String,
            b'C' => {
                *length = Length::Long;
                Conversion::Character
            }
            b'S' => {
                *length = Length::Long;
                Conversion::String
            }
            b'p' => Conversion::Pointer,
            b'n' => Conversion::Count,
            b'm' => Conversion::Message,
            _ => return None,
        })
    }
}

/// The parts of a format in their order; none if a directive is not one that is known.
pub(super) fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut reader = Reader { rest: format, next: 0 };
    let mut pieces = Vec::new();
    while !reader.rest.is_empty() {
        let literal = reader.rest.iter().take_while(|byte| **byte != b'%').count();
        if literal > 0 {
            pieces.push(Piece::Literal(reader.rest[..literal].to_vec()));
            reader.rest = &reader.rest[literal..];
        } else {
            reader.take();
            pieces.push(Piece::Directive(reader.directive()?));
        }
    }
    Some(pieces)
}

/// The kinds of the arguments that the directives take, in the order of the arguments; none if some are numbered and some are not,
/// or if one has no kind or several.
pub(super) fn kinds(pieces: &[Piece], word: u64) -> Option<Vec<ArgumentKind>> {
    let mut kinds: Vec<Option<ArgumentKind>> = Vec::new();
    let directives = pieces.iter().filter_map(|piece| match piece {
        Piece::Directive(directive) => Some(directive),
        Piece::Literal(_) => None,
    });
    let mut numbered = None;
    for directive in directives {
        let taken = [
            (directive.width_from, ArgumentKind::Integer(4)),
            (directive.precision_from, ArgumentKind::Integer(4)),
            (directive.argument, kind(directive, word)),
        ];
        for (number, kind) in taken.into_iter().filter_map(|(number, kind)| Some((number?, kind))) {
            if number > 64 || *numbered.get_or_insert(directive.is_numbered) != directive.is_numbered {
                return None;
            }
            kinds.resize(kinds.len().max(number + 1), None);
            if *kinds[number].get_or_insert(kind) != kind {
                return None;
            }
        }
    }
    kinds.into_iter().collect()
}

fn kind(directive: &Directive, word: u64) -> ArgumentKind {
    match (directive.conversion, directive.length) {
        (Conversion::Floating(_), Length::LongDouble) => ArgumentKind::LongDouble,
        (Conversion::Floating(_), _) => ArgumentKind::Double,
        (Conversion::String | Conversion::Pointer | Conversion::Count, _) => ArgumentKind::Integer(word),
        // `wint_t` has four bytes.
        (Conversion::Character, _) => ArgumentKind::Integer(4),
        (_, length) => ArgumentKind::Integer(length.size(word).max(4)),
    }
}
