//! Sizes and alignments of types, in bytes, by the System V ABI for the data model.

use super::types::{DataModel, TypeId, TypeKind, Types};

impl Types {
    /// The size of a type in bytes; `None` for incomplete types and functions.
    /// `void` counts 1, as GNU C has it for pointer arithmetic.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.kind(id) {
            TypeKind::Void | TypeKind::Bool => Some(1),
            TypeKind::Integer { size, .. } | TypeKind::Float { size, .. } => Some(u64::from(*size)),
            TypeKind::Pointer(_) => Some(self.model().pointer_size()),
            TypeKind::Array(element, count) => self.size(*element)?.checked_mul((*count)?),
            TypeKind::Record(record) => {
                let record = self.record(*record);
                record.fields.as_ref().map(|_| record.size)
            }
            TypeKind::Function(_) => None,
        }
    }

    /// The alignment of a type in bytes; 1 for incomplete types and functions.
    pub fn align(&self, id: TypeId) -> u64 {
        let align = self.plain_align(id);
        match self.size(id) {
            // Atomic objects of a size that the machine knows align to it.
            Some(size @ (1 | 2 | 4 | 8 | 16)) if self.get(id).atomic => align.max(size),
            _ => align,
        }
    }

    fn plain_align(&self, id: TypeId) -> u64 {
        let word = self.model() == DataModel::Ilp32;
        match self.kind(id) {
            TypeKind::Void | TypeKind::Bool | TypeKind::Function(_) => 1,
            // The i386 ABI aligns 8-byte scalars inside records to 4 bytes.
            TypeKind::Integer { size: 8, .. } | TypeKind::Float { size: 8 | 12, .. } if word => 4,
            TypeKind::Integer { size, .. } | TypeKind::Float { size, .. } => u64::from(*size),
            TypeKind::Pointer(_) => self.model().pointer_size(),
            TypeKind::Array(element, _) => self.align(*element),
            TypeKind::Record(record) => self.record(*record).align,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_byte_integers_align_by_the_data_model() {
        let wide = TypeKind::Integer { size: 8, signed: true };
        let mut ilp32 = Types::new(DataModel::Ilp32);
        let mut lp64 = Types::new(DataModel::Lp64);
        let (narrow_id, wide_id) = (ilp32.intern(wide.clone()), lp64.intern(wide));
        assert_eq!((ilp32.align(narrow_id), lp64.align(wide_id)), (4, 8));
    }

    #[test]
    fn an_array_too_large_for_the_address_space_has_no_size() {
        let mut types = Types::new(DataModel::Lp64);
        let byte = types.intern(TypeKind::Integer { size: 1, signed: false });
        let row = types.intern(TypeKind::Array(byte, Some(u64::MAX)));
        let matrix = types.intern(TypeKind::Array(row, Some(2)));
        assert_eq!(types.size(matrix), None);
    }
}
