//! Bodies: instructions and terminators become operations, block numbers become operation numbers.

use crate::explore::code::{
    AccessSite, CallSite, Code, FunctionCode, MemoryLocal, Op, PRIVATE, Register, Scalar, SwitchTable, Target,
};
use crate::explore::library::Routine;
use crate::ir::{
    Block, Body, Callee, Expr, FunctionId, Instruction, InstructionKind, LocalId, LocalKind, Place, Position, Program,
    Terminator, TypeId, TypeKind,
};
use crate::library::Library;
use crate::tested::{Look, Telling, Tested};

use super::place::LastIndex;
use super::{Draft, access_site, finish, reason, scalar};

/// So many places without a value are followed in an object that is initialised.
const MOST_GAPS: usize = 4096;

/// Compiles one body.
pub(super) struct BodyCompiler<'a> {
    pub program: &'a Program,
    pub code: &'a mut Code,
    pub strings: &'a [u64],
    pub function: FunctionId,
    pub body: &'a Body,
    pub draft: Draft,
    tested: &'a Tested,
    library: &'a Library,
    memory_locals: Vec<MemoryLocal>,
    blocks: Vec<u32>,
    /// The whole function is an atomic block (`__VERIFIER_atomic_…`).
    atomic: bool,
}

impl<'a> BodyCompiler<'a> {
    /// A compiler for the body of a function.
    pub fn new(
        (program, tested, library): (&'a Program, &'a Tested, &'a Library),
        code: &'a mut Code,
        strings: &'a [u64],
        function: FunctionId,
        body: &'a Body,
    ) -> Self {
        let name = program.function(function).name.as_str();
        let atomic = name.starts_with("__VERIFIER_atomic")
            && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end");
        BodyCompiler {
            program,
            code,
            strings,
            function,
            body,
            tested,
            library,
            draft: Draft::new(body.locals.len() as u32, program.function(function).at),
            memory_locals: Vec::new(),
            blocks: vec![u32::MAX; body.blocks.len()],
            atomic,
        }
    }

    /// The code of the function.
    pub fn compile(mut self) -> FunctionCode {
        self.prologue();
        for (number, block) in self.body.blocks.iter().enumerate() {
            self.blocks[number] = self.draft.here();
            self.block(block);
        }
        self.resolve_targets();
        let parameters = self.parameters();
        finish(self.draft, parameters, self.memory_locals)
    }

    fn parameters(&self) -> u32 {
        let is_parameter = |local: &&crate::ir::Local| local.kind == LocalKind::Parameter;
        self.body.locals.iter().take_while(is_parameter).count() as u32
    }

    /// Puts parameters that live in memory there, and begins the locals that no scope entry begins.
    fn prologue(&mut self) {
        self.atomic_block(Routine::AtomicBegin);
        let mut entered = vec![false; self.body.locals.len()];
        for instruction in self.body.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::ScopeEntry(local) = instruction.kind {
                entered[local.0 as usize] = true;
            }
        }
        for number in 0..self.body.locals.len() as u32 {
            let local = &self.body.locals[number as usize];
            let in_memory = local.address_taken || scalar(self.program, local.ty).is_none();
            if !in_memory {
                continue;
            }
            let size = self.program.types.size(local.ty).unwrap_or(0);
            let align = self.program.types.align(local.ty).max(local.align.unwrap_or(1));
            self.memory_locals.push(MemoryLocal {
                register: number,
                size,
                align,
            });
            if local.kind == LocalKind::Parameter {
                self.parameter_to_memory(number, size);
            } else if !entered[number as usize] {
                self.allocate(number);
            }
        }
    }

    fn allocate(&mut self, register: Register) {
        if let Some(local) = self.memory_locals.iter().position(|known| known.register == register) {
            self.draft.emit(Op::Allocate {
                to: register,
                local: local as u32,
            });
        }
    }

    fn parameter_to_memory(&mut self, number: u32, size: u64) {
        let argument = self.draft.temporary();
        self.draft.emit(Op::Move {
            to: argument,
            from: number,
        });
        self.allocate(number);
        match scalar(self.program, self.body.locals[number as usize].ty) {
            Some(scalar) => self.draft.emit(Op::Store {
                from: argument,
                address: number,
                offset: 0,
                scalar,
                access: PRIVATE,
            }),
            None => {
                let read = self.own_access();
                self.draft.emit(Op::Copy {
                    to: number,
                    from: argument,
                    size: size as u32,
                    read,
                    write: PRIVATE,
                });
            }
        }
    }

    pub(super) fn own_access(&mut self) -> u32 {
        let site = AccessSite {
            function: self.function,
            at: self.draft.at,
            atomic: false,
        };
        access_site(self.code, site)
    }

    fn atomic_block(&mut self, routine: Routine) {
        if self.atomic {
            let access = self.own_access();
            self.code.calls.push(CallSite {
                target: Target::Routine(routine),
                arguments: Vec::new(),
                scalars: Vec::new(),
                sizes: Vec::new(),
                pointee_sizes: Vec::new(),
                to: None,
                result: None,
                function: None,
                look: Look::Never,
                access,
            });
            let call = self.code.calls.len() as u32 - 1;
            self.draft.emit(Op::Call { call });
        }
    }

    /// Emits the end of a path that cannot be executed.
    pub fn open(&mut self, why: &str) {
        let reason = reason(self.code, why);
        self.draft.emit(Op::Open { reason });
    }

    /// The register of a place that is a whole local in a register.
    pub fn register_local(&self, place: &Place) -> Option<Register> {
        let local = place.as_local()?;
        let declared = self.body.locals.get(local.0 as usize)?;
        (!declared.address_taken && scalar(self.program, declared.ty).is_some()).then_some(local.0)
    }

    fn block(&mut self, block: &Block) {
        for instruction in &block.instructions {
            self.begin(instruction.at);
            self.instruction(instruction);
        }
        self.begin(block.at);
        self.terminator(&block.terminator);
    }

    fn begin(&mut self, at: Position) {
        self.draft.at = at;
        self.draft.next = self.body.locals.len() as u32;
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match &instruction.kind {
            InstructionKind::Assign { to, value } => self.assign(to, value),
            InstructionKind::Call { to, callee, arguments } => self.call(to.as_ref(), callee, arguments),
            InstructionKind::ScopeEntry(local) => self.scope_entry(*local),
            InstructionKind::ScopeEnd(local) => {
                if self.memory_locals.iter().any(|known| known.register == local.0) {
                    self.draft.emit(Op::Release { local: local.0 });
                }
            }
            InstructionKind::Zero { place } => self.zero(place),
            InstructionKind::Assembly { template, .. } => self.open(&format!("inline assembly: {template}")),
            InstructionKind::Obstacle { what } => self.open(what),
        }
    }

    fn scope_entry(&mut self, local: LocalId) {
        if self.memory_locals.iter().any(|known| known.register == local.0) {
            return self.allocate(local.0);
        }
        let declared = &self.body.locals[local.0 as usize];
        if let Some(scalar) = scalar(self.program, declared.ty) {
            self.draft.emit(Op::Indeterminate { to: local.0, scalar });
        }
    }

    fn assign(&mut self, to: &Place, value: &Expr) {
        if let Some(register) = self.register_local(to) {
            return self.expression_into(value, register);
        }
        match self.scalar_of(to.ty) {
            Some(_) => {
                let from = self.expression(value);
                self.store(to, from);
            }
            None => self.assign_aggregate(to, value),
        }
    }

    /// Emits the store of a register to a place.
    pub fn store(&mut self, to: &Place, from: Register) {
        if let Some(register) = self.register_local(to) {
            return self.draft.emit(Op::Move { to: register, from });
        }
        let located = self.locate(to, LastIndex::Inside);
        let Some(scalar) = self.scalar_of(to.ty) else {
            return self.open("a store to an aggregate, or to a type that executions do not compute with");
        };
        let access = self.access(to, &located);
        if located.bits.is_none() {
            return self.draft.emit(Op::Store {
                from,
                address: located.base,
                offset: located.offset,
                scalar,
                access,
            });
        }
        match self.bits_in_memory(to, &located) {
            Some(bits) => self.draft.emit(Op::StoreBits {
                from,
                address: located.base,
                bits,
                access,
            }),
            None => self.open("a bit-field of more than 64 bits"),
        }
    }

    fn assign_aggregate(&mut self, to: &Place, value: &Expr) {
        let size = self.program.types.size(to.ty).and_then(|size| u32::try_from(size).ok());
        if !matches!(
            self.program.types.kind(to.ty),
            TypeKind::Record(_) | TypeKind::Array(..)
        ) && !matches!(value, Expr::Load(_))
        {
            return self.open(super::expression::UNUSUAL_TYPE);
        }
        let (Expr::Load(from), Some(size)) = (value, size) else {
            return self.open("an assignment of an aggregate that is no copy");
        };
        if [to.ty, from.ty].into_iter().any(|ty| self.program.types.get(ty).atomic) {
            return self.open("an atomic access to a record");
        }
        let source = self.locate(from, LastIndex::Inside);
        let read = self.access(from, &source);
        let source = self.materialise(&source);
        let target = self.locate(to, LastIndex::Inside);
        let write = self.access(to, &target);
        let target = self.materialise(&target);
        self.draft.emit(Op::Copy {
            to: target,
            from: source,
            size,
            read,
            write,
        });
    }

    fn zero(&mut self, place: &Place) {
        if let Some(register) = self.register_local(place) {
            return self.draft.emit(Op::Constant { to: register, value: 0 });
        }
        let size = self
            .program
            .types
            .size(place.ty)
            .and_then(|size| u32::try_from(size).ok());
        let located = self.locate(place, LastIndex::Inside);
        let access = self.access(place, &located);
        let address = self.materialise(&located);
        match size {
            Some(size) => match self.gaps(place.ty) {
                Some(gaps) => self.draft.emit(Op::Zero {
                    address,
                    size,
                    gaps,
                    access,
                }),
                None => self.open("an object with more padding than is followed"),
            },
            None => self.open("an object of unknown size"),
        }
    }

    /// The number of a list of what has no value in an object of a type, if that is not too long.
    fn gaps(&mut self, ty: TypeId) -> Option<u32> {
        let mut all = Vec::new();
        for gap in self.program.types.padding(ty) {
            let starts = gap.starts(MOST_GAPS)?;
            all.extend(starts.into_iter().map(|start| (start, gap.size)));
        }
        let known = self.code.gaps.iter().position(|known| *known == all);
        let number = known.unwrap_or_else(|| {
            self.code.gaps.push(all);
            self.code.gaps.len() - 1
        });
        u32::try_from(number).ok()
    }

    fn call(&mut self, to: Option<&Place>, callee: &Callee, arguments: &[Expr]) {
        let registers = arguments.iter().map(|argument| self.argument(argument)).collect();
        let scalars: Vec<_> = arguments.iter().map(|argument| self.scalar_of(argument.ty())).collect();
        let size = |argument: &Expr| self.program.types.size(argument.ty()).unwrap_or(0) as u32;
        let sizes = arguments.iter().map(size).collect();
        let pointee_sizes = arguments.iter().map(|argument| self.pointee_size(argument)).collect();
        let target = match callee {
            Callee::Pointer(pointer) => Target::Pointer(self.expression(pointer)),
            Callee::Function(id) => self.code.targets[id.0 as usize],
        };
        let result = to.and_then(|place| self.scalar_of(place.ty));
        let register = to.and_then(|place| self.register_local(place));
        let wanted = register.or_else(|| result.map(|_| self.draft.temporary()));
        let access = self.own_access();
        self.code.calls.push(CallSite {
            target,
            arguments: registers,
            scalars,
            sizes,
            pointee_sizes,
            to: wanted,
            result,
            function: match callee {
                Callee::Function(function) => Some(*function),
                Callee::Pointer(_) => None,
            },
            look: self.look(to, callee, arguments),
            access,
        });
        let call = self.code.calls.len() as u32 - 1;
        self.draft.emit(Op::Call { call });
        match (to, wanted) {
            (Some(place), Some(from)) if register.is_none() => self.store(place, from),
            (Some(place), None) => self.store_returned(place),
            _ => {}
        }
    }

    /// Whether the program looks at whether a call succeeds that may be one of a library function.
    fn look(&self, to: Option<&Place>, callee: &Callee, arguments: &[Expr]) -> Look {
        let model = match callee {
            Callee::Pointer(_) => None,
            Callee::Function(function) => match self.program.function(*function) {
                function if function.body.is_some() => return Look::Never,
                function => self.library.model(&function.name),
            },
        };
        let telling = Telling {
            caller: self.function,
            to,
            arguments,
            model,
        };
        self.tested.look(self.program, telling)
    }

    fn argument(&mut self, argument: &Expr) -> Register {
        match (self.scalar_of(argument.ty()), argument) {
            (None, Expr::Load(place)) => {
                let located = self.locate(place, LastIndex::Inside);
                self.materialise(&located)
            }
            _ => self.expression(argument),
        }
    }

    fn pointee_size(&self, argument: &Expr) -> Option<u32> {
        let types = &self.program.types;
        let outermost = types.pointee(argument.ty());
        let mut pointee = outermost;
        let mut inner = argument;
        // The conversion to the parameter's type hides what an atomic built-in is applied to: the last cast to a type of objects.
        while let (Some(TypeKind::Void), Expr::Cast(operand, _)) = (pointee.map(|pointee| types.kind(pointee)), inner) {
            inner = operand;
            pointee = types.pointee(inner.ty()).or(pointee);
        }
        Some(types.size(pointee.or(outermost)?).map_or(0, |size| size as u32))
    }

    fn store_returned(&mut self, place: &Place) {
        let located = self.locate(place, LastIndex::Inside);
        let access = self.access(place, &located);
        let address = self.materialise(&located);
        let size = self.program.types.size(place.ty).unwrap_or(0) as u32;
        self.draft.emit(Op::StoreReturned { address, size, access });
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(next) => self.draft.emit(Op::Jump { target: next.0 }),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition);
                self.draft.emit(Op::Branch {
                    condition,
                    then: then.0,
                    otherwise: otherwise.0,
                });
            }
            Terminator::Switch { value, cases, default } => {
                let unsigned = self.scalar_of(value.ty()) == Some(crate::explore::code::Scalar::U64);
                if self.scalar_of(value.ty()).is_none_or(Scalar::is_wide) {
                    return self.open("a choice by a number of more than 64 bits");
                }
                let value = self.expression(value);
                self.code.switches.push(SwitchTable {
                    cases: cases
                        .iter()
                        .map(|(low, high, to)| (*low as i64, *high as i64, to.0))
                        .collect(),
                    default: default.0,
                    unsigned,
                });
                let table = self.code.switches.len() as u32 - 1;
                self.draft.emit(Op::Switch { value, table });
            }
            Terminator::Computed { .. } => self.open("a computed goto"),
            Terminator::Return(value) => self.return_value(value.as_ref()),
            Terminator::Unreachable => self.open("code that the source declares unreachable"),
        }
    }

    fn condition(&mut self, condition: &Expr) -> Register {
        let register = self.expression(condition);
        match self.scalar_of(condition.ty()) {
            Some(scalar) if scalar.is_float() || scalar.is_wide() => {
                let to = self.draft.temporary();
                self.convert((scalar, Scalar::Bool), register, to);
                to
            }
            _ => register,
        }
    }

    fn return_value(&mut self, value: Option<&Expr>) {
        let op = match value {
            None => Op::Return { value: None },
            Some(Expr::Load(place)) if self.scalar_of(place.ty).is_none() => {
                let located = self.locate(place, LastIndex::Inside);
                Op::ReturnRecord {
                    access: self.access(place, &located),
                    address: self.materialise(&located),
                    size: self.program.types.size(place.ty).unwrap_or(0) as u32,
                }
            }
            // Nobody may look at what a function gives that ends without giving anything.
            Some(Expr::Unknown(ty)) => {
                let to = self.draft.temporary();
                let scalar = self.scalar_of(*ty).unwrap_or(Scalar::U64);
                self.draft.emit(Op::Indeterminate { to, scalar });
                Op::Return { value: Some(to) }
            }
            Some(value) => Op::Return {
                value: Some(self.expression(value)),
            },
        };
        self.atomic_block(Routine::AtomicEnd);
        self.draft.emit(op);
    }

    /// Jumps were emitted to blocks; now they go to operations.
    fn resolve_targets(&mut self) {
        let first = |block: &mut u32| *block = self.blocks.get(*block as usize).copied().unwrap_or(0);
        for op in &mut self.draft.ops {
            match op {
                Op::Jump { target } => first(target),
                Op::Branch { then, otherwise, .. } => {
                    first(then);
                    first(otherwise);
                }
                Op::Switch { table, .. } => {
                    let table = &mut self.code.switches[*table as usize];
                    table.cases.iter_mut().for_each(|case| first(&mut case.2));
                    first(&mut table.default);
                }
                _ => {}
            }
        }
    }
}
