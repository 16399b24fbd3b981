//! What each unit says of the types of what several units name.
//!
//! An object or function has one type in the program. Where a unit only names a struct of which another one has the members, C takes both
//! for the same type (C17 6.2.7), so the unit gets these members: the merged type may be the one as the first unit spelled it.
//! Where units disagree about a type, the linker does not hear of it: so that is no error of the program, but an obstacle where such a unit
//! uses the name.

use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Lowering;
use crate::ir::{Position, RecordId, TypeId, TypeKind};

/// What units name in common, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Shared {
    Object(usize),
    Routine(usize),
}

/// The types by which units know what they share.
#[derive(Debug, Default)]
pub(super) struct Views {
    /// The last complete type in each unit, and where.
    own: HashMap<(usize, Shared), (TypeId, Position), FxBuildHasher>,
    /// Pairs of types that are taken for the same.
    alike: Vec<(TypeId, TypeId)>,
    /// What some unit declares in another way than another one.
    doubtful: BTreeSet<Shared>,
    /// Units that disagree with the type in the program.
    differing: HashSet<(usize, Shared), FxBuildHasher>,
}

impl Views {
    pub(super) fn note(&mut self, unit: usize, shared: Shared, view: (TypeId, Position)) {
        self.own.insert((unit, shared), view);
    }

    pub(super) fn of(&self, unit: usize, shared: Shared) -> Option<(TypeId, Position)> {
        self.own.get(&(unit, shared)).copied()
    }

    pub(super) fn alike(&mut self, one: TypeId, other: TypeId) {
        if one != other {
            self.alike.push((one, other));
        }
    }

    pub(super) fn doubt(&mut self, shared: Shared) {
        self.doubtful.insert(shared);
    }
}

impl Lowering<'_> {
    /// Brings together what units say, when the file scope of each has been read.
    pub(super) fn settle_views(&mut self) {
        self.complete_records();
        for shared in std::mem::take(&mut self.views.doubtful) {
            for unit in 0..self.units.len() {
                let Some((own, _)) = self.views.of(unit, shared) else {
                    continue;
                };
                let agrees = match shared {
                    Shared::Object(index) => self.compatible(own, self.objects[index].ty, 8),
                    Shared::Routine(index) => {
                        let routine = &self.routines[index];
                        routine.definition.is_none() || self.compatible_functions(own, routine.ty)
                    }
                };
                if !agrees {
                    self.views.differing.insert((unit, shared));
                }
            }
        }
    }

    /// The type by which this unit knows what has another one in the program.
    pub(super) fn differing_view(&self, shared: Shared) -> Option<(TypeId, Position)> {
        if self.views.differing.is_empty() || !self.views.differing.contains(&(self.unit, shared)) {
            return None;
        }
        self.views.of(self.unit, shared)
    }

    /// Lists the use of a name of which the units disagree.
    pub(super) fn note_differing(&mut self, shared: Shared, at: Position) -> Option<TypeId> {
        let (ty, declared) = self.differing_view(shared)?;
        let (name, defined) = match shared {
            Shared::Object(index) => (self.objects[index].name, self.objects[index].at),
            Shared::Routine(index) => (self.routines[index].name, self.routines[index].at),
        };
        let what = format!(
            "`{name}` is declared at {} with another type than at {}",
            self.files.display(declared),
            self.files.display(defined)
        );
        self.obstacle(at, what);
        Some(ty)
    }

    /// Gives structs and unions of which a unit knows the name alone the members that they have in another unit.
    fn complete_records(&mut self) {
        let mut pairs = Vec::new();
        let mut seen: HashSet<(RecordId, RecordId), FxBuildHasher> = HashSet::default();
        let mut open = std::mem::take(&mut self.views.alike);
        while let Some((one, other)) = open.pop() {
            match (self.types().kind(one), self.types().kind(other)) {
                _ if one == other => {}
                (TypeKind::Array(one, _), TypeKind::Array(other, _))
                | (TypeKind::Pointer(one), TypeKind::Pointer(other)) => open.push((*one, *other)),
                (TypeKind::Function(one), TypeKind::Function(other)) => {
                    open.push((one.result, other.result));
                    open.extend(one.parameters.iter().copied().zip(other.parameters.iter().copied()));
                }
                (TypeKind::Record(one), TypeKind::Record(other)) => {
                    let (one, other) = (*one, *other);
                    let (first, second) = (self.types().record(one), self.types().record(other));
                    if first.kind != second.kind || !seen.insert((one, other)) {
                        continue;
                    }
                    match (&first.fields, &second.fields) {
                        (Some(fields), Some(others)) => {
                            open.extend(fields.iter().zip(others).map(|(one, other)| (one.ty, other.ty)));
                        }
                        _ if first.name == second.name => pairs.push((one, other)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        // Names may stand for each other before one is reached that has members.
        loop {
            let before = pairs.len();
            pairs.retain(|&(one, other)| !self.complete_from(one, other) && !self.complete_from(other, one));
            if pairs.len() == before {
                return;
            }
        }
    }

    fn complete_from(&mut self, open: RecordId, known: RecordId) -> bool {
        let record = self.types().record(known);
        let Some(fields) = record.fields.clone() else {
            return false;
        };
        let (size, align) = (record.size, record.align);
        if self.types().record(open).fields.is_none() {
            for index in 0..fields.len() as u32 {
                if let Some(align) = self.field_alignments.get(&(known, index)).copied() {
                    self.field_alignments.insert((open, index), align);
                }
            }
            self.types_mut().complete_record(open, fields, size, align);
        }
        true
    }
}
