//! The routines that are compared, how they are called in C, and from what their arguments are drawn.

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// An `int`.
    Int,
    /// An `int` of which only the sign is specified: libraries differ by what the processor can do.
    Sign,
    /// An `int` of which only is specified whether it is zero.
    Truth,
    /// A number or address of 64 bits.
    Word,
    /// 32 bits without a sign.
    Unsigned,
    /// 16 bits without a sign.
    Short,
    /// A `double`; all that are not a number count as one.
    Double,
    /// A `float`, widened; all that are not a number count as one.
    Single,
    /// Nothing.
    Nothing,
}

/// What the memory is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Few letters in both cases and separators, so that things are found.
    Words,
    /// Numbers in all forms, nearly right.
    Numbers,
    /// Addresses of the internet, nearly right.
    Addresses,
    /// Seconds, near to 1970 and far from it.
    Times,
    /// Members of dates, nearly right.
    Dates,
    /// A date, a format for it, and room.
    Calendar,
    /// Letters and slashes.
    Paths,
    /// Few wide characters, some of them negative as numbers.
    Wide,
    /// Anything.
    Bytes,
}

/// A routine under test.
pub struct Case {
    /// The function.
    pub name: &'static str,
    /// The kinds of its arguments: `s` a string, `m` memory for as many bytes as the last `n` says, `n` a size, `c` a character as `int`,
    /// `i` any number, `p` null or a place for a pointer, `b` a place with a pointer to the memory, `o` a place for a number, `d` a `double`,
    /// `f` a `float`, `w` a `double` with few digits, `e` a small exponent, `g` a signal, `r` the base of a number,
    /// `a` a family of addresses, `h` a wide character, `z` a `double` at which functions are known, `0` nothing but 0,
    /// `1`, `2`, `3`, `4` a date, a format, room and how much that is.
    pub arguments: &'static str,
    /// What it gives.
    pub result: Result,
    /// What the memory holds.
    pub text: Text,
    /// Whether glibc faults if the last byte that the routine accesses is missing. What the standard gives it access to,
    /// it does not always look at.
    pub reads_all: bool,
}

impl Case {
    /// The statement in C that performs the call.
    pub fn call(&self) -> String {
        let arguments: Vec<String> = self
            .arguments
            .bytes()
            .enumerate()
            .map(|(number, kind)| match kind {
                kind if is_pointer(kind) => format!("(void *)a[{number}]"),
                b'd' | b'f' | b'w' | b'z' => format!("number(a[{number}])"),
                _ => format!("a[{number}]"),
            })
            .collect();
        let is_builtin = BUILTINS.iter().any(|beginning| self.name.starts_with(beginning));
        let prefix = if is_builtin { "__builtin_" } else { "" };
        let call = format!("{prefix}{}({})", self.name, arguments.join(", "));
        match self.result {
            Result::Nothing => format!("{call};"),
            Result::Double | Result::Single => format!("r = bits({call});"),
            Result::Int | Result::Sign | Result::Truth => format!("r = (int64_t)(int)({call});"),
            Result::Unsigned => format!("r = (uint32_t)({call});"),
            Result::Short => format!("r = (uint16_t)({call});"),
            Result::Word => format!("r = (uint64_t)({call});"),
        }
    }
}

/// Whether an argument of a kind is a place in memory.
pub fn is_pointer(kind: u8) -> bool {
    matches!(kind, b's' | b'm' | b'p' | b'b' | b'o' | b'1' | b'2' | b'3')
}

/// Beginnings of the names of functions that the compiler has, and the library has not or does otherwise.
const BUILTINS: &[&str] = &[
    "popcount",
    "parity",
    "clz",
    "ctz",
    "clrsb",
    "bswap",
    "isfinite",
    "isinf",
    "isless",
    "isgreater",
    "isnormal",
    "huge_val",
    "inf",
];

/// Routines that are not compared, and why.
pub const UNCOMPARED: &[(&str, &str)] = &[
    (
        "strdup",
        "what it gives lies in the heap, where the program that is asked has none to show",
    ),
    ("__strdup", "as `strdup`"),
    ("strndup", "as `strdup`"),
    ("__strndup", "as `strdup`"),
    ("fpclassify", "the compiler takes constants for the classes"),
    ("signbit", "C says no more than whether it is 0"),
    ("signbitf", "as `signbit`"),
    ("__signbit", "as `signbit`"),
    ("__signbitf", "as `signbit`"),
    ("nan", "what is in the fraction of what is no number is not compared"),
    ("nanf", "as `nan`"),
    ("strlcpy", "glibc has it since 2.38 only"),
    ("strlcat", "glibc has it since 2.38 only"),
];

const fn case(name: &'static str, arguments: &'static str, result: Result, text: Text) -> Case {
    Case {
        name,
        arguments,
        result,
        text,
        reads_all: true,
    }
}

const fn lazy(case: Case) -> Case {
    Case {
        reads_all: false,
        ..case
    }
}

pub const CASES: &[Case] = &[
    lazy(case("gmtime_r", "oo", Result::Word, Text::Times)),
    lazy(case("localtime_r", "oo", Result::Word, Text::Times)),
    lazy(case("timegm", "o", Result::Word, Text::Dates)),
    lazy(case("mktime", "o", Result::Word, Text::Dates)),
    case("difftime", "ii", Result::Double, Text::Bytes),
    lazy(case("inet_addr", "s", Result::Unsigned, Text::Addresses)),
    lazy(case("inet_aton", "so", Result::Int, Text::Addresses)),
    lazy(case("inet_pton", "aso", Result::Int, Text::Addresses)),
    lazy(case("inet_ntop", "aomn", Result::Word, Text::Bytes)),
    case("basename", "s", Result::Word, Text::Paths),
    lazy(case("__xpg_basename", "s", Result::Word, Text::Paths)),
    lazy(case("dirname", "s", Result::Word, Text::Paths)),
    lazy(case("wcslen", "o", Result::Word, Text::Wide)),
    lazy(case("wcscpy", "oo", Result::Word, Text::Wide)),
    lazy(case("wcscat", "oo", Result::Word, Text::Wide)),
    lazy(case("wcschr", "oh", Result::Word, Text::Wide)),
    lazy(case("mbstowcs", "psn", Result::Word, Text::Words)),
    case("wcwidth", "i", Result::Int, Text::Bytes),
    lazy(case("wcswidth", "on", Result::Int, Text::Wide)),
    case("strlen", "s", Result::Word, Text::Words),
    case("strnlen", "sn", Result::Word, Text::Words),
    case("strcpy", "ms", Result::Word, Text::Words),
    case("stpcpy", "ms", Result::Word, Text::Words),
    case("strncpy", "msn", Result::Word, Text::Words),
    case("stpncpy", "msn", Result::Word, Text::Words),
    case("strcat", "ss", Result::Word, Text::Words),
    case("strncat", "ssn", Result::Word, Text::Words),
    case("strchr", "sc", Result::Word, Text::Words),
    case("index", "sc", Result::Word, Text::Words),
    case("strchrnul", "sc", Result::Word, Text::Words),
    case("strrchr", "sc", Result::Word, Text::Words),
    case("strstr", "ss", Result::Word, Text::Words),
    case("strcasestr", "ss", Result::Word, Text::Words),
    lazy(case("strspn", "ss", Result::Word, Text::Words)),
    case("strcspn", "ss", Result::Word, Text::Words),
    lazy(case("strpbrk", "ss", Result::Word, Text::Words)),
    case("strcmp", "ss", Result::Int, Text::Words),
    case("strncmp", "ssn", Result::Int, Text::Words),
    case("strcasecmp", "ss", Result::Int, Text::Words),
    case("strncasecmp", "ssn", Result::Int, Text::Words),
    case("strcoll", "ss", Result::Int, Text::Words),
    case("memcmp", "mmn", Result::Sign, Text::Words),
    case("memchr", "mcn", Result::Word, Text::Words),
    case("memrchr", "mcn", Result::Word, Text::Words),
    case("rawmemchr", "sc", Result::Word, Text::Words),
    lazy(case("memmem", "mnmn", Result::Word, Text::Words)),
    case("memccpy", "mmcn", Result::Word, Text::Words),
    case("mempcpy", "mmn", Result::Word, Text::Bytes),
    case("bcopy", "mmn", Result::Nothing, Text::Bytes),
    case("swab", "mmn", Result::Nothing, Text::Bytes),
    case("bzero", "mn", Result::Nothing, Text::Bytes),
    case("strtok_r", "ssb", Result::Word, Text::Words),
    case("strsep", "bs", Result::Word, Text::Words),
    case("atoi", "s", Result::Int, Text::Numbers),
    case("atol", "s", Result::Word, Text::Numbers),
    case("atoll", "s", Result::Word, Text::Numbers),
    case("strtol", "spr", Result::Word, Text::Numbers),
    case("strtoul", "spr", Result::Word, Text::Numbers),
    case("strtoll", "spr", Result::Word, Text::Numbers),
    case("strtoull", "spr", Result::Word, Text::Numbers),
    case("strtoimax", "spr", Result::Word, Text::Numbers),
    case("strtoumax", "spr", Result::Word, Text::Numbers),
    case("strtod", "sp", Result::Double, Text::Numbers),
    case("strtof", "sp", Result::Double, Text::Numbers),
    case("atof", "s", Result::Double, Text::Numbers),
    case("sigemptyset", "o", Result::Int, Text::Bytes),
    case("sigfillset", "o", Result::Int, Text::Bytes),
    case("sigaddset", "og", Result::Int, Text::Bytes),
    case("sigdelset", "og", Result::Int, Text::Bytes),
    case("sigismember", "og", Result::Int, Text::Bytes),
    case("isalpha", "c", Result::Int, Text::Bytes),
    case("isdigit", "c", Result::Int, Text::Bytes),
    case("isalnum", "c", Result::Int, Text::Bytes),
    case("isupper", "c", Result::Int, Text::Bytes),
    case("islower", "c", Result::Int, Text::Bytes),
    case("isxdigit", "c", Result::Int, Text::Bytes),
    case("isspace", "c", Result::Int, Text::Bytes),
    case("isprint", "c", Result::Int, Text::Bytes),
    case("isgraph", "c", Result::Int, Text::Bytes),
    case("isblank", "c", Result::Int, Text::Bytes),
    case("iscntrl", "c", Result::Int, Text::Bytes),
    case("ispunct", "c", Result::Int, Text::Bytes),
    case("isascii", "c", Result::Int, Text::Bytes),
    case("toascii", "c", Result::Int, Text::Bytes),
    case("toupper", "c", Result::Int, Text::Bytes),
    case("tolower", "c", Result::Int, Text::Bytes),
    case("abs", "i", Result::Int, Text::Bytes),
    case("labs", "i", Result::Word, Text::Bytes),
    case("llabs", "i", Result::Word, Text::Bytes),
    case("htonl", "i", Result::Unsigned, Text::Bytes),
    case("ntohs", "i", Result::Short, Text::Bytes),
    case("bswap16", "i", Result::Short, Text::Bytes),
    case("bswap32", "i", Result::Unsigned, Text::Bytes),
    case("bswap64", "i", Result::Word, Text::Bytes),
    case("ffs", "i", Result::Int, Text::Bytes),
    case("ffsl", "i", Result::Int, Text::Bytes),
    case("ffsll", "i", Result::Int, Text::Bytes),
    case("popcount", "i", Result::Int, Text::Bytes),
    case("popcountl", "i", Result::Int, Text::Bytes),
    case("parity", "i", Result::Int, Text::Bytes),
    case("parityll", "i", Result::Int, Text::Bytes),
    case("clz", "i", Result::Int, Text::Bytes),
    case("clzl", "i", Result::Int, Text::Bytes),
    case("ctz", "i", Result::Int, Text::Bytes),
    case("ctzll", "i", Result::Int, Text::Bytes),
    case("clrsb", "i", Result::Int, Text::Bytes),
    case("clrsbl", "i", Result::Int, Text::Bytes),
    case("fabs", "d", Result::Double, Text::Bytes),
    case("fabsf", "f", Result::Double, Text::Bytes),
    case("floor", "d", Result::Double, Text::Bytes),
    case("floorf", "f", Result::Double, Text::Bytes),
    case("ceil", "d", Result::Double, Text::Bytes),
    case("ceilf", "f", Result::Double, Text::Bytes),
    case("trunc", "d", Result::Double, Text::Bytes),
    case("truncf", "f", Result::Double, Text::Bytes),
    case("round", "d", Result::Double, Text::Bytes),
    case("roundf", "f", Result::Double, Text::Bytes),
    case("rint", "d", Result::Double, Text::Bytes),
    case("rintf", "f", Result::Double, Text::Bytes),
    case("nearbyint", "d", Result::Double, Text::Bytes),
    case("nearbyintf", "f", Result::Double, Text::Bytes),
    case("sqrt", "d", Result::Double, Text::Bytes),
    case("sqrtf", "f", Result::Double, Text::Bytes),
    case("fmod", "dd", Result::Double, Text::Bytes),
    case("fmodf", "ff", Result::Double, Text::Bytes),
    case("fmin", "dd", Result::Double, Text::Bytes),
    case("fminf", "ff", Result::Double, Text::Bytes),
    case("fmax", "dd", Result::Double, Text::Bytes),
    case("fmaxf", "ff", Result::Double, Text::Bytes),
    case("copysign", "dd", Result::Double, Text::Bytes),
    case("copysignf", "ff", Result::Double, Text::Bytes),
    case("lround", "d", Result::Word, Text::Bytes),
    case("lroundf", "f", Result::Word, Text::Bytes),
    case("llround", "d", Result::Word, Text::Bytes),
    case("llroundf", "f", Result::Word, Text::Bytes),
    case("lrint", "d", Result::Word, Text::Bytes),
    case("lrintf", "f", Result::Word, Text::Bytes),
    case("llrint", "d", Result::Word, Text::Bytes),
    case("llrintf", "f", Result::Word, Text::Bytes),
    case("modf", "do", Result::Double, Text::Bytes),
    case("modff", "fo", Result::Double, Text::Bytes),
    case("frexp", "do", Result::Double, Text::Bytes),
    case("frexpf", "fo", Result::Double, Text::Bytes),
    case("ldexp", "de", Result::Double, Text::Bytes),
    case("ldexpf", "fe", Result::Double, Text::Bytes),
    case("scalbn", "de", Result::Double, Text::Bytes),
    case("isnan", "d", Result::Int, Text::Bytes),
    case("__isinf", "d", Result::Int, Text::Bytes),
    case("finite", "d", Result::Int, Text::Bytes),
    case("isgreater", "dd", Result::Int, Text::Bytes),
    case("islessgreater", "dd", Result::Int, Text::Bytes),
    case("isunordered", "dd", Result::Int, Text::Bytes),
    case("pow", "ww", Result::Double, Text::Bytes),
    case("hypot", "ww", Result::Double, Text::Bytes),
    case("log2", "w", Result::Double, Text::Bytes),
    case("exp2", "w", Result::Double, Text::Bytes),
    lazy(case("strftime", "3421", Result::Word, Text::Calendar)),
    case("clrsbll", "i", Result::Int, Text::Bytes),
    case("clzll", "i", Result::Int, Text::Bytes),
    case("ctzl", "i", Result::Int, Text::Bytes),
    case("htons", "i", Result::Short, Text::Bytes),
    case("imaxabs", "i", Result::Word, Text::Bytes),
    case("ntohl", "i", Result::Unsigned, Text::Bytes),
    case("parityl", "i", Result::Int, Text::Bytes),
    case("popcountll", "i", Result::Int, Text::Bytes),
    case("__mempcpy", "mmn", Result::Word, Text::Bytes),
    case("explicit_bzero", "mn", Result::Nothing, Text::Bytes),
    case("_tolower", "c", Result::Int, Text::Bytes),
    case("_toupper", "c", Result::Int, Text::Bytes),
    lazy(case("bcmp", "mmn", Result::Truth, Text::Words)),
    case("__strtod_internal", "sp0", Result::Double, Text::Numbers),
    case("__strtof_internal", "sp0", Result::Double, Text::Numbers),
    case("__strtol_internal", "spr0", Result::Word, Text::Numbers),
    case("__strtoll_internal", "spr0", Result::Word, Text::Numbers),
    case("__strtoul_internal", "spr0", Result::Word, Text::Numbers),
    case("__strtoull_internal", "spr0", Result::Word, Text::Numbers),
    case("strtoq", "spr", Result::Word, Text::Numbers),
    case("strtouq", "spr", Result::Word, Text::Numbers),
    case("rindex", "sc", Result::Word, Text::Words),
    lazy(case("strtok", "ss", Result::Word, Text::Words)),
    case("__strtok_r", "ssb", Result::Word, Text::Words),
    case("__finite", "d", Result::Int, Text::Bytes),
    case("__finitef", "f", Result::Int, Text::Bytes),
    case("__isinff", "f", Result::Int, Text::Bytes),
    case("__isnan", "d", Result::Int, Text::Bytes),
    case("__isnanf", "f", Result::Int, Text::Bytes),
    case("isfinite", "d", Result::Int, Text::Bytes),
    case("isinf", "d", Result::Int, Text::Bytes),
    case("isinff", "f", Result::Int, Text::Bytes),
    case("isinf_sign", "d", Result::Int, Text::Bytes),
    case("isless", "dd", Result::Int, Text::Bytes),
    case("islessequal", "dd", Result::Int, Text::Bytes),
    case("isgreaterequal", "dd", Result::Int, Text::Bytes),
    case("isnanf", "f", Result::Int, Text::Bytes),
    case("isnormal", "d", Result::Int, Text::Bytes),
    case("acos", "z", Result::Double, Text::Bytes),
    case("asin", "z", Result::Double, Text::Bytes),
    case("atan", "z", Result::Double, Text::Bytes),
    case("atanf", "z", Result::Double, Text::Bytes),
    case("cos", "z", Result::Double, Text::Bytes),
    case("cosf", "z", Result::Double, Text::Bytes),
    case("cosh", "z", Result::Double, Text::Bytes),
    case("exp", "z", Result::Double, Text::Bytes),
    case("expf", "z", Result::Double, Text::Bytes),
    case("log", "z", Result::Double, Text::Bytes),
    case("log10", "z", Result::Double, Text::Bytes),
    case("logf", "z", Result::Double, Text::Bytes),
    case("sin", "z", Result::Double, Text::Bytes),
    case("sinf", "z", Result::Double, Text::Bytes),
    case("sinh", "z", Result::Double, Text::Bytes),
    case("tan", "z", Result::Double, Text::Bytes),
    case("tanh", "z", Result::Double, Text::Bytes),
    case("powf", "ww", Result::Single, Text::Bytes),
    case("roundeven", "d", Result::Double, Text::Bytes),
    case("scalbnf", "fe", Result::Double, Text::Bytes),
    case("huge_val", "", Result::Double, Text::Bytes),
    case("huge_valf", "", Result::Double, Text::Bytes),
    case("inf", "", Result::Double, Text::Bytes),
    case("inff", "", Result::Double, Text::Bytes),
];
