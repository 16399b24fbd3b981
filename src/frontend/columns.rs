//! Columns: where in its source file a token stands that the preprocessor printed.
//!
//! Places are those of the text that is parsed. Preprocessors keep its lines, and not its columns: macros are replaced, spaces and comments left
//! out. So the tokens of a printed line are held against those of the line in the source file: a longest common subsequence of both, in which words
//! count more than signs (Wagner and Fischer, "The string-to-string correction problem", 1974). What is in it stands where the source has
//! it; what is not came from a macro, and stands where that is named.
//!
//! Only what is shown of a place depends on this: the analysis tells places apart by the columns of the printed line.

use std::collections::BTreeMap;

use super::lines::LineTable;
use super::preprocess::Input;
use crate::files;

/// Lines of more pairs of tokens are not aligned.
const MOST_PAIRS: usize = 1 << 20;
/// How much a word counts that is in both lines, and how much a sign.
const WORTH: (u32, u32) = (8, 1);

/// For the lines of files, by the number of the file among those of the unit, and by line: columns of the printed line at which a token begins that
/// stands at another one in the source, with that.
pub(super) type Columns = BTreeMap<(u32, u32), Vec<(u32, u32)>>;

/// The columns of a unit that was preprocessed, as far as its source files can be read. Headers of the system are left out.
pub(super) fn columns(input: &Input, text: &[u8], lines: &LineTable) -> Columns {
    if input.path.extension().is_some_and(|extension| extension == "i") {
        return Columns::new();
    }
    let mut printed: BTreeMap<(u32, u32), Vec<Token<'_>>> = BTreeMap::new();
    let mut start = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let at = start;
        start += line.len() + 1;
        if !line.starts_with(b"#") && !line.trim_ascii().is_empty() {
            let (file, number, _) = lines.resolve(at as u32);
            printed.entry((file, number)).or_default().extend(tokens(line));
        }
    }
    let mut found = Columns::new();
    for (file, name) in lines.files().names().enumerate() {
        let file = file as u32;
        let Some(source) = source(input, name) else { continue };
        let sources = source.split(|byte| *byte == b'\n').zip(1..);
        for (line, number) in sources {
            if let Some(printed) = printed.get(&(file, number)) {
                let moved = moved(printed, &tokens(line));
                if !moved.is_empty() {
                    found.insert((file, number), moved);
                }
            }
        }
    }
    found
}

/// A source file that is not one of the system.
fn source(input: &Input, name: &str) -> Option<Vec<u8>> {
    let is_of_system = name.starts_with("/usr/") || name.starts_with('<');
    (!is_of_system).then(|| files::read(&input.beside(name.as_ref())).ok())?
}

/// The printed columns of the tokens that stand at other ones in the source.
fn moved(printed: &[Token<'_>], source: &[Token<'_>]) -> Vec<(u32, u32)> {
    if source.is_empty() || printed.len().saturating_mul(source.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let partners = partners(printed, source);
    let mut is_macro: Vec<bool> = source.iter().map(|token| is_word(token.text[0])).collect();
    partners.iter().flatten().for_each(|partner| is_macro[*partner] = false);
    let mut columns = Vec::new();
    // The token of the source behind the last pair.
    let mut next = 0;
    for (token, partner) in printed.iter().zip(partners) {
        let stands = partner.unwrap_or_else(|| {
            let named = (0..source.len().min(next + 1)).rev().find(|token| is_macro[*token]);
            named.unwrap_or(next.min(source.len() - 1))
        });
        next = partner.map_or(next, |partner| partner + 1);
        columns.push((token.column, source[stands].column));
    }
    // A line may be printed in pieces of which two have a token at one column: the first one stands for both.
    columns.sort_by_key(|(printed, _)| *printed);
    columns.dedup_by_key(|(printed, _)| *printed);
    columns.retain(|(printed, stands)| printed != stands);
    columns
}

/// For each printed token the token of the source that it is, by number. What both lines begin with is in a longest common subsequence: most
/// lines are printed as they are.
fn partners(printed: &[Token<'_>], source: &[Token<'_>]) -> Vec<Option<usize>> {
    let both = printed.iter().zip(source);
    let start = both.take_while(|(one, other)| one.text == other.text).count();
    let rest = partners_of_rest(&printed[start..], &source[start..]);
    let rest = rest.into_iter().map(|partner| partner.map(|partner| start + partner));
    (0..start).map(Some).chain(rest).collect()
}

fn partners_of_rest(printed: &[Token<'_>], source: &[Token<'_>]) -> Vec<Option<usize>> {
    let width = source.len() + 1;
    // What the rests of both lines have in common, from a token of each on.
    let mut common = vec![0_u32; (printed.len() + 1) * width];
    for one in (0..printed.len()).rev() {
        for other in (0..source.len()).rev() {
            let apart = common[(one + 1) * width + other].max(common[one * width + other + 1]);
            let together =
                worth(&printed[one], &source[other]).map_or(0, |worth| worth + common[(one + 1) * width + other + 1]);
            common[one * width + other] = apart.max(together);
        }
    }
    let (mut one, mut other) = (0, 0);
    let mut partners = vec![None; printed.len()];
    while one < printed.len() && other < source.len() {
        let here = common[one * width + other];
        let together = worth(&printed[one], &source[other]).map(|worth| worth + common[(one + 1) * width + other + 1]);
        if together == Some(here) {
            partners[one] = Some(other);
            one += 1;
            other += 1;
        } else if common[(one + 1) * width + other] == here {
            one += 1;
        } else {
            other += 1;
        }
    }
    partners
}

fn worth(one: &Token<'_>, other: &Token<'_>) -> Option<u32> {
    (one.text == other.text).then(|| if is_word(one.text[0]) { WORTH.0 } else { WORTH.1 })
}

/// A token of a line: its bytes, and its column, from 1.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t [u8],
    column: u32,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The words, literals and signs of a line, without comments.
fn tokens(line: &[u8]) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = line.get(at) {
        let rest = &line[at..];
        let length = match first {
            b'/' if rest.starts_with(b"//") => rest.len(),
            b'/' if rest.starts_with(b"/*") => {
                let end = rest[2..].windows(2).position(|two| two == b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            quote @ (b'"' | b'\'') => literal(rest, *quote),
            byte if is_word(*byte) => rest.iter().take_while(|byte| is_word(**byte)).count(),
            _ => 1,
        };
        let is_comment = rest.starts_with(b"//") || rest.starts_with(b"/*");
        if !is_comment && !first.is_ascii_whitespace() {
            tokens.push(Token {
                text: &rest[..length],
                column: at as u32 + 1,
            });
        }
        at += length;
    }
    tokens
}

/// How long a literal is that begins here.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut is_escaped = true;
    let end = text.iter().position(|byte| {
        let ends = *byte == quote && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where words of a printed line stand in the source.
    fn stand(source: &str, printed: &str, words: &[&str]) -> Vec<usize> {
        let moved = moved(&tokens(printed.as_bytes()), &tokens(source.as_bytes()));
        let column = |word: &&str| {
            let printed = printed.find(*word).expect("the word is printed") as u32 + 1;
            let known = moved.iter().find(|(column, _)| *column == printed);
            known.map_or(printed, |(_, stands)| *stands) as usize
        };
        words.iter().map(column).collect()
    }

    #[test]
    fn a_token_behind_a_macro_stands_where_the_source_has_it() {
        let source = "  create(&t, NULL, work, NULL); count++; /* x */ done = N;";
        let printed = "  create(&t, ((void *)0), work, ((void *)0)); count++; done = 64;";
        let words = ["create", "work", "count", "done"];
        let expected: Vec<usize> = words
            .iter()
            .filter_map(|word| source.find(word))
            .map(|at| at + 1)
            .collect();
        assert_eq!(stand(source, printed, &words), expected);
    }

    #[test]
    fn what_a_macro_made_stands_where_that_is_named() {
        let source = "x = LIMIT + y;";
        let printed = "x = (limit * 2) + y;";
        assert_eq!(stand(source, printed, &["limit", "2", "y"]), [5, 5, 13]);
    }

    #[test]
    fn what_a_macro_made_behind_what_it_was_given_stands_where_it_is_named() {
        let source = "    atomic_store(&busy, 0);";
        let printed = "    ({ __auto_type to = (&busy); __atomic_store(to, 0); });";
        assert_eq!(
            stand(source, printed, &["__auto_type", "busy", "__atomic_store"]),
            [5, 19, 5]
        );
    }

    #[test]
    fn what_a_macro_was_given_stands_there() {
        let source = "CHECK(start(&first)); CHECK(start(&second));";
        let printed = "do { if (start(&first)) abort(); } while (0); do { if (start(&second)) abort(); } while (0);";
        assert_eq!(stand(source, printed, &["first", "second"]), [14, 36]);
    }

    #[test]
    fn lines_that_are_printed_as_they_are_have_no_entry() {
        let line = tokens(b"  puts(\"a // b\\\" c\"); // nothing");
        assert!(moved(&line, &line).is_empty());
        assert_eq!(line.len(), 5);
    }

    #[test]
    fn a_line_of_another_file_has_no_entry() {
        assert!(moved(&tokens(b"int x;"), &tokens(b"")).is_empty());
    }
}
