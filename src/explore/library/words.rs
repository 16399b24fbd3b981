//! Input made of texts that the program knows (`Code::vocabulary`): with noise alone no execution gets past the parser of a protocol.
//!
//! Half of what arrives is noise as before; a program that compares nothing with its input gets nothing else.

use crate::explore::machine::Machine;

/// Stands in a text of the vocabulary for a number or a word.
pub const SLOT: u8 = b'%';

/// Parts of a line at most.
const PARTS: u64 = 3;

impl Machine<'_> {
    /// A line of known texts and of what users give, with its end, in at most so many bytes.
    pub(super) fn known_line(&mut self, room: u64) -> Option<Vec<u8>> {
        let mut line = self.known_text()?;
        for _ in 0..self.inputs.among(PARTS) {
            line.push(b' ');
            let part = match self.inputs.among(2) {
                0 => self.argument_text(),
                _ => self.known_text().unwrap_or_default(),
            };
            line.extend(part);
        }
        line.retain(|byte| *byte != b'\n');
        line.push(b'\n');
        line.truncate(usize::try_from(room).unwrap_or(usize::MAX));
        Some(line)
    }

    /// A known text up to its first space.
    pub(super) fn known_word(&mut self) -> Option<Vec<u8>> {
        let mut text = self.known_text()?;
        let end = text.iter().position(u8::is_ascii_whitespace);
        text.truncate(end.unwrap_or(text.len()));
        (!text.is_empty()).then_some(text)
    }

    /// A known text; none if there is none, or the environment chooses noise.
    fn known_text(&mut self) -> Option<Vec<u8>> {
        let known = &self.code.vocabulary;
        if known.is_empty() || self.inputs.among(2) == 0 {
            return None;
        }
        let chosen = &known[self.inputs.among(known.len() as u64) as usize];
        let mut text = Vec::new();
        for byte in chosen {
            match *byte {
                SLOT => text.extend(self.argument_text()),
                byte => text.push(byte),
            }
        }
        Some(text)
    }
}
