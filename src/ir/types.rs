//! C's types, interned: equal types have equal ids.
//!
//! Typedefs are resolved; enumerations are their integer type; `const`, `restrict` and `register` are dropped.
//! Qualifiers that matter to memory accesses (`_Atomic`, `volatile`) are part of the type.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Sizes of the basic types. `long` and pointers have 4 bytes in ILP32 and 8 in LP64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    Lp64,
}

impl DataModel {
    /// The size of a pointer, and of `long`, in bytes.
    pub fn pointer_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }
}

/// An interned type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A struct or union declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub u32);

/// A type: its kind and the qualifiers that matter to memory accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// What kind of type it is.
    pub kind: TypeKind,
    /// `_Atomic`: each read and write of an lvalue of this type is atomic (sequentially consistent).
    pub atomic: bool,
    /// `volatile`.
    pub volatile: bool,
}

/// How the bytes of a floating-point number are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    /// binary16, binary32 or binary64 by their sizes, and the extended format of the x87 beyond (System V ABI).
    Usual,
    /// binary128, or decimal.
    Other,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `void`, also the type of incomplete things.
    Void,
    /// `_Bool`: one byte, 0 or 1.
    Bool,
    /// An integer or enumeration type.
    Integer {
        /// Size in bytes: 1, 2, 4, 8 or 16.
        size: u8,
        /// Whether it is signed.
        signed: bool,
    },
    /// A floating-point type; complex types are records of two.
    Float {
        /// Size in bytes: 2, 4, 8, 12 or 16.
        size: u8,
        /// How its bytes are a number.
        format: FloatFormat,
    },
    /// A pointer to an object, a function or `void`.
    Pointer(TypeId),
    /// An array; `None` for an incomplete or flexible one.
    Array(TypeId, Option<u64>),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The type returned.
    pub result: TypeId,
    /// The types of the parameters, after adjustment (arrays and functions are pointers).
    pub parameters: Vec<TypeId>,
    /// Whether more arguments may follow (`…`, or a declaration without prototype).
    pub variadic: bool,
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// Fields one after the other.
    Struct,
    /// Fields share their bytes.
    Union,
}

/// A struct or union declaration with its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag, or the first typedef name given to an anonymous record (`pthread_mutex_t`), or a made-up unique name.
    pub name: String,
    /// The fields in order, anonymous members included (with an empty name); `None` while incomplete.
    pub fields: Option<Vec<Field>>,
    /// Size in bytes, padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name; empty for anonymous members and unnamed bit-fields.
    pub name: String,
    /// The declared type.
    pub ty: TypeId,
    /// Offset of its first byte (for a bit-field: of the storage unit it is read from, little-endian).
    pub offset: u64,
    /// The bits, for a bit-field.
    pub bits: Option<BitField>,
}

/// The bits of a bit-field within its storage unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// The first bit, counted from the least significant bit of the storage unit.
    pub offset: u32,
    /// Number of bits; 0 for the unnamed field that ends a run of adjacent bit-fields.
    pub width: u32,
}

/// The table of types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    model: DataModel,
    types: Vec<Type>,
    index: HashMap<Type, TypeId, FxBuildHasher>,
    records: Vec<Record>,
    has_atomic: bool,
}

impl Types {
    /// An empty table for a data model.
    pub fn new(model: DataModel) -> Self {
        Types {
            model,
            types: Vec::new(),
            index: HashMap::default(),
            records: Vec::new(),
            has_atomic: false,
        }
    }

    /// The data model that sizes follow.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// The id of an unqualified type, made on first use.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        self.intern_qualified(Type {
            kind,
            atomic: false,
            volatile: false,
        })
    }

    /// The signed integer type of a size, if the program has it.
    pub fn find_integer(&self, size: u8) -> Option<TypeId> {
        let kind = TypeKind::Integer { size, signed: true };
        let plain = Type {
            kind,
            atomic: false,
            volatile: false,
        };
        self.index.get(&plain).copied()
    }

    /// The id of a type with qualifiers, made on first use.
    pub fn intern_qualified(&mut self, ty: Type) -> TypeId {
        if let Some(known) = self.index.get(&ty) {
            return *known;
        }
        let id = TypeId(self.types.len() as u32);
        self.has_atomic |= ty.atomic;
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// A new record, incomplete until [`Types::complete_record`].
    pub fn declare_record(&mut self, kind: RecordKind, name: String) -> RecordId {
        self.records.push(Record {
            kind,
            name,
            fields: None,
            size: 0,
            align: 1,
        });
        RecordId(self.records.len() as u32 - 1)
    }

    /// Gives a declared record its fields and layout.
    pub fn complete_record(&mut self, id: RecordId, fields: Vec<Field>, size: u64, align: u64) {
        let record = &mut self.records[id.0 as usize];
        (record.fields, record.size, record.align) = (Some(fields), size, align);
    }

    /// Gives an anonymous record the typedef name it is known by.
    pub fn rename_record(&mut self, id: RecordId, name: String) {
        self.records[id.0 as usize].name = name;
    }

    /// The type with an id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The kind of the type with an id.
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.get(id).kind
    }

    /// Whether a type is `_Atomic`.
    pub fn has_atomic(&self) -> bool {
        self.has_atomic
    }

    /// The record with an id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// How many records there are; their ids count from 0.
    pub fn record_count(&self) -> usize {
        self.records.len()
    }

    /// The fields of a record; none while it is incomplete.
    pub fn fields(&self, id: RecordId) -> &[Field] {
        self.record(id).fields.as_deref().unwrap_or_default()
    }

    /// Whether nothing of a record lies behind a field.
    pub fn is_last_field(&self, id: RecordId, number: u32) -> bool {
        self.record(id).kind != RecordKind::Struct || (number as usize) + 1 >= self.fields(id).len()
    }

    /// Whether a type is a record or contains it, at whatever depth.
    pub fn has_part(&self, id: TypeId, part: RecordId) -> bool {
        match self.kind(id) {
            TypeKind::Record(record) => {
                *record == part || self.fields(*record).iter().any(|field| self.has_part(field.ty, part))
            }
            TypeKind::Array(element, _) => self.has_part(*element, part),
            _ => false,
        }
    }

    /// Whether a member of this name starts at an offset, at whatever depth.
    pub fn has_member(&self, id: TypeId, offset: u64, name: &str) -> bool {
        match self.kind(id) {
            TypeKind::Record(record) => self.fields(*record).iter().any(|field| {
                let inside = field.offset <= offset && offset - field.offset < self.size(field.ty).unwrap_or(0);
                inside
                    && (field.offset == offset && field.name == name
                        || self.has_member(field.ty, offset - field.offset, name))
            }),
            TypeKind::Array(element, _) => match self.size(*element) {
                Some(size) if size > 0 => self.has_member(*element, offset % size, name),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a record is one of which only the library knows what it keeps there, as the objects of synchronisation of glibc and musl are.
    pub fn is_opaque(&self, id: RecordId) -> bool {
        const MEMBERS: [&str; 4] = ["__data", "__size", "__align", "__u"];
        let fields = self.fields(id);
        !fields.is_empty() && fields.iter().all(|field| MEMBERS.contains(&&*field.name))
    }

    /// The record that a type is, if it is one.
    pub fn as_record(&self, id: TypeId) -> Option<RecordId> {
        match self.kind(id) {
            TypeKind::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// The type that a pointer points to, if the type is a pointer.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.kind(id) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// What functions of the type return.
    pub fn result(&self, id: TypeId) -> Option<TypeId> {
        match self.kind(id) {
            TypeKind::Function(function) => Some(function.result),
            _ => None,
        }
    }

    /// Whether values of the type are integers: integer types, enumerations, `_Bool`.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Bool | TypeKind::Integer { .. })
    }

    /// Whether the type is a struct or union.
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Record(_))
    }

    /// Whether values of the type are pointers.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Pointer(_))
    }
}
