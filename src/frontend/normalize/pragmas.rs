//! Pragmas: `pack` changes the layout of records, the others are for the compiler.

use super::Pass;
use super::lexer::Kind;

impl Pass<'_> {
    /// `#pragma …`.
    pub(super) fn pragma(&mut self) {
        let text = String::from_utf8_lossy(self.bytes_at(self.at)).into_owned();
        if let Some(rest) = text.trim_start_matches('#').trim_start().strip_prefix("pragma") {
            self.apply_pragma(rest);
        }
        self.at += 1;
    }

    /// `_Pragma("…")`.
    pub(super) fn pragma_operator(&mut self) {
        let end = self.behind(self.at + 1);
        for at in self.at..end {
            if self.kind_at(at) == Kind::String {
                let text = String::from_utf8_lossy(self.bytes_at(at)).into_owned();
                self.apply_pragma(text.trim_matches('"'));
            }
        }
        self.at = end;
    }

    /// `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(pop)`.
    fn apply_pragma(&mut self, text: &str) {
        let Some(rest) = text.trim().strip_prefix("pack") else {
            return;
        };
        let inner = rest.trim().trim_start_matches('(').trim_end_matches(')');
        let mut value = None;
        let (mut push, mut pop) = (false, false);
        for part in inner.split(',').map(str::trim) {
            match part {
                "push" => push = true,
                "pop" => pop = true,
                _ => value = part.parse::<u32>().ok().or(value),
            }
        }
        if pop && self.packing.len() > 1 {
            self.packing.pop();
        }
        if push {
            self.packing.push(self.packing.last().copied().unwrap_or(0));
        }
        let new = match value {
            Some(value) => value,
            None if push || pop => return,
            None => 0,
        };
        if let Some(current) = self.packing.last_mut() {
            *current = new;
        }
    }
}
