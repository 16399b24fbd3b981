//! Races that executions showed: which pairs they confirm, and those that no pair stands for.

use super::{Findings, kind, operation};
use crate::ir::{FunctionId, Position};
use crate::races::{Access, Bytes, Confirmation, Exploration, Location, Object, ObjectKind, Pair, Sighting};
use crate::report::model::{AccessReport, CallReport, LocationReport, Ordered, PlaceReport, RaceReport, Status};

impl Findings<'_> {
    fn confirmations(&self) -> &[Confirmation] {
        match self.exploration {
            Exploration::Confirmed(confirmations) => confirmations,
            Exploration::Open | Exploration::Complete { .. } => &[],
        }
    }

    /// An execution's race that a pair stands for.
    fn confirmation(&self, pair: Pair) -> Option<&Confirmation> {
        let mut confirmations = self.confirmations().iter();
        confirmations.find(|confirmation| self.confirms(confirmation, pair))
    }

    /// Where the calls stand that must fail for an executed race.
    fn refused(&self, confirmation: &Confirmation) -> Vec<PlaceReport> {
        confirmation.refused.iter().map(|at| self.place(*at)).collect()
    }

    /// The same, for a pair.
    pub(super) fn refused_before(&self, pair: Pair) -> Vec<PlaceReport> {
        let confirmation = self.confirmation(pair);
        confirmation.map_or_else(Vec::new, |confirmation| self.refused(confirmation))
    }

    /// The two accesses of a confirmed pair as an execution made them, in the order of the pair.
    pub(super) fn sightings(&self, pair: Pair) -> Option<[&Sighting; 2]> {
        let (first, _) = self.explainer.pairing.accesses_of(pair);
        let confirmation = self.confirmation(pair)?;
        let mut sightings = [&confirmation.first, &confirmation.second];
        // Two accesses may have one place: a read and a write of it.
        let likeness = |sighting: &Sighting| (sighting.at == first.at, sighting.kind == first.kind);
        if likeness(sightings[1]) > likeness(sightings[0]) {
            sightings.reverse();
        }
        Some(sightings)
    }

    /// The pair of which an execution made both accesses. A pair that is listed stands for those of other threads at the same
    /// places, and one of these may have been the one that raced.
    pub(super) fn executed_pair(&self, listed: Pair) -> Pair {
        let (Some([first, second]), Some(confirmation)) = (self.sightings(listed), self.confirmation(listed)) else {
            return listed;
        };
        let bytes = confirmed_bytes(confirmation);
        Pair {
            first: self.executed_access(listed.first, first, bytes),
            second: self.executed_access(listed.second, second, bytes),
        }
    }

    /// The access to these bytes by the thread that was seen which is otherwise like a listed one; that one, if the analysis gives
    /// the thread another name.
    fn executed_access(&self, listed: u32, sighting: &Sighting, bytes: Bytes) -> u32 {
        let accesses = &self.explainer.pairing.accesses;
        let like = &accesses[listed as usize];
        let is_executed = |access: &Access| {
            let same_bytes = access.object == like.object && access.bytes.overlaps(&bytes);
            let same_operation = access.at == like.at && access.kind == like.kind;
            same_bytes && same_operation && is_thread(&self.thread_of(access), &sighting.thread)
        };
        if is_executed(like) {
            return listed;
        }
        let executed = accesses.iter().position(is_executed);
        executed.and_then(|at| u32::try_from(at).ok()).unwrap_or(listed)
    }

    /// What is known of an access that was executed, by whoever executed it.
    pub(super) fn executed(&self, known: AccessReport, sighting: &Sighting) -> AccessReport {
        AccessReport {
            thread: match is_thread(&known.thread, &sighting.thread) {
                true => known.thread,
                false => sighting.thread.clone(),
            },
            stack: self.stack(sighting),
            held: self.held_by_name(&known.locks, &self.frames_of(sighting)),
            ..known
        }
    }

    /// Where the activations of an execution stood, outermost first.
    fn frames_of(&self, sighting: &Sighting) -> Vec<(FunctionId, Position)> {
        let frame = |(_, at): &(String, Position)| Some((self.code.index.function_at(*at)?, *at));
        sighting.stack.iter().filter_map(frame).collect()
    }

    fn stack(&self, sighting: &Sighting) -> Vec<CallReport> {
        let innermost_first = sighting.stack.iter().rev();
        innermost_first
            .map(|(function, at)| CallReport {
                place: self.place(*at),
                function: function.clone(),
            })
            .collect()
    }

    /// Whether an execution showed two accesses at the places of a listed pair, to the bytes of its location. The pair stands for
    /// those of other threads, of which the wider side may be to other bytes.
    fn confirms(&self, confirmation: &Confirmation, listed: Pair) -> bool {
        let (first, second) = self.explainer.pairing.accesses_of(listed);
        let object = &self.evidence().objects[first.object.index()];
        let (seen, places) = ([confirmation.first.at, confirmation.second.at], [first.at, second.at]);
        let same_places = places == seen || places == [seen[1], seen[0]];
        let bytes = first.bytes.narrower(second.bytes);
        same_places && is_object(confirmation, object) && confirmed_bytes(confirmation).overlaps(&bytes)
    }

    /// Races that executions showed and no listed pair stands for: what follows from another race.
    pub(super) fn elsewhere(&self) -> Vec<&Confirmation> {
        let pairing = self.explainer.pairing;
        let listed = |confirmation: &Confirmation| {
            let mut pairs = pairing
                .locations
                .iter()
                .flat_map(|location: &Location| &location.remaining);
            pairs.any(|pair| self.confirms(confirmation, *pair))
        };
        let confirmations = self.confirmations().iter();
        confirmations.filter(|confirmation| !listed(confirmation)).collect()
    }

    /// The report of such a race.
    pub(super) fn confirmed_location(&self, confirmation: &Confirmation) -> LocationReport {
        LocationReport {
            object: confirmation.object.clone(),
            bytes: format!("{}..{}", confirmation.bytes.0, confirmation.bytes.1),
            ty: None,
            part: String::new(),
            part_type: None,
            status: Status::Confirmed,
            because: Vec::new(),
            races: vec![RaceReport {
                first: self.sighting(&confirmation.first),
                second: self.sighting(&confirmation.second),
                not_excluded_because: Ordered::default(),
                confirmed: true,
                refused: self.refused(confirmation),
            }],
            unlisted: 0,
            declared: confirmation
                .declared
                .map_or_else(PlaceReport::default, |at| self.place(at)),
            variable: matches!(confirmation.kind, ObjectKind::Global | ObjectKind::ThreadLocal),
        }
    }

    fn sighting(&self, sighting: &Sighting) -> AccessReport {
        AccessReport {
            place: self.place(sighting.at),
            function: sighting.function.clone(),
            kind: kind(sighting.kind).into(),
            operation: operation(sighting.kind).map(Into::into),
            thread: sighting.thread.clone(),
            locks: sighting.locks.clone(),
            held: self.held_by_name(&sighting.locks, &self.frames_of(sighting)),
            atomic: false,
            address: None,
            created: Vec::new(),
            stack: self.stack(sighting),
        }
    }
}

/// Whether a thread of an execution is one of those that the analysis calls by a name, which may tell more of them.
fn is_thread(known: &str, executed: &str) -> bool {
    let more = known.strip_prefix(executed);
    more.is_some_and(|more| more.is_empty() || more.starts_with([',', ' ']))
}

/// Whether the object of an execution may be what an abstract object stands for.
/// Declared objects are told apart by their declaration; allocated ones cannot be, nor those to which variables of the library lead.
fn is_object(confirmation: &Confirmation, object: &Object) -> bool {
    let allocated = |kind| matches!(kind, ObjectKind::Heap | ObjectKind::External);
    if allocated(confirmation.kind) {
        allocated(object.kind) || confirmation.kind == ObjectKind::External && object.kind == ObjectKind::Outside
    } else {
        confirmation.kind == object.kind && confirmation.declared.is_none_or(|declared| declared == object.at)
    }
}

fn confirmed_bytes(confirmation: &Confirmation) -> Bytes {
    let (start, end) = confirmation.bytes;
    i64::try_from(start).map_or(Bytes::ANYWHERE, |first| Bytes::at(first, end.saturating_sub(start)))
}

#[cfg(test)]
mod tests {
    use super::is_thread;

    #[test]
    fn a_thread_is_known_by_its_line_and_what_is_told_besides() {
        for known in [
            "worker created at line 1",
            "worker created at line 1, in a loop",
            "worker created at line 1 or line 2",
        ] {
            assert!(is_thread(known, "worker created at line 1"), "{known}");
        }
        assert!(!is_thread("worker created at line 17", "worker created at line 1"));
    }
}
