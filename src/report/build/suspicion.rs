//! How likely a race is a mistake in the program, by what makes a reader believe in it.
//!
//! A race is likelier where the program itself shows that it means the memory to be protected, and where both accesses certainly touch the
//! same bytes. It is less likely where the analysis had to take one thing for many: an element for any element, an object for all that
//! one call allocates, a piece of text for all that may lie behind it. It is least likely where it does not know what is accessed. None of
//! this decides anything: all findings are told, the most suspicious first.

use super::Findings;
use super::causes::{Records, Releasers, within};
use crate::ir::{FunctionId, Position, TypeKind};
use crate::races::{Access, Bytes, Effect, Location, Object, ObjectId, ObjectKind, Origin, Pair};
use crate::report::model::{AccessReport, HeldReport, RaceReport, Suspicion};
use crate::report::spelling::part;
use crate::report::threads::is_handler;
use std::collections::BTreeSet;

/// What suspicion looks at besides a race itself.
pub(super) struct Circumstances<'p> {
    records: &'p Records,
    releasers: Releasers<'p>,
    /// Functions that create threads.
    creators: BTreeSet<FunctionId>,
    /// Places that are not understood.
    obstacles: BTreeSet<Position>,
    /// Objects that stand for all but the most recent one that a call allocates.
    several: BTreeSet<ObjectId>,
}

impl Findings<'_> {
    /// What suspicion looks at.
    pub(super) fn circumstances<'p>(&'p self, records: &'p Records) -> Circumstances<'p> {
        let evidence = self.evidence();
        let creations = evidence.threads.iter().flat_map(|thread| &thread.created_at);
        let hiding = evidence.obstacles.iter().filter(|it| it.effect == Effect::MayHideRace);
        let families = (0..).map(ObjectId::new).zip(&evidence.objects);
        Circumstances {
            records,
            releasers: self.releasers(),
            creators: creations
                .filter_map(|creation| self.code.index.function_at(creation.at))
                .collect(),
            obstacles: hiding.map(|obstacle| obstacle.at).collect(),
            several: families
                .filter(|(number, object)| object.family != *number)
                .map(|(_, object)| object.family)
                .collect(),
        }
    }

    /// How likely a race is a mistake in the program.
    pub(super) fn suspicion(
        &self,
        circumstances: &Circumstances<'_>,
        location: &Location,
        pair: Pair,
        race: &RaceReport,
    ) -> Suspicion {
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        let accesses = [first, second];
        let object = &self.evidence().objects[location.object.index()];
        let reports = [&race.first, &race.second];
        if race.confirmed {
            Suspicion::Confirmed
        } else if accesses.iter().any(|access| access.origin != Origin::Direct) {
            Suspicion::UnknownPointer
        } else if accesses.iter().any(|it| circumstances.obstacles.contains(&it.at)) {
            Suspicion::NotUnderstood
        } else if object.kind == ObjectKind::Outside {
            Suspicion::FromOutside
        } else if accesses
            .iter()
            .any(|it| self.is_of_unknown_extent(circumstances, object, it))
        {
            Suspicion::UnknownExtent
        } else if are_written_alike(&race.first.held, &race.second.held) {
            Suspicion::LocksNotTold
        } else if reports.iter().any(|it| self.begins_or_ends(circumstances, object, it)) {
            Suspicion::BeginOrEnd
        } else if reports.iter().all(|access| is_handler(&access.thread)) {
            Suspicion::BetweenHandlers
        } else if self.is_behind_joins(first, second) || self.is_behind_joins(second, first) {
            Suspicion::BehindJoins
        } else if reports.iter().any(|access| !access.held.is_empty()) {
            Suspicion::ProtectedElsewhere
        } else if accesses.iter().any(|it| self.is_one_of_many(circumstances, object, it)) {
            Suspicion::OneOfMany
        } else if accesses.iter().all(|access| access.kind.modifies()) {
            Suspicion::UnorderedWrites
        } else {
            Suspicion::Unordered
        }
    }

    /// Whether an access touches bytes of which it is not known where they end, so that it meets what it is not written for: other members
    /// of the record into one of which a text is printed, or a number where a text is read.
    fn is_of_unknown_extent(&self, circumstances: &Circumstances<'_>, object: &Object, access: &Access) -> bool {
        let types = &self.program.types;
        let Some(whole) = object.ty.or_else(|| circumstances.records.of(object)) else {
            return false;
        };
        let bytes = match object.ty {
            Some(_) => Some(access.bytes),
            None => types.size(whole).and_then(|size| within(&access.bytes, size)),
        };
        let reached = bytes.map_or(whole, |bytes: Bytes| part(types, whole, &bytes).1);
        let has_gaps = access.bytes.stride() > access.bytes.size();
        if access.bytes.stride() != 0 && !has_gaps {
            let is_text = types.size(reached) == Some(1) || matches!(types.kind(reached), TypeKind::Array(..));
            // Which element is not known then, but how far it reaches is.
            let is_element = access.ty.is_some_and(|ty| types.size(ty) == types.size(reached));
            return !is_text && !is_element;
        }
        // A call that is given a member, or the text in it, and touches the whole record.
        let call = self.code.index.call(access.at).filter(|_| access.ty.is_none());
        match types.kind(reached) {
            TypeKind::Record(record) => call.is_some_and(|call| !call.given.contains(record)),
            _ => false,
        }
    }

    /// Whether an access touches one of several elements or objects, and which one is not known.
    fn is_one_of_many(&self, circumstances: &Circumstances<'_>, object: &Object, access: &Access) -> bool {
        let in_routine_of_many = || self.local_owner(object).is_some_and(|owner| owner != "main");
        let is_element = access.bytes.stride() != 0 && access.ty.is_some();
        is_element
            || match object.kind {
                ObjectKind::Heap => circumstances.several.contains(&access.object),
                ObjectKind::Local => in_routine_of_many(),
                _ => false,
            }
    }

    /// Whether the creator of another access's thread makes an access where it has waited for ends of threads.
    fn is_behind_joins(&self, access: &Access, other: &Access) -> bool {
        let threads = &self.evidence().threads;
        let created = threads.iter().find(|thread| thread.id == other.thread);
        created.is_some_and(|created| created.creators.contains(&access.thread) && other.thread != access.thread)
            && self
                .frames(access)
                .iter()
                .any(|(function, at)| self.code.is_behind_join(*function, *at))
    }

    /// Whether an access without lock stands where its object is not shared yet, or not any more: in the function that makes it, in one
    /// that this calls, or in one that releases it. Who makes an object and creates threads shares it.
    fn begins_or_ends(&self, circumstances: &Circumstances<'_>, object: &Object, access: &AccessReport) -> bool {
        if object.kind != ObjectKind::Heap || !access.held.is_empty() {
            return false;
        }
        let maker = self.code.index.call(object.at).map(|call| call.caller);
        let maker = maker.filter(|maker| !circumstances.creators.contains(maker));
        let makes = maker.is_some_and(|maker| {
            let name = self.program.function(maker).name.as_str();
            access.kind == "write" && (access.function == name || access.stack.iter().any(|call| call.function == name))
        });
        let releasers = circumstances.releasers.get(&object.family);
        makes || releasers.is_some_and(|names| names.contains(access.function.as_str()))
    }
}

/// Whether locks are held at both accesses that end in the same member, or have one name.
fn are_written_alike(mine: &[HeldReport], theirs: &[HeldReport]) -> bool {
    let alike = |one: &HeldReport, other: &HeldReport| member(&one.lock) == member(&other.lock);
    mine.iter().any(|one| theirs.iter().any(|other| alike(one, other)))
}

/// The member of a lock, or its whole name.
fn member(lock: &str) -> &str {
    lock.rsplit(['.', '>']).next().unwrap_or(lock)
}
