//! Memory that does not race by definition, by the rules of the competition: the inside of objects that synchronise.
//!
//! Mutexes, condition variables, streams and their like are made to be used by several threads: operations on them are accesses that
//! do not race with each other. But who initialises, destroys or writes over one while others use it races with these
//! ([`Releases::Race`]); where releases are no accesses, such objects are taken to be used as POSIX asks.
//! `pthread_t` is a plain number and does race.

use super::access::Access;
use super::evidence::Object;
use super::locations::Bytes;
use super::pair::Releases;
use crate::ir::{Field, RecordId, RecordKind, TypeId, TypeKind, Types};

/// Names of record types (tags, or typedefs of anonymous records) that synchronise, or say how, or do so inside, as streams do. Headers
/// of glibc have functions without locks that touch the inside of a stream, where the compiler optimises.
///
/// Only names that POSIX and C reserve for the system: a program may well have a `FILE` or a `sem_t` of its own making.
const SYNCHRONISING: &[&str] = &[
    "_IO_FILE",
    "pthread_attr_t",
    "pthread_mutexattr_t",
    "pthread_rwlockattr_t",
    "pthread_condattr_t",
    "pthread_barrierattr_t",
    "pthread_mutex_t",
    "pthread_rwlock_t",
    "pthread_cond_t",
    "pthread_barrier_t",
    "__pthread_mutex_s",
    "__pthread_rwlock_arch_t",
    "__pthread_cond_s",
];

/// The types of a program, with what counts as an access.
#[derive(Clone, Copy)]
struct Exemption<'t> {
    types: &'t Types,
    releases: Releases,
}

/// Whether an access lies within an exempt record: by the type of the place accessed, or by the object's type.
pub fn is_exempt(types: &Types, releases: Releases, object: &Object, access: &Access) -> bool {
    let exemption = Exemption { types, releases };
    let by_place = access.ty.is_some_and(|ty| exemption.covers_type(ty));
    by_place || object.ty.is_some_and(|ty| exemption.covers(ty, 0, &access.bytes))
}

impl Exemption<'_> {
    fn covers_type(self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            TypeKind::Record(record) => self.covers_record(*record),
            TypeKind::Array(element, _) => self.covers_type(*element),
            _ => false,
        }
    }

    fn covers_record(self, record: RecordId) -> bool {
        let name = self.types.record(record).name.as_str();
        self.releases == Releases::Ignored && SYNCHRONISING.contains(&name)
    }

    /// Whether all bytes lie within exempt parts of a type that starts at byte `base` of the object.
    fn covers(self, ty: TypeId, base: u64, bytes: &Bytes) -> bool {
        let Some(size) = self.types.size(ty) else { return false };
        let within =
            i128::from(base) <= i128::from(bytes.first()) && bytes.end() <= i128::from(base) + i128::from(size);
        if !within {
            return false;
        }
        match self.types.kind(ty) {
            TypeKind::Record(record) if self.covers_record(*record) => true,
            TypeKind::Record(record) => {
                let mut fields = self.types.fields(*record).iter();
                let exempt = |field: &Field| self.covers(field.ty, base.saturating_add(field.offset), bytes);
                match self.types.record(*record).kind {
                    RecordKind::Struct => fields.any(exempt),
                    // The bytes belong to every member of a union, so none of them may be an ordinary one.
                    RecordKind::Union => fields.len() > 0 && fields.all(exempt),
                }
            }
            TypeKind::Array(element, _) if self.covers_type(*element) => true,
            TypeKind::Array(element, _) => {
                let Some(step) = self.types.size(*element).filter(|step| *step > 0) else {
                    return false;
                };
                let index = (i128::from(bytes.first()) - i128::from(base)) / i128::from(step);
                let start = i128::from(base) + index * i128::from(step);
                u64::try_from(start).is_ok_and(|start| self.covers(*element, start, bytes))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::DataModel;
    use crate::races::fixture::{evidence, write};

    /// The size of the mutex, then `struct { int count; pthread_mutex_t lock; }` or the union of both.
    fn exempt_at(kind: RecordKind, offset: i64, releases: Releases) -> bool {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.intern(TypeKind::Integer { size: 4, signed: true });
        let mutex = types.declare_record(RecordKind::Union, "pthread_mutex_t".into());
        types.complete_record(mutex, Vec::new(), 40, 8);
        let mutex = types.intern(TypeKind::Record(mutex));
        let record = types.declare_record(kind, "counter".into());
        let lock_at = if kind == RecordKind::Struct { 8 } else { 0 };
        let field = |name: &str, ty, offset| Field {
            name: name.into(),
            ty,
            offset,
            bits: None,
        };
        types.complete_record(
            record,
            vec![field("count", int, 0), field("lock", mutex, lock_at)],
            48,
            8,
        );
        let mut object = evidence(Vec::new(), Vec::new()).objects.remove(0);
        object.ty = Some(types.intern(TypeKind::Record(record)));
        let access = Access {
            bytes: Bytes::at(offset, 4),
            ..write(0, 0)
        };
        is_exempt(&types, releases, &object, &access)
    }

    #[test]
    fn the_inside_of_a_mutex_is_exempt_and_what_stands_beside_it_is_not() {
        assert!(exempt_at(RecordKind::Struct, 12, Releases::Ignored));
        assert!(!exempt_at(RecordKind::Struct, 0, Releases::Ignored));
        assert!(!exempt_at(RecordKind::Struct, 6, Releases::Ignored));
    }

    #[test]
    fn nothing_of_a_mutex_is_exempt_where_its_end_is_an_access() {
        assert!(!exempt_at(RecordKind::Struct, 12, Releases::Race));
    }

    #[test]
    fn bytes_that_an_ordinary_union_member_shares_with_a_mutex_are_not_exempt() {
        assert!(!exempt_at(RecordKind::Union, 0, Releases::Ignored));
    }
}
