//! Inline assembly.

use lang_c::ast::{AsmStatement, GnuExtendedAsmStatement};
use lang_c::span::Span;

use super::Lowering;
use crate::ir::{Expr, InstructionKind, Place, Position};

impl<'a> Lowering<'a> {
    /// An assembly statement.
    pub(super) fn assembly(&mut self, assembly: &'a AsmStatement, span: Span) {
        let at = self.at(span);
        match assembly {
            AsmStatement::GnuBasic(template) => {
                let template = self.string_text(&template.node);
                if !template.trim().is_empty() {
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
        let outputs = assembly
            .outputs
            .iter()
            .map(|output| self.place(&output.node.variable_name))
            .collect();
        let (mut inputs, mut memory) = (Vec::new(), Vec::new());
        for input in &assembly.inputs {
            let constraint = self.string_text(&input.node.constraints.node);
            let operand = &input.node.variable_name;
            if constraint.contains('m') && !constraint.contains('r') {
                memory.push(self.place(operand));
            } else {
                inputs.push(self.value(operand));
            }
        }
        let clobbers_memory = assembly
            .clobbers
            .iter()
            .any(|clobber| self.string_text(&clobber.node) == "memory");
        let kind = InstructionKind::Assembly {
            outputs,
            inputs,
            memory,
            clobbers_memory,
            template,
        };
        self.flow.push(kind, at);
    }

    /// An empty template moves values at most: an output gets the input that shares its register, or anything.
    fn empty_template(&mut self, assembly: &'a GnuExtendedAsmStatement, at: Position) {
        let mut inputs = Vec::new();
        for input in &assembly.inputs {
            let constraint = self.string_text(&input.node.constraints.node);
            let shared: Option<usize> = constraint.trim().parse().ok();
            if shared.is_some() {
                let value = self.value(&input.node.variable_name);
                inputs.push((shared, value));
            }
        }
        for (index, output) in assembly.outputs.iter().enumerate() {
            let constraint = self.string_text(&output.node.constraints.node);
            if constraint.contains('+') {
                continue;
            }
            let to = self.place(&output.node.variable_name);
            let matching = inputs
                .iter()
                .find(|(shared, _)| *shared == Some(index))
                .map(|(_, value)| value.clone());
            self.output(to, matching, at);
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
