//! Memory that functions of the library ask for "as if by a call of `malloc`" (POSIX.1-2017, `strdup`, `getline`): a program that defines
//! `malloc` itself is asked for it, in whatever thread and under whatever lock (The GNU C Library, 3.2.5 "Replacing `malloc`").

use super::model::{Effect, Model, Returns};

/// What a program may define in place of the library.
const REPLACED: [&str; 4] = ["malloc", "calloc", "realloc", "free"];

/// What gives memory by itself, or that of the stack.
const ALLOCATORS: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "sbrk",
];

/// The function by which a program that defines functions of some names replaces the memory of the library, if it does.
pub fn replaced_allocator<'p>(defined: impl IntoIterator<Item = &'p str>) -> Option<&'p str> {
    defined.into_iter().find(|name| REPLACED.contains(name))
}

/// Whether a function asks for memory as if by a call of `malloc`.
pub fn asks_for_memory(name: &str, model: &Model) -> bool {
    let plain = name.trim_start_matches("__builtin_");
    let gives = match &model.effect {
        Some(Effect::Allocate { flags, .. }) => flags.is_none() && model.lifetime == Default::default(),
        Some(Effect::Reallocate { .. } | Effect::ReadLine { .. }) => true,
        _ => matches!(model.returns, Returns::Memory | Returns::ArgumentOrMemory(_)),
    };
    // A user's row says all that its function does.
    gives && model.stated.is_none() && !ALLOCATORS.contains(&plain)
}
