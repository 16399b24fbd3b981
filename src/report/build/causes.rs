//! The cause of a race: what a reader would go and look at.
//!
//! A race is put down to the part of the object that both accesses touch: a variable or a member of it, without the index in an array;
//! a member of what one allocation makes. If an access goes through a pointer of which too little is known, it meets everything, so
//! the cause is that pointer. If an access releases an object, the cause is the release.
//!
//! Causes are named by what edits elsewhere leave as it is: variables by their names, allocations by their function and their number
//! among its calls of the same name, never by a line.

use super::Findings;
use crate::ir::{Position, RecordId, TypeId, TypeKind};
use crate::races::{Access, AccessKind, Bytes, Confirmation, Location, Object, ObjectId, ObjectKind, Origin, Pair};
use crate::report::model::PlaceReport;
use crate::report::spelling::{part, type_name};
use std::collections::{BTreeMap, BTreeSet};

/// A cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cause {
    /// What names it.
    pub(super) key: String,
    /// The cause for people.
    pub(super) title: String,
    /// Where the object is declared or allocated, or the pointer became unknown.
    pub(super) declared: PlaceReport,
}

/// The records that allocated objects consist of, by what is accessed in them.
pub(super) struct Records {
    of_families: BTreeMap<ObjectId, TypeId>,
    of_sites: BTreeMap<Position, TypeId>,
}

/// The names of the functions that release objects, by their families.
pub(super) type Releasers<'p> = BTreeMap<ObjectId, BTreeSet<&'p str>>;

impl Findings<'_> {
    /// Finds out of which records allocated objects consist: the one that most accesses to members name.
    pub(super) fn records(&self) -> Records {
        let mut families: BTreeMap<(ObjectId, RecordId), (usize, TypeId)> = BTreeMap::new();
        let mut sites: BTreeMap<(Position, RecordId), (usize, TypeId)> = BTreeMap::new();
        for access in &self.explainer.pairing.accesses {
            let object = &self.evidence().objects[access.object.index()];
            if object.kind != ObjectKind::Heap || access.origin != Origin::Direct {
                continue;
            }
            if let Some((record, ty)) = self.accessed_record(access) {
                families.entry((object.family, record)).or_insert((0, ty)).0 += 1;
                sites.entry((object.at, record)).or_insert((0, ty)).0 += 1;
            }
        }
        Records {
            of_families: self.most(families),
            of_sites: self.most(sites),
        }
    }

    /// For each key the type with the most votes, of those that are part of no other one; of several the one with the lowest record.
    fn most<K: Copy + Ord>(&self, votes: BTreeMap<(K, RecordId), (usize, TypeId)>) -> BTreeMap<K, TypeId> {
        let types = &self.program.types;
        let mut best: BTreeMap<K, (usize, TypeId)> = BTreeMap::new();
        for ((key, record), (count, ty)) in &votes {
            let mut rivals = votes.range((*key, RecordId(0))..=(*key, RecordId(u32::MAX)));
            let is_part = rivals.any(|((_, other), _)| {
                types
                    .fields(*other)
                    .iter()
                    .any(|field| types.has_part(field.ty, *record))
            });
            match best.get(key) {
                _ if is_part => {}
                Some((known, _)) if known >= count => {}
                _ => drop(best.insert(*key, (*count, *ty))),
            }
        }
        best.into_iter().map(|(key, (_, ty))| (key, ty)).collect()
    }

    /// The record of which an access touches a member, through a pointer to it.
    fn accessed_record(&self, access: &Access) -> Option<(RecordId, TypeId)> {
        self.record_at(access.at, access.ty)
    }

    /// The record of which a member is accessed at a place, of a type if one is known: what a member leads to is no member.
    fn record_at(&self, at: Position, ty: Option<TypeId>) -> Option<(RecordId, TypeId)> {
        self.code.index.accesses(at).iter().find_map(|accessed| {
            let (record, _) = accessed.member()?;
            if ty.is_some_and(|ty| ty != accessed.place.ty) {
                return None;
            }
            let TypeKind::Pointer(target) = self.program.types.kind(accessed.pointer()?.ty()) else {
                return None;
            };
            Some((record, *target))
        })
    }

    /// The cause of a race.
    pub(super) fn cause(&self, records: &Records, location: &Location, pair: Pair) -> Cause {
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        let unknown = [first, second].into_iter().filter_map(|access| match access.origin {
            Origin::Direct => None,
            Origin::UnknownPointer(at) => Some((at, access)),
        });
        if let Some((at, access)) = unknown.min_by_key(|(at, _)| *at) {
            return self.pointer(at, access);
        }
        let object = &self.evidence().objects[location.object.index()];
        let released = [first, second].iter().any(|access| access.kind == AccessKind::Free);
        self.part_of_object(records, object, location, released)
    }

    /// The cause of a race that only an execution shows: an executed object has no allocation by which it is known.
    pub(super) fn executed_cause(&self, confirmation: &Confirmation) -> Cause {
        let declared = confirmation
            .declared
            .map_or_else(PlaceReport::default, |at| self.place(at));
        let types = &self.program.types;
        let sides = [confirmation.first.at, confirmation.second.at];
        let record = sides.into_iter().find_map(|at| self.record_at(at, None));
        let (start, end) = confirmation.bytes;
        let member = record.and_then(|(_, ty)| {
            let bytes = Bytes::at(i64::try_from(start).ok()?, end.saturating_sub(start));
            let path = part(types, ty, &within(&bytes, types.size(ty)?)?).0;
            Some(format!(
                "`{}` of `{}`",
                without_indices(path.trim_start_matches('.')),
                type_name(types, ty)
            ))
        });
        let title = member.unwrap_or_else(|| format!("`{}`", confirmation.object));
        Cause {
            key: format!("executed {title}"),
            title,
            declared,
        }
    }

    /// A pointer of which too little is known.
    fn pointer(&self, at: Position, access: &Access) -> Cause {
        let index = &self.code.index;
        let function = index.function_at(at).unwrap_or(access.function);
        let function = &self.program.function(function).name;
        let text = index.text(self.program, at).unwrap_or_else(|| "…".to_owned());
        Cause {
            key: format!("pointer {function} {text}"),
            title: format!("memory behind `{text}` in `{function}`, of which too little is known"),
            declared: self.place(at),
        }
    }

    fn part_of_object(&self, records: &Records, object: &Object, location: &Location, released: bool) -> Cause {
        let types = &self.program.types;
        let (mut path, mut record) = (String::new(), String::new());
        if !released {
            if let Some(ty) = object.ty {
                path = without_indices(&part(types, ty, &location.bytes).0);
            } else if let Some(ty) = records.of(object) {
                record = type_name(types, ty);
                path = types
                    .size(ty)
                    .and_then(|size| within(&location.bytes, size))
                    .map(|bytes| without_indices(&part(types, ty, &bytes).0))
                    .unwrap_or_default();
            }
        }
        let (mut key, mut title) = self.object_name(object, &record, &path);
        if released {
            key.push_str(" released");
            title.push_str(", which is released");
        }
        Cause {
            key,
            title,
            declared: self.place(object.at),
        }
    }

    /// What names a part of an object, and its name for people.
    fn object_name(&self, object: &Object, record: &str, path: &str) -> (String, String) {
        let index = &self.code.index;
        let name = &object.name;
        match object.kind {
            ObjectKind::Heap => {
                let call = index.call(object.at);
                let (function, callee, number) = call.map_or(("", "", 0), |call| {
                    let function = self.program.function(call.caller);
                    (function.name.as_str(), call.callee.as_str(), call.number)
                });
                let title = match (record, path) {
                    ("", _) => format!("memory allocated in `{function}`"),
                    (record, "") => format!("`{record}` allocated in `{function}`"),
                    (record, path) => format!(
                        "`{}` of `{record}` allocated in `{function}`",
                        path.trim_start_matches('.')
                    ),
                };
                (format!("heap {function} {callee} {number} {record}{path}"), title)
            }
            ObjectKind::Local => {
                let function = self.local_owner(object).unwrap_or_default();
                (
                    format!("local {function} {name}{path}"),
                    format!("`{name}{path}` of `{function}`"),
                )
            }
            ObjectKind::Global | ObjectKind::ThreadLocal => {
                let global = self.program.globals.iter().find(|global| global.at == object.at);
                match global.and_then(|global| global.function.as_ref()) {
                    Some(function) => (
                        format!("global {function} {name}{path}"),
                        format!("`{name}{path}`, static in `{function}`"),
                    ),
                    None => (format!("global {name}{path}"), format!("`{name}{path}`")),
                }
            }
            ObjectKind::External | ObjectKind::Outside | ObjectKind::String => {
                (format!("outside {name}{path}"), format!("{name}{path}"))
            }
        }
    }

    /// The function whose local variable an object is.
    pub(super) fn local_owner(&self, object: &Object) -> Option<&str> {
        let owner = self.program.functions.iter().find(|function| {
            let locals = function.body.iter().flat_map(|body| &body.locals);
            locals
                .clone()
                .any(|local| local.at == object.at && local.name == object.name)
        });
        owner.map(|function| function.name.as_str())
    }

    /// The functions that release objects, by their families.
    pub(super) fn releasers(&self) -> Releasers<'_> {
        let mut releasers = Releasers::new();
        let accesses = self.explainer.pairing.accesses.iter();
        for access in accesses.filter(|access| access.kind == AccessKind::Free) {
            let family = self.evidence().objects[access.object.index()].family;
            let function = self.program.function(access.function).name.as_str();
            releasers.entry(family).or_default().insert(function);
        }
        releasers
    }
}

impl Records {
    pub(super) fn of(&self, object: &Object) -> Option<TypeId> {
        let family = self.of_families.get(&object.family);
        family.or_else(|| self.of_sites.get(&object.at)).copied()
    }
}

/// The bytes within one of the records of `size` bytes that follow each other, if the accesses touch the same ones in each.
pub(super) fn within(bytes: &Bytes, size: u64) -> Option<Bytes> {
    let width = i64::try_from(size).ok().filter(|width| *width > 0)?;
    let start = bytes.first().checked_rem_euclid(width)?;
    let fits = |span: u64| u64::try_from(start).ok()?.checked_add(span).filter(|end| *end <= size);
    if bytes.stride() == 0 || bytes.stride().is_multiple_of(size) {
        fits(bytes.size())?;
        return Some(Bytes::at(start, bytes.size()));
    }
    let span = u64::try_from(bytes.end() - i128::from(bytes.first())).ok()?;
    fits(span)?;
    let last = start.checked_add(i64::try_from(span.checked_sub(bytes.size())?).ok()?)?;
    Some(Bytes::strided(start, last, bytes.stride(), bytes.size()))
}

/// The path with `[*]` for each index.
fn without_indices(path: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in path.chars() {
        match letter {
            '[' => {
                text.push_str("[*]");
                inside = true;
            }
            ']' => inside = false,
            _ if inside => {}
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_of_any_of_several_records_is_one_part() {
        assert_eq!(within(&Bytes::strided(8, 808, 16, 4), 16), Some(Bytes::at(8, 4)));
        assert_eq!(within(&Bytes::at(24, 4), 16), Some(Bytes::at(8, 4)));
        assert_eq!(within(&Bytes::at(12, 8), 16), None);
        assert_eq!(within(&Bytes::ANYWHERE, 16), None);
        assert_eq!(
            within(&Bytes::strided(16, 28, 4, 4), 16),
            Some(Bytes::strided(0, 12, 4, 4))
        );
    }

    #[test]
    fn paths_forget_indices() {
        assert_eq!(without_indices("[12].name[*]"), "[*].name[*]");
        assert_eq!(without_indices(".next"), ".next");
    }
}
