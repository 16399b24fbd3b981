//! Padding: bytes of a type that belong to no member, of which an initialiser says nothing (C17 6.2.6.1, 6, and 6.7.9).
//!
//! Of a union only what lies behind its first member is padding here: that is the one which is initialised where nothing is said.

use super::types::{Field, RecordKind, TypeId, TypeKind, Types};

/// Bytes of an object that have no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where the first of them begin.
    pub start: u64,
    /// How many there are, side by side.
    pub size: u64,
    /// For each array around them, the outermost one last, the bytes from one element to the next, and how many elements there are.
    pub repeats: Vec<(u64, u64)>,
}

impl Gap {
    /// Where they begin, if there are at most `most`.
    pub fn starts(&self, most: usize) -> Option<Vec<u64>> {
        let mut starts = vec![self.start];
        for &(stride, count) in &self.repeats {
            let all = usize::try_from(count).ok()?.checked_mul(starts.len())?;
            if all > most {
                return None;
            }
            let elements = 0..count;
            starts = elements
                .flat_map(|element| starts.iter().map(move |start| start + stride * element))
                .collect();
        }
        Some(starts)
    }
}

impl Types {
    /// The padding of a type.
    pub fn padding(&self, ty: TypeId) -> Vec<Gap> {
        match self.kind(ty) {
            TypeKind::Array(element, Some(count)) => {
                let mut gaps = self.padding(*element);
                let stride = self.size(*element).unwrap_or(0);
                gaps.iter_mut().for_each(|gap| gap.repeats.push((stride, *count)));
                gaps
            }
            TypeKind::Record(record) => {
                let size = self.size(ty).unwrap_or(0);
                let fields = self.fields(*record);
                let fields = match self.record(*record).kind {
                    RecordKind::Struct => fields,
                    RecordKind::Union => &fields[..fields.len().min(1)],
                };
                self.between(fields, size)
            }
            _ => Vec::new(),
        }
    }

    /// What lies between and in members, and behind the last one.
    fn between(&self, fields: &[Field], size: u64) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut end = 0;
        let mut members: Vec<(u64, u64)> = fields.iter().filter_map(|field| self.bytes_of(field)).collect();
        members.sort_unstable();
        for (start, next) in members.into_iter().chain([(size, size)]) {
            if start > end {
                gaps.push(Gap {
                    start: end,
                    size: start - end,
                    repeats: Vec::new(),
                });
            }
            end = end.max(next);
        }
        for field in fields.iter().filter(|field| field.bits.is_none()) {
            let inner = self.padding(field.ty).into_iter();
            gaps.extend(inner.map(|gap| Gap {
                start: gap.start + field.offset,
                ..gap
            }));
        }
        gaps
    }

    /// From where to where a member lies, with whole bytes for bits; nothing for what only keeps others apart.
    fn bytes_of(&self, field: &Field) -> Option<(u64, u64)> {
        match field.bits {
            None => Some((field.offset, field.offset + self.size(field.ty)?)),
            Some(_) if field.name.is_empty() => None,
            Some(bits) => {
                let (first, last) = (u64::from(bits.offset), u64::from(bits.offset + bits.width));
                Some((field.offset + first / 8, field.offset + last.div_ceil(8)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(repeats: &[(u64, u64)]) -> Gap {
        Gap {
            start: 1,
            size: 3,
            repeats: repeats.to_vec(),
        }
    }

    #[test]
    fn gaps_of_arrays_of_arrays_are_repeated_by_each() {
        assert_eq!(gap(&[(8, 2), (16, 2)]).starts(4), Some(vec![1, 9, 17, 25]));
    }

    #[test]
    fn more_gaps_than_are_asked_for_are_not_listed() {
        assert_eq!(gap(&[(8, 2), (16, 2)]).starts(3), None);
        assert_eq!(gap(&[(8, u64::MAX)]).starts(4096), None);
    }
}
