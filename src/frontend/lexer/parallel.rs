//! Pragmas that make threads: those of OpenMP and OpenACC. The compiler follows them only if it is told to (`-fopenmp`), but whoever
//! writes them means them; their threads are not analysed.

/// The words of directives of which one makes threads, or moves work to where others run.
const WORDS: [&str; 8] = [
    "parallel", "teams", "target", "task", "taskloop", "kernels", "serial", "sections",
];

/// Whether the text behind the word `pragma` makes threads.
pub(super) fn makes_threads(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let family = words.find(|word| !word.is_empty());
    matches!(family, Some("omp" | "acc")) && words.any(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::makes_threads;

    #[test]
    fn directives_that_make_threads_are_told_from_others() {
        for text in [
            " omp parallel for",
            "omp target teams",
            " omp\tparallel\\\n for",
            "acc kernels",
            "omp sections",
        ] {
            assert!(makes_threads(text), "{text}");
        }
        for text in [
            " omp simd",
            "omp declare simd",
            " pack(1)",
            "parallel",
            "omp critical",
            "",
        ] {
            assert!(!makes_threads(text), "{text}");
        }
    }
}
