//! Places: from an lvalue to an address register, a constant offset and what kind of memory it is.

use crate::explore::code::{AccessId, AccessSite, BitsInMemory, Op, PRIVATE, Register, Scalar};
use crate::ir::{BitField, Expr, Place, Projection, RecordId, RecordKind, Root, TypeId, TypeKind};

use super::body::BodyCompiler;
use super::{access_site, scalar};

/// The address of a place.
pub(super) struct Located {
    /// The register with the base address.
    pub base: Register,
    /// What is added to it, in bytes.
    pub offset: u32,
    /// Whether no other thread can reach the memory.
    pub private: bool,
    /// For a bit-field: its bits, and the first byte (from the base) and number of bytes of its run.
    pub bits: Option<(BitField, u32, u32)>,
}

/// Whether the last index of a place may be one past the end (`&a[n]`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastIndex {
    /// The element is accessed.
    Inside,
    /// Only its address is taken.
    MayBeEnd,
}

impl BodyCompiler<'_> {
    /// Emits the computation of a place's address.
    pub(super) fn locate(&mut self, place: &Place, last: LastIndex) -> Located {
        let (mut located, mut ty) = self.locate_root(place);
        for (number, projection) in place.projections.iter().enumerate() {
            let is_last = number + 1 == place.projections.len();
            match projection {
                Projection::Field(record, field) => {
                    let Some(field_info) = self.program.types.fields(*record).get(*field as usize).cloned() else {
                        self.open("a field that its record does not have");
                        return located;
                    };
                    let start = located.offset;
                    self.add_offset(&mut located, field_info.offset);
                    if let Some(bits) = field_info.bits.filter(|_| is_last) {
                        let (first, size) = bit_field_run(self, *record, *field);
                        located.bits = Some((bits, start.wrapping_add(first), size));
                    }
                    ty = Some(field_info.ty);
                }
                Projection::Index(index, element) => {
                    let end = if is_last { last } else { LastIndex::Inside };
                    self.index(&mut located, ty, index, *element, end);
                    ty = Some(*element);
                }
            }
        }
        located
    }

    fn locate_root(&mut self, place: &Place) -> (Located, Option<TypeId>) {
        let located = |base, private| Located {
            base,
            offset: 0,
            private,
            bits: None,
        };
        match &place.root {
            Root::Local(id) => {
                let local = &self.body.locals[id.0 as usize];
                (located(id.0, !local.address_taken), Some(local.ty))
            }
            Root::Global(id) => {
                let global = self.program.global(*id);
                let to = self.draft.temporary();
                let op = match global.thread_local {
                    true => Op::ThreadLocal { to, global: *id },
                    false => Op::Constant {
                        to,
                        value: self.code.globals[id.0 as usize],
                    },
                };
                self.draft.emit(op);
                (located(to, false), Some(global.ty))
            }
            Root::Deref(pointer) => {
                let base = self.expression(pointer);
                (located(base, false), self.program.types.pointee(pointer.ty()))
            }
        }
    }

    fn add_offset(&mut self, located: &mut Located, bytes: u64) {
        match u32::try_from(u64::from(located.offset) + bytes) {
            Ok(sum) => located.offset = sum,
            Err(_) => self.open("a field beyond the address space"),
        }
    }

    fn index(&mut self, located: &mut Located, array: Option<TypeId>, index: &Expr, element: TypeId, last: LastIndex) {
        let scale = self
            .program
            .types
            .size(element)
            .and_then(|size| u32::try_from(size).ok());
        let Some(scale) = scale else {
            return self.open("an element of unknown size");
        };
        let count = match array.map(|array| self.program.types.kind(array)) {
            // Arrays of no or one element at the end of a record stand for as many as there is memory for.
            Some(TypeKind::Array(_, Some(count))) if *count > 1 => u32::try_from(*count).unwrap_or(0),
            _ => 0,
        };
        let limit = if count == 0 {
            0
        } else {
            count + u32::from(last == LastIndex::MayBeEnd)
        };
        if let Expr::Integer(number, _) = index
            && let Ok(number) = u32::try_from(*number)
            && (limit == 0 || number < limit)
        {
            return self.add_offset(located, u64::from(number) * u64::from(scale));
        }
        let index = self.distance(index);
        let base = self.materialise(located);
        let to = self.draft.temporary();
        self.draft.emit(Op::Index {
            to,
            base,
            index,
            scale,
            limit,
        });
        (located.base, located.offset) = (to, 0);
    }

    /// The address as the value of one register.
    pub(super) fn materialise(&mut self, located: &Located) -> Register {
        if located.offset == 0 {
            return located.base;
        }
        let to = self.draft.temporary();
        self.draft.emit(Op::Offset {
            to,
            base: located.base,
            offset: located.offset,
        });
        to
    }

    /// The number of the access that reads or writes a place.
    pub(super) fn access(&mut self, place: &Place, located: &Located) -> AccessId {
        if located.private {
            return PRIVATE;
        }
        let site = AccessSite {
            function: self.function,
            at: place.at,
            atomic: self.program.types.get(place.ty).atomic,
        };
        access_site(self.code, site)
    }

    /// The number of the description of a bit-field in memory; `None` if its type has more than 64 bits.
    pub(super) fn bits_in_memory(&mut self, place: &Place, located: &Located) -> Option<u32> {
        let (bits, run_offset, run_size) = located.bits?;
        let scalar = scalar(self.program, place.ty).filter(|scalar| !scalar.is_wide())?;
        let known = BitsInMemory {
            offset: located.offset.checked_add(bits.offset / 8)?,
            size: (bits.offset % 8 + bits.width).div_ceil(8),
            scalar,
            first: bits.offset % 8,
            width: bits.width,
            run_offset,
            run_size,
        };
        self.code.bit_fields.push(known);
        Some(self.code.bit_fields.len() as u32 - 1)
    }

    /// The scalar that a place holds; 16-byte integers, records and arrays have none.
    pub(super) fn scalar_of(&self, ty: TypeId) -> Option<Scalar> {
        scalar(self.program, ty)
    }
}

/// The first byte and the number of bytes of the run of adjacent bit-fields that a field belongs to (C11 3.14):
/// it ends at other members, at a zero-width field and at the border of the record. In a union each field is alone.
fn bit_field_run(compiler: &BodyCompiler<'_>, record: RecordId, field: u32) -> (u32, u32) {
    let fields = compiler.program.types.fields(record);
    let bit_range = |number: usize| -> Option<(u64, u64)> {
        let field = fields.get(number)?;
        let bits = field.bits.filter(|bits| bits.width > 0)?;
        let first = 8 * field.offset + u64::from(bits.offset);
        Some((first, first + u64::from(bits.width)))
    };
    let number = field as usize;
    let Some((mut first, mut end)) = bit_range(number) else {
        return (0, 0);
    };
    if compiler.program.types.record(record).kind == RecordKind::Struct {
        let before = (0..number).rev().map_while(bit_range);
        let after = (number + 1..fields.len()).map_while(bit_range);
        for (other_first, other_end) in before.chain(after) {
            (first, end) = (first.min(other_first), end.max(other_end));
        }
    }
    let (first, end) = (first / 8, end.div_ceil(8));
    (first as u32, (end - first) as u32)
}
