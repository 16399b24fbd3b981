//! Source places: through comments and markers, every name stands where the user wrote it.

use proptest::prelude::*;

use crate::frontend::lexer::{Dialect, Kind, lex};
use crate::frontend::lines::LineTable;
use crate::ir::FileId;

/// Pieces of C that the lexer treats in different ways; each is complete by itself.
const PIECES: [&str; 12] = [
    "int NAME;",
    "/* comment\n over lines */ int NAME;",
    "struct __attribute__((packed)) NAME { int a;; };",
    "static NAME = 'a';",
    "int NAME(void) { return 1 ?: 2; }",
    "_Alignas(8) char NAME;",
    "# 7 \"other.h\"",
    "#line 3 \"third.h\"",
    "const char *NAME = \"text\" \"more\";",
    "asm(\"code\");",
    "int NAME(int x) { l: asm goto(\"\" : : : : l); return x; }",
    "  __extension__ unsigned __int128 NAME ;",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_stand_where_they_were_written(choices in prop::collection::vec(0..PIECES.len(), 1..20)) {
        let mut source = String::new();
        let mut expected = Vec::new();
        let (mut file, mut line) = ("first.c".to_owned(), 1_u32);
        for (number, choice) in choices.into_iter().enumerate() {
            let piece = PIECES[choice].replace("NAME", &format!("name_{number}_"));
            if let Some(at) = piece.find("name_") {
                let before = &piece[..at];
                let column = at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
                let name = format!("name_{number}_");
                expected.push((name, file.clone(), line + before.matches('\n').count() as u32, column as u32));
            }
            source += &piece;
            source.push('\n');
            line += piece.matches('\n').count() as u32 + 1;
            if choice == 6 {
                (file, line) = ("other.h".to_owned(), 7);
            } else if choice == 7 {
                (file, line) = ("third.h".to_owned(), 3);
            }
        }
        let mut lines = LineTable::new("first.c");
        let lexed = lex(source.as_bytes(), Dialect::C17, 0, &mut lines).map_err(|(at, what)| TestCaseError::fail(format!("{at}: {what}")))?;
        for (name, file, line, column) in expected {
            let token = lexed.tokens.iter().find(|token| lexed.text[token.start as usize..token.end as usize] == name);
            let offset = token.ok_or_else(|| TestCaseError::fail(format!("{name} is gone")))?.start;
            let found = lines.resolve(offset);
            prop_assert_eq!((lines.files().name(FileId(found.0)).to_owned(), found.1, found.2), (file, line, column), "{}\n{}", name, source);
        }
    }

    /// From an offset of the source to file, line and column, and back to the offset.
    #[test]
    fn offsets_lead_to_places_and_back(choices in prop::collection::vec(0..PIECES.len(), 1..20), shares in prop::collection::vec(0.0..1.0_f64, 1..40)) {
        let source: String = choices.iter().enumerate().map(|(number, choice)| PIECES[*choice].replace("NAME", &format!("name_{number}_")) + "\n").collect();
        let mut lines = LineTable::new("first.c");
        let lexed = lex(source.as_bytes(), Dialect::C17, 0, &mut lines).map_err(|(at, what)| TestCaseError::fail(format!("{at}: {what}")))?;
        prop_assert!(lexed.tokens.iter().all(|token| token.kind == Kind::End || !source.as_bytes()[token.start as usize].is_ascii_whitespace()));
        for share in shares {
            let offset = (source.len() as f64 * share) as u32;
            let (file, line, column) = lines.resolve(offset);
            let starts: Vec<u32> = lines.find(lines.files().name(FileId(file)), line).collect();
            prop_assert!(starts.iter().any(|start| start + column - 1 == offset), "{offset} is {line}:{column}, {starts:?}\n{source}");
        }
    }
}
