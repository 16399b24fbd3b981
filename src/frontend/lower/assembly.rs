//! Inline assembly, as GNU C has it.
//!
//! What it accesses are its operands, and, if it says so by a clobber or if its text does, what their values lead to.
//! A text says so by an address in a register (`(%0)`, `[%0]`), by an instruction with operands of its own (`movsb`, `syscall`), or by a jump elsewhere (`call`).
//! What has linkage and is named in the text is an obstacle ([`super::second_names`]).

use lang_c::ast::{AsmStatement, GnuExtendedAsmStatement};
use lang_c::span::Span;

use super::Lowering;
use super::expressions::Operand;
use crate::ir::{Expr, InstructionKind, Place, Position};

impl<'a> Lowering<'a> {
    /// An assembly statement.
    pub(super) fn assembly(&mut self, assembly: &'a AsmStatement, span: Span) {
        let at = self.at(span);
        match assembly {
            AsmStatement::GnuBasic(template) => {
                let template = self.string_text(&template.node);
                if !template.trim().is_empty() {
                    self.check_named(&template, at);
                    let kind = InstructionKind::Assembly {
                        outputs: Vec::new(),
                        inputs: Vec::new(),
                        memory: Vec::new(),
                        clobbers_memory: false,
                        template,
                    };
                    self.flow.push(kind, at);
                }
            }
            AsmStatement::GnuExtended(extended) => self.extended(extended, at),
        }
    }

    fn extended(&mut self, assembly: &'a GnuExtendedAsmStatement, at: Position) {
        let template = self.string_text(&assembly.template.node);
        if template.trim().is_empty() {
            return self.empty_template(assembly, at);
        }
        self.check_named(&template, at);
        let (mut outputs, mut inputs, mut memory) = (Vec::new(), Vec::new(), Vec::new());
        for output in &assembly.outputs {
            let place = self.place(&output.node.variable_name);
            let constraint = self.string_text(&output.node.constraints.node);
            // What stays in memory is no address that the text could follow.
            let is_in_register = constraint.trim_matches(['+', '&']) != "m";
            if constraint.contains('+') && is_in_register && self.types().as_record(place.ty).is_none() {
                inputs.push(self.load(place.clone()));
            }
            outputs.push(place);
        }
        for input in &assembly.inputs {
            let constraint = self.string_text(&input.node.constraints.node);
            let operand = &input.node.variable_name;
            if stays_in_memory(&constraint) {
                memory.push(self.place(operand));
            } else {
                inputs.push(self.value(operand));
            }
        }
        let clobbers_memory = assembly
            .clobbers
            .iter()
            .any(|clobber| self.string_text(&clobber.node) == "memory")
            || follows_pointers(&template);
        let kind = InstructionKind::Assembly {
            outputs,
            inputs,
            memory,
            clobbers_memory,
            template,
        };
        self.flow.push(kind, at);
    }

    /// An empty template moves values at most: an output gets the input that shares its register, or anything. Operands are evaluated all the same.
    fn empty_template(&mut self, assembly: &'a GnuExtendedAsmStatement, at: Position) {
        let mut inputs = Vec::new();
        for input in &assembly.inputs {
            let constraint = self.string_text(&input.node.constraints.node);
            let shared: Option<usize> = constraint.trim().parse().ok();
            match shared {
                Some(_) => {
                    let value = self.value(&input.node.variable_name);
                    inputs.push((shared, value));
                }
                // What stays in memory is not read.
                None if stays_in_memory(&constraint) => drop(self.place(&input.node.variable_name)),
                None => {
                    let value = self.value(&input.node.variable_name);
                    self.read_for_nothing(Operand::Value(value));
                }
            }
        }
        for (index, output) in assembly.outputs.iter().enumerate() {
            let constraint = self.string_text(&output.node.constraints.node);
            let to = self.place(&output.node.variable_name);
            if constraint.contains('+') {
                if !stays_in_memory(&constraint) && self.types().as_record(to.ty).is_none() {
                    let kept = self.load(to.clone());
                    self.output(to, Some(kept), at);
                }
                continue;
            }
            let matching = inputs
                .iter()
                .find(|(shared, _)| *shared == Some(index))
                .map(|(_, value)| value.clone());
            self.output(to, matching, at);
        }
    }

    /// An obstacle, if the text names something of the program.
    fn check_named(&mut self, template: &str, at: Position) {
        if let Some(name) = self.named_in_assembly(operand_words(template)) {
            self.obstacle(at, format!("Inline assembly names `{name}`."));
        }
    }

    fn output(&mut self, to: Place, value: Option<Expr>, at: Position) {
        let ty = self.unqualified(to.ty);
        let value = match value {
            Some(value) => self.convert(value, ty),
            None => Expr::Unknown(ty),
        };
        self.flow.push(InstructionKind::Assign { to, value }, at);
    }
}

/// Instructions that access memory, or lead elsewhere, without saying so by an operand.
const WITH_OWN_OPERANDS: [&str; 30] = [
    "movsb", "movsw", "movsl", "movsd", "movsq", "stosb", "stosw", "stosl", "stosd", "stosq", "lodsb", "lodsw",
    "lodsl", "lodsd", "lodsq", "scasb", "scasw", "scasl", "scasd", "cmpsb", "cmpsw", "cmpsl", "cmpsd", "xlat", "xlatb",
    "syscall", "sysenter", "int", "call", "callq",
];

/// Prefixes of instructions.
const PREFIXES: [&str; 6] = ["lock", "rep", "repe", "repz", "repne", "repnz"];

/// Whether an operand stays in memory, and in no register.
fn stays_in_memory(constraint: &str) -> bool {
    constraint.contains('m') && !constraint.contains('r')
}

/// Whether the text says that it goes where registers point to. A prefetch does so without an access.
fn follows_pointers(template: &str) -> bool {
    instructions(template).any(|instruction| {
        let dereferences = ["(%", "*%"].iter().any(|sign| instruction.contains(sign))
            || ["[%0", "[%1", "[%2"].iter().any(|sign| instruction.contains(sign));
        let (mnemonic, _) = split_mnemonic(instruction);
        let own = WITH_OWN_OPERANDS.contains(&mnemonic);
        (dereferences || own) && !mnemonic.starts_with("prefetch")
    })
}

/// The instructions of a text, labels and comments not told apart.
fn instructions(template: &str) -> impl Iterator<Item = &str> {
    template.split(['\n', ';']).map(str::trim)
}

/// The mnemonic of an instruction, behind labels and prefixes, and the operands.
fn split_mnemonic(instruction: &str) -> (&str, &str) {
    let mut rest = instruction;
    loop {
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let skipped = word.ends_with(':') || PREFIXES.contains(&word);
        if !skipped || behind.is_empty() {
            return (word, behind);
        }
        rest = behind.trim_start();
    }
}

/// The words among the operands of the instructions of a text that may be names: registers, and operands by number or name, are none.
fn operand_words(template: &str) -> impl Iterator<Item = &str> {
    instructions(template).flat_map(|instruction| {
        let (_, operands) = split_mnemonic(instruction);
        words(operands)
            .filter(|(before, _)| !matches!(before, Some('%' | '[')))
            .map(|(_, word)| word)
    })
}

/// All words of a text that was written as string literals, but for directives that neither access nor define anything.
pub(super) fn mentioned_words(text: &str) -> impl Iterator<Item = String> {
    // Adjacent literals are one; what is escaped ends a line or sets a tab.
    let inside = text.split('"').skip(1).step_by(2);
    let plain: String = inside.collect();
    let plain = plain.replace("\\n", "\n").replace("\\t", "\t");
    let lines = instructions(&plain).filter(|line| {
        ![".symver", ".section", ".ident"]
            .iter()
            .any(|skipped| line.starts_with(skipped))
    });
    let found: Vec<String> = lines.flat_map(words).map(|(_, word)| word.to_owned()).collect();
    found.into_iter()
}

/// The words of a text, each with the character in front of it.
fn words(text: &str) -> impl Iterator<Item = (Option<char>, &str)> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$');
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(is_part)?;
        let before = rest[..start].chars().next_back();
        let tail = &rest[start..];
        let end = tail.find(|character| !is_part(character)).unwrap_or(tail.len());
        let (word, behind) = tail.split_at(end);
        rest = behind;
        Some((before, word.trim_start_matches('$')))
    })
}

#[cfg(test)]
mod tests {
    use super::{follows_pointers, mentioned_words, operand_words};

    #[test]
    fn operands_are_told_from_mnemonics_and_registers() {
        let named = |text| operand_words(text).collect::<Vec<_>>();
        assert_eq!(named("lock; incl shared(%rip)"), ["shared"]);
        assert_eq!(named("1: lock incl $shared\n\tret"), ["shared"]);
        assert_eq!(named("movl %1, %0; xchg %eax, %[value]"), Vec::<&str>::new());
    }

    #[test]
    fn words_are_found_across_literals_and_escapes() {
        let named: Vec<String> = mentioned_words("\".globl in\" \"c\\ninc: \"\n\"ret\\n\"").collect();
        assert_eq!(named, ["globl", "inc", "inc", "ret"]);
    }

    #[test]
    fn registers_with_addresses_are_followed_but_for_prefetches() {
        for text in ["incl (%0)", "rep movsb", "syscall", "call *%0", "movl [%0], eax"] {
            assert!(follows_pointers(text), "{text}");
        }
        for text in ["prefetcht0 (%0)", "movl %1, %0", "movl %[from], %[to]", "pause"] {
            assert!(!follows_pointers(text), "{text}");
        }
    }
}
