//! What the names of functions of the compiler tell: what they return, and which ones touch no memory.

/// What functions of the compiler return.
#[derive(Clone, Copy)]
pub enum Returns {
    Void,
    Int,
    Long,
    LongLong,
    Size,
    Double,
    Pointer,
    CharPointer,
    U16,
    U32,
    U64,
    /// The type of the first argument.
    First,
}

/// The prefix of functions of the compiler.
pub const PREFIX: &str = "__builtin_";

/// Functions of the C library that exist with the prefix as well, and the types that they return.
const LIBRARY: &[(&str, Returns)] = &[
    ("__builtin_memcpy", Returns::Pointer),
    ("__builtin_memmove", Returns::Pointer),
    ("__builtin_memset", Returns::Pointer),
    ("__builtin_memcmp", Returns::Int),
    ("__builtin_memchr", Returns::Pointer),
    ("__builtin_mempcpy", Returns::Pointer),
    ("__builtin_strlen", Returns::Size),
    ("__builtin_strcpy", Returns::CharPointer),
    ("__builtin_strncpy", Returns::CharPointer),
    ("__builtin_strcat", Returns::CharPointer),
    ("__builtin_strncat", Returns::CharPointer),
    ("__builtin_strcmp", Returns::Int),
    ("__builtin_strncmp", Returns::Int),
    ("__builtin_strchr", Returns::CharPointer),
    ("__builtin_strrchr", Returns::CharPointer),
    ("__builtin_strstr", Returns::CharPointer),
    ("__builtin_strdup", Returns::CharPointer),
    ("__builtin_strndup", Returns::CharPointer),
    ("__builtin_strpbrk", Returns::CharPointer),
    ("__builtin_strspn", Returns::Size),
    ("__builtin_strcspn", Returns::Size),
    ("__builtin_strcasecmp", Returns::Int),
    ("__builtin_strncasecmp", Returns::Int),
    ("__builtin_bcmp", Returns::Int),
    ("__builtin_bzero", Returns::Void),
    ("__builtin_stpcpy", Returns::CharPointer),
    ("__builtin_malloc", Returns::Pointer),
    ("__builtin_calloc", Returns::Pointer),
    ("__builtin_realloc", Returns::Pointer),
    ("__builtin_free", Returns::Void),
    ("__builtin_alloca", Returns::Pointer),
    ("__builtin_alloca_with_align", Returns::Pointer),
    ("__builtin_alloca_with_align_and_max", Returns::Pointer),
    ("__builtin_printf", Returns::Int),
    ("__builtin_fprintf", Returns::Int),
    ("__builtin_sprintf", Returns::Int),
    ("__builtin_snprintf", Returns::Int),
    ("__builtin_puts", Returns::Int),
    ("__builtin_putchar", Returns::Int),
    ("__builtin_abs", Returns::Int),
    ("__builtin_labs", Returns::Long),
    ("__builtin_llabs", Returns::LongLong),
    ("__builtin_fabs", Returns::Double),
    ("__builtin_sqrt", Returns::Double),
    ("__builtin_floor", Returns::Double),
    ("__builtin_ceil", Returns::Double),
    ("__builtin_pow", Returns::Double),
];

/// Pure functions of the compiler.
const PURE: &[(&str, Returns)] = &[
    ("bswap16", Returns::U16),
    ("bswap32", Returns::U32),
    ("bswap64", Returns::U64),
    ("stack_save", Returns::Pointer),
    ("stack_restore", Returns::Void),
    ("return_address", Returns::Pointer),
    ("frame_address", Returns::Pointer),
    ("extract_return_addr", Returns::Pointer),
    ("huge_val", Returns::Double),
    ("inf", Returns::Double),
    ("nan", Returns::Double),
    ("fabsf", Returns::First),
    ("fabsl", Returns::First),
    ("copysign", Returns::First),
    ("copysignf", Returns::First),
    ("copysignl", Returns::First),
    ("prefetch", Returns::Void),
    ("ia32_pause", Returns::Void),
    ("cpu_init", Returns::Void),
    ("cpu_supports", Returns::Int),
    ("LINE", Returns::Int),
];

/// Whether an argument is a value of the object's type.
pub fn takes_value(name: &str, index: usize) -> bool {
    match name {
        "__atomic_store_n" | "__atomic_exchange_n" => index == 1,
        "__atomic_compare_exchange_n" => index == 2,
        "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => index <= 2,
        _ => {
            index == 1
                && (name.starts_with("__atomic_fetch") || name.ends_with("_fetch") || name.starts_with("__sync_"))
        }
    }
}

/// The function of the compiler that does what one of the library does.
pub fn library_function(plain: &str) -> Option<(&'static str, Returns)> {
    let row = LIBRARY
        .iter()
        .find(|(name, _)| name.strip_prefix(PREFIX) == Some(plain));
    row.copied()
}

/// What a pure function of the compiler returns, by its name without prefix.
pub fn pure_function(plain: &str) -> Option<Returns> {
    let row = PURE.iter().find(|(name, _)| *name == plain);
    row.map(|(_, returns)| *returns)
}

/// Built-in functions on numbers, which return `int` and touch no memory.
pub fn is_known_pure(rest: &str) -> bool {
    [
        "clz",
        "ctz",
        "ffs",
        "popcount",
        "parity",
        "clrsb",
        "is",
        "signbit",
        "fpclassify",
        "inf",
        "nan",
        "huge_val",
    ]
    .iter()
    .any(|prefix| rest.starts_with(prefix))
}
