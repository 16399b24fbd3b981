//! Names that C23 made keywords are names in older programs, and keywords where only that makes sense.

use super::{Scratch, load_text};
use crate::frontend::{FrontendOptions, Input, load};
use crate::ir::DataModel;

/// A program that declares the new keywords itself.
const OLDER: &str = "typedef unsigned char bool; enum { false, true }; bool nullptr; struct S { int alignof, bool; };
    int constexpr(int alignas) { return alignas; } int typeof_unqual(void);
    int main(void) { bool thread_local = true; static int static_assert; return constexpr(thread_local + static_assert + nullptr) - sizeof(bool); }";

/// A program that is right in C23 only.
const NEWER: &str = "static_assert(true); thread_local bool b; constexpr int n = alignof(int); alignas(8) int a[n];
    int main(void) { int *p = nullptr; return b || p; }";

/// Whether a source is read with a flag for the standard.
fn is_read(text: &str, standard: &str) -> bool {
    let file = Scratch::new(text.as_bytes(), "i");
    let mut input = Input::new(&file.0);
    input.arguments = vec![standard.to_owned()];
    load(&[input], &FrontendOptions::default()).is_ok()
}

#[test]
fn without_a_standard_names_stay_names_and_keywords_are_understood() {
    for text in [OLDER, NEWER, "int main(void) { return nullptr != 0; }"] {
        if let Err(errors) = load_text(text, DataModel::Lp64) {
            panic!("{errors:?}\n{text}");
        }
    }
}

#[test]
fn the_standard_that_a_command_names_decides() {
    for older in ["-std=c11", "-std=gnu17", "-ansi"] {
        assert!(is_read(OLDER, older) && !is_read(NEWER, older), "{older}");
    }
    for newer in ["-std=c23", "-std=gnu2x"] {
        assert!(!is_read(OLDER, newer) && is_read(NEWER, newer), "{newer}");
    }
}
