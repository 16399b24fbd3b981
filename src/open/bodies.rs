//! Writing bodies of the intermediate representation: block by block, from the first to the last.

use crate::ir::{
    Block, BlockId, Body, Callee, Expr, Function, FunctionId, FunctionType, Instruction, InstructionKind, Local,
    LocalId, LocalKind, Place, Position, Program, Terminator, TypeId, TypeKind,
};

/// A body that is being written.
pub(super) struct Writer<'p> {
    /// The program that it belongs to.
    pub(super) program: &'p mut Program,
    body: Body,
    /// The block that is being written.
    block: BlockId,
    /// Where what is written stands in the source.
    pub(super) at: Position,
}

impl<'p> Writer<'p> {
    /// A body that begins here, or goes on where another one returns.
    pub(super) fn new(program: &'p mut Program, body: Body) -> Self {
        let mut writer = Writer {
            program,
            body,
            block: BlockId(0),
            at: Position::BUILT_IN,
        };
        let next = writer.reserve();
        for block in &mut writer.body.blocks {
            if matches!(block.terminator, Terminator::Return(_)) {
                block.terminator = Terminator::Goto(next);
            }
        }
        writer.block = next;
        writer
    }

    /// A parameter; those come before all other locals.
    pub(super) fn parameter(&mut self, ty: TypeId) {
        self.declare(ty, LocalKind::Parameter);
    }

    /// A new variable.
    pub(super) fn variable(&mut self, ty: TypeId) -> LocalId {
        self.declare(ty, LocalKind::Temporary)
    }

    fn declare(&mut self, ty: TypeId, kind: LocalKind) -> LocalId {
        self.body.locals.push(Local {
            name: format!("<passed {}>", self.body.locals.len()),
            ty,
            kind,
            address_taken: false,
            align: None,
            at: self.at,
        });
        LocalId(self.body.locals.len() as u32 - 1)
    }

    /// A variable as a place.
    pub(super) fn place(&self, local: LocalId) -> Place {
        Place::local(local, self.body.locals[local.0 as usize].ty, self.at)
    }

    /// The value of a variable.
    pub(super) fn value(&self, local: LocalId) -> Expr {
        Expr::Load(Box::new(self.place(local)))
    }

    /// A block that is written later; until then it ends the function.
    pub(super) fn reserve(&mut self) -> BlockId {
        self.body.blocks.push(Block {
            instructions: Vec::new(),
            terminator: Terminator::Return(None),
            at: self.at,
        });
        BlockId(self.body.blocks.len() as u32 - 1)
    }

    /// Ends the block and goes on with another one.
    pub(super) fn end(&mut self, terminator: Terminator, next: BlockId) {
        let block = &mut self.body.blocks[self.block.0 as usize];
        (block.terminator, block.at) = (terminator, self.at);
        self.block = next;
    }

    /// Goes to another block, and goes on there.
    pub(super) fn go_to(&mut self, next: BlockId) {
        self.end(Terminator::Goto(next), next);
    }

    /// Goes to one of two blocks, whichever callers choose, and goes on with the first one.
    pub(super) fn choose(&mut self, then: BlockId, otherwise: BlockId) {
        let condition = Expr::Unknown(self.int());
        let branch = Terminator::Branch {
            condition,
            then,
            otherwise,
        };
        self.end(branch, then);
    }

    /// Does something any number of times.
    pub(super) fn repeat(&mut self, round: impl FnOnce(&mut Self)) {
        let (head, inside, behind) = (self.reserve(), self.reserve(), self.reserve());
        self.go_to(head);
        self.choose(inside, behind);
        round(self);
        self.end(Terminator::Goto(head), behind);
    }

    /// Does something, or not.
    pub(super) fn perhaps(&mut self, act: impl FnOnce(&mut Self)) {
        let (inside, behind) = (self.reserve(), self.reserve());
        self.choose(inside, behind);
        act(self);
        self.go_to(behind);
    }

    pub(super) fn assign(&mut self, to: Place, value: Expr) {
        self.push(InstructionKind::Assign { to, value });
    }

    pub(super) fn call(&mut self, to: Option<Place>, function: FunctionId, arguments: Vec<Expr>) {
        let callee = Callee::Function(function);
        self.push(InstructionKind::Call { to, callee, arguments });
    }

    fn push(&mut self, kind: InstructionKind) {
        let at = self.at;
        let block = &mut self.body.blocks[self.block.0 as usize];
        block.instructions.push(Instruction { kind, at });
    }

    /// The type `int`.
    pub(super) fn int(&mut self) -> TypeId {
        self.number(4)
    }

    /// The signed integer type of a size.
    pub(super) fn number(&mut self, size: u8) -> TypeId {
        self.program.types.intern(TypeKind::Integer { size, signed: true })
    }

    /// The body, which returns a value.
    pub(super) fn finish(mut self, value: Option<Expr>) -> Body {
        let end = self.block;
        self.end(Terminator::Return(value), end);
        self.body
    }
}

/// A function of the program with a name that only callers know, of a type, without a body.
pub(super) fn declare(program: &mut Program, name: &str, result: TypeId, parameters: Vec<TypeId>) -> FunctionId {
    let ty = program.types.intern(TypeKind::Function(FunctionType {
        result,
        parameters,
        variadic: false,
    }));
    let mut known = program.functions.iter();
    if let Some(number) = known.position(|function| function.name == name && function.ty == ty) {
        return FunctionId(number as u32);
    }
    program
        .functions
        .push(Function::made(name, ty, None, Position::BUILT_IN));
    FunctionId(program.functions.len() as u32 - 1)
}
