//! The flat register code that the machine runs: one vector of operations per function, made from the IR by [`super::compile`].
//!
//! Locals whose address is never taken live in registers of the frame, the others in memory, and a register holds their address.
//! A register has 64 bits: integers sign- or zero-extended by their type, pointers as addresses, floating-point numbers as binary64.

use std::collections::BTreeMap;

use crate::ir::{FunctionId, GlobalId, Position};
use crate::library::demands::Demands;
use crate::library::model::{CancellationPoint, Changes};
use crate::tested::Look;

use super::library::{ByEffect, CharacterTable, OptionVariables, Refusing, Routine};
use super::liveness::Liveness;
use super::memory::Memory;
use super::shadow::AccessKind;
use super::wide::WideNumbers;

/// A register of a frame, by number.
pub type Register = u32;

/// An [`AccessSite`], by number.
pub type AccessId = u32;

/// The access number of memory that only the running thread can reach: neither checked for races nor a scheduling point.
pub const PRIVATE: AccessId = AccessId::MAX;

/// How a scalar lies in memory and in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `_Bool`.
    Bool,
    /// Signed, one byte.
    I8,
    /// Unsigned, one byte.
    U8,
    /// Signed, two bytes.
    I16,
    /// Unsigned, two bytes.
    U16,
    /// Signed, four bytes.
    I32,
    /// Unsigned, four bytes; a pointer in ILP32.
    U32,
    /// Signed, eight bytes.
    I64,
    /// Unsigned, eight bytes; a pointer in LP64.
    U64,
    /// binary32.
    F32,
    /// binary64.
    F64,
    /// Signed, 16 bytes; a register holds its place among [`super::wide::WideNumbers`], as for the next two.
    I128,
    /// Unsigned, 16 bytes.
    U128,
    /// Extended precision of the x87, in 12 or 16 bytes.
    Extended(u8),
}

impl Scalar {
    /// Its size in memory, in bytes.
    pub fn size(self) -> u64 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
            Scalar::I128 | Scalar::U128 => 16,
            Scalar::Extended(size) => u64::from(size),
        }
    }

    /// The unsigned integer of a size in bytes, used for raw bits.
    pub fn unsigned(size: u64) -> Option<Scalar> {
        Some(match size {
            1 => Scalar::U8,
            2 => Scalar::U16,
            4 => Scalar::U32,
            8 => Scalar::U64,
            _ => return None,
        })
    }

    /// The signed integer of a size in bytes.
    pub fn signed(size: u64) -> Option<Scalar> {
        Some(match size {
            1 => Scalar::I8,
            2 => Scalar::I16,
            4 => Scalar::I32,
            8 => Scalar::I64,
            _ => return None,
        })
    }

    /// Whether its numbers have more than 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Scalar::I128 | Scalar::U128 | Scalar::Extended(_))
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::Extended(_))
    }
}

/// An operation. Memory operands are an address register and a constant offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// `to := value`.
    Constant { to: Register, value: u64 },
    /// `to := from`.
    Move { to: Register, from: Register },
    /// `to := operator from`.
    Unary {
        operator: crate::ir::UnaryOp,
        scalar: Scalar,
        to: Register,
        from: Register,
    },
    /// `to := left operator right`; the scalar is that of the left operand.
    Binary {
        operator: crate::ir::BinaryOp,
        scalar: Scalar,
        to: Register,
        left: Register,
        right: Register,
    },
    /// `to := (target) from`.
    Convert {
        source: Scalar,
        target: Scalar,
        to: Register,
        from: Register,
    },
    /// `to := base + offset`, inside the object.
    Offset { to: Register, base: Register, offset: u32 },
    /// `to := base + index · scale`; the path ends if that lands in another object.
    PointerAdd {
        to: Register,
        base: Register,
        index: Register,
        scale: u32,
    },
    /// `to := (left − right) / scale`.
    PointerDifference {
        to: Register,
        left: Register,
        right: Register,
        scale: u32,
    },
    /// `to := base + index · scale`; the path ends unless `index < limit` (a limit of 0 checks nothing).
    Index {
        to: Register,
        base: Register,
        index: Register,
        scale: u32,
        limit: u32,
    },
    /// `to :=` the address of this thread's instance of a thread-local variable.
    ThreadLocal { to: Register, global: GlobalId },
    /// A local of the frame begins to live: `to :=` its address.
    Allocate { to: Register, local: u32 },
    /// A local of the frame ends.
    Release { local: Register },
    /// `to :=` any value of the type.
    Indeterminate { to: Register, scalar: Scalar },
    /// `to := memory[address + offset]`.
    Load {
        to: Register,
        address: Register,
        offset: u32,
        scalar: Scalar,
        access: AccessId,
    },
    /// `memory[address + offset] := from`.
    Store {
        from: Register,
        address: Register,
        offset: u32,
        scalar: Scalar,
        access: AccessId,
    },
    /// `to :=` the bit-field at the address; the second operand is a number into [`Code::bit_fields`].
    LoadBits {
        to: Register,
        address: Register,
        bits: u32,
        access: AccessId,
    },
    /// Writes a bit-field.
    StoreBits {
        from: Register,
        address: Register,
        bits: u32,
        access: AccessId,
    },
    /// Copies `size` bytes between places that do not overlap partially.
    Copy {
        to: Register,
        from: Register,
        size: u32,
        read: AccessId,
        write: AccessId,
    },
    /// Zeroes `size` bytes, but for gaps: these have no value.
    Zero {
        address: Register,
        size: u32,
        gaps: u32,
        access: AccessId,
    },
    /// Continues at an operation of this function.
    Jump { target: u32 },
    /// Continues at `then` if the condition is not zero, else at `otherwise`.
    Branch {
        condition: Register,
        then: u32,
        otherwise: u32,
    },
    /// Continues by a number into [`Code::switches`].
    Switch { value: Register, table: u32 },
    /// A call, by a number into [`Code::calls`].
    Call { call: u32 },
    /// Returns; the value is in a register, if there is one.
    Return { value: Option<Register> },
    /// Returns the record at an address.
    ReturnRecord {
        address: Register,
        size: u32,
        access: AccessId,
    },
    /// Stores the record that the last call returned.
    StoreReturned {
        address: Register,
        size: u32,
        access: AccessId,
    },
    /// What cannot be executed: the path ends as open, for a reason in [`Code::reasons`].
    Open { reason: u32 },
}

/// A bit-field: the bytes it is read from and the run of adjacent bit-fields that is one memory location with it (C11 3.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitsInMemory {
    /// Offset of the first byte that has bits of it from the address register.
    pub offset: u32,
    /// Bytes that have bits of it: at most 9, where it is packed.
    pub size: u32,
    /// The declared type.
    pub scalar: Scalar,
    /// The first bit in these bytes.
    pub first: u32,
    /// Number of bits.
    pub width: u32,
    /// Offset of the first byte of the run from the address register.
    pub run_offset: u32,
    /// Bytes in the run.
    pub run_size: u32,
}

/// Where and how memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessSite {
    /// The function that the access stands in.
    pub function: FunctionId,
    /// Where it stands in the source.
    pub at: Position,
    /// Whether the place has an atomic type.
    pub atomic: bool,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A function with a body.
    Function(FunctionId),
    /// A library function.
    Routine(Routine),
    /// A function without body that no routine performs, by a number into [`Code::rows`].
    Row(u32),
    /// A function pointer in a register.
    Pointer(Register),
}

/// What is executed of a function that no routine performs: the accesses that its model names, and its result if that is an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The function.
    pub name: String,
    /// The arguments whose pointed-to memory is read, each with the bytes that certainly are.
    pub reads: Vec<(usize, u64)>,
    /// The arguments whose pointed-to memory is written, likewise.
    pub writes: Vec<(usize, u64)>,
    /// The arguments that point to objects of synchronisation or to memory that ends, and how it is accessed where no routine does it.
    pub uses: Vec<(usize, AccessKind)>,
    /// What the library keeps, and it works on.
    pub kept: Vec<KeptUse>,
    /// What it demands of its arguments, or it fails and touches nothing.
    pub demands: Demands,
    /// Closed intervals of arguments for which it leaves something behind that is not modelled.
    pub unmodelled: Vec<(usize, i64, i64)>,
    /// The argument without which, if it is null, it does nothing.
    pub nothing_for_null: Option<usize>,
    /// The function that never gives the same.
    pub apart_from: Option<String>,
    /// What it gives.
    pub result: RowResult,
}

impl Row {
    /// The row of a function of which no more is known than its result.
    pub fn nothing(name: &str, result: RowResult) -> Self {
        Row {
            name: name.to_owned(),
            reads: Vec::new(),
            writes: Vec::new(),
            uses: Vec::new(),
            kept: Vec::new(),
            demands: Demands::default(),
            unmodelled: Vec::new(),
            nothing_for_null: None,
            apart_from: None,
            result,
        }
    }

    /// Whether a call may touch memory.
    pub fn touches_memory(&self) -> bool {
        !(self.reads.is_empty() && self.writes.is_empty() && self.uses.is_empty() && self.kept.is_empty())
    }
}

/// Why an execution ends that reads what calls of the library left in an object of synchronisation: the state of these is kept outside of memory.
pub const KEPT_BY_LIBRARY: &str = "what the library keeps in an object of synchronisation is read";

/// How a function works on an object of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptUse {
    /// Where the object is.
    pub place: KeptPlace,
    /// How it is accessed.
    pub kind: AccessKind,
    /// What the call does with the lock of the object.
    pub lock: LockOfKept,
}

/// What a call does with the lock of an object that it works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockOfKept {
    /// It works on the object without, or while the program holds it.
    Left,
    /// It holds the lock while it works on the object.
    HeldMeanwhile,
    /// It takes the lock for the program, and works on the object when it has it.
    Taken,
}

/// Where the address of an object of the library is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptPlace {
    /// It is the argument with a number.
    Argument(usize),
    /// A variable at an address holds it.
    Variable(u64),
    /// It is this.
    At(u64),
    /// It is this, where the argument with a number is null.
    ForNull(usize, u64),
}

/// What a function gives that no routine performs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowResult {
    /// What the environment chooses from a closed interval.
    Input(Changes, i64, i64),
    /// What a routine gives, which leaves the accesses to the row.
    Routine(Routine),
    /// What the routine gives that performs the effect of the row.
    Effect(ByEffect),
    /// What its arguments and the state determine: the path ends, because anything else would be a guess.
    Guess,
    /// There is no model that would tell.
    Unknown,
}

impl Code {
    /// The routine that performs what is called.
    pub fn performing(&self, target: Target) -> Option<Routine> {
        match target {
            Target::Routine(routine) => Some(routine),
            Target::Row(row) => match self.rows[row as usize].result {
                RowResult::Routine(routine) => Some(routine),
                _ => None,
            },
            Target::Function(_) | Target::Pointer(_) => None,
        }
    }
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// What is called.
    pub target: Target,
    /// The registers of the arguments; records are passed by address and copied by the callee.
    pub arguments: Vec<Register>,
    /// The types of the arguments as scalars, where they are scalars.
    pub scalars: Vec<Option<Scalar>>,
    /// The sizes of the arguments in bytes.
    pub sizes: Vec<u32>,
    /// For arguments of pointer type, the size of the pointee in bytes (0 where unknown).
    pub pointee_sizes: Vec<Option<u32>>,
    /// Where a scalar result goes.
    pub to: Option<Register>,
    /// The scalar that is returned, if one is.
    pub result: Option<Scalar>,
    /// The function that is called, if the text names it.
    pub function: Option<FunctionId>,
    /// Whether the program looks at whether the environment refuses what it asks for.
    pub look: Look,
    /// Accesses that the library function makes to memory: the same place and position for all of them.
    pub access: AccessId,
}

/// The branches of a switch.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchTable {
    /// Closed intervals of values and the operation to continue at.
    pub cases: Vec<(i64, i64, u32)>,
    /// Where to continue otherwise.
    pub default: u32,
    /// Whether the value is an unsigned 64-bit number.
    pub unsigned: bool,
}

/// A local that lives in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLocal {
    /// The register that holds its address.
    pub register: Register,
    /// Its size in bytes.
    pub size: u64,
    /// Its address is a multiple of this, a power of two.
    pub align: u64,
}

/// The code of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCode {
    /// The operations, from 0.
    pub ops: Vec<Op>,
    /// For each operation, where it stands in the source.
    pub positions: Vec<Position>,
    /// Number of registers; the first are those of the locals, parameters at the front.
    pub registers: u32,
    /// Number of parameters.
    pub parameters: u32,
    /// The locals in memory.
    pub memory_locals: Vec<MemoryLocal>,
}

/// The code of a program, with everything that operations refer to by number.
#[derive(Clone, Debug)]
pub struct Code {
    /// By function number; `None` for functions without body.
    pub functions: Vec<Option<FunctionCode>>,
    /// What a call of a function does, by function number.
    pub targets: Vec<Target>,
    /// Functions that no routine performs.
    pub rows: Vec<Row>,
    /// What functions return if the environment refuses what they ask for, by function number; nothing for those that ask for nothing.
    pub refusals: Vec<Option<Refusing>>,
    /// Where a cancelled thread ends in a call of a function, by function number.
    pub cancellation_points: Vec<CancellationPoint>,
    /// Access sites.
    pub accesses: Vec<AccessSite>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Switches.
    pub switches: Vec<SwitchTable>,
    /// Bit-fields.
    pub bit_fields: Vec<BitsInMemory>,
    /// Why something cannot be executed.
    pub reasons: Vec<String>,
    /// Bytes without a value in what is initialised: where they begin, and how many there are.
    pub gaps: Vec<Vec<(u64, u64)>>,
    /// Numbers of more than 64 bits that the program names.
    pub wide_numbers: WideNumbers,
    /// Constants that inputs may be compared with, sorted, each once.
    pub constants: Vec<i64>,
    /// Texts that input may be compared with, sorted, each once.
    pub vocabulary: Vec<Vec<u8>>,
    /// Memory at program start: string literals and globals.
    pub image: Memory,
    /// The addresses of the globals in the image; those of thread-local ones hold the initial value.
    pub globals: Vec<u64>,
    /// The alignments of thread-local variables, in bytes.
    pub thread_local_alignments: BTreeMap<GlobalId, u64>,
    /// Whether memory at program start is more than there is.
    pub overfull: bool,
    /// Globals that the program does not define, by address and size: their contents are unknown.
    pub foreign: Vec<(u64, u64)>,
    /// Initial values that are not computed, by address and size: of types wider than a register, and of complex numbers.
    pub uncomputed: Vec<(u64, u64)>,
    /// Where the variables of `getopt` lie.
    pub options: OptionVariables,
    /// Whether the program has the variable that leads to the environment, and so may change it.
    pub names_environment: bool,
    /// Whether the program asks for the state of streams.
    pub asks_streams: bool,
    /// Whether it takes locks of streams, and keeps them.
    pub holds_streams: bool,
    /// The standard streams that the program names, by address, and their descriptors.
    pub streams: Vec<(u64, u64)>,
    /// What `__ctype_b_loc` and its kin give, where the program calls them.
    pub character_tables: BTreeMap<CharacterTable, u64>,
    /// Functions that run when the process ends, by address, the last one first.
    pub destructors: Vec<u64>,
    /// Which registers are live, by function number.
    pub liveness: Vec<Option<Liveness>>,
    /// Pointers as scalars.
    pub pointer: Scalar,
    /// Where objects and threads have their addresses.
    pub layout: Layout,
}

/// Where objects lie, and what `pthread_t`s are. Which of them a program has is not known: what an execution shows in both rests on
/// the bits of no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Variables in the order of the program.
    Ordinary,
    /// Variables in the reverse order, all objects elsewhere, and later threads below earlier ones.
    Other,
}

/// Where functions begin to lie: in a region of their own, at numbers that programs do not count up to.
pub(super) const CODE: u64 = 0x1d4b_6000;

/// The address of a function: 16 bytes a function.
pub fn function_address(function: FunctionId) -> u64 {
    CODE + 16 * u64::from(function.0)
}

/// The function at an address, if there is one.
pub fn function_at(address: u64, functions: usize) -> Option<FunctionId> {
    let number = address.checked_sub(CODE)?;
    let exact = number % 16 == 0 && number / 16 < functions as u64;
    exact.then_some(FunctionId((number / 16) as u32))
}
