//! What the pieces of shapes in a program need: prototypes, data and functions, and calls at the beginning of `main`.

use super::Header;
use crate::program::Program;

/// The declarations of the system that only shapes need.
const SYSTEM: &str = "\
int pthread_cond_signal(pthread_cond_t *);
int pthread_barrier_destroy(pthread_barrier_t *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strchr(const char *, int);
int strcmp(const char *, const char *);
size_t strlen(const char *);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memmove(void *, const void *, size_t);
int snprintf(char *, size_t, const char *, ...);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
";

/// What the pieces of a program need, each thing once.
#[derive(Default)]
pub(super) struct Shapes {
    pub(super) declarations: String,
    pub(super) setup: String,
}

impl Shapes {
    pub(super) fn of(program: &Program) -> Self {
        let mut declared = Vec::new();
        let mut shapes = Shapes::default();
        for piece in program.pieces() {
            let shape = piece.shape();
            if declared.contains(&shape.declarations) {
                continue;
            }
            declared.push(shape.declarations);
            shapes.declarations += shape.declarations.trim_start();
            shapes.declarations.push('\n');
            shapes.setup += shape.setup;
            shapes.setup.push('\n');
        }
        shapes
    }

    pub(super) fn system(&self, header: Header) -> &'static str {
        match header {
            _ if self.declarations.is_empty() => "",
            Header::WrittenOut => SYSTEM,
            Header::Included => "#include <stdio.h>\n",
        }
    }
}
