//! Findings: the races of all locations by their causes, the most suspicious first.

use super::Findings;
use super::causes::{Cause, Releasers};
use crate::races::{Location, Object, ObjectKind, Origin, Pair};
use crate::report::hints::hints;
use crate::report::model::{
    AccessReport, Disposition, FindingReport, LocationReport, PlaceReport, RaceReport, Status, Suspicion,
};
use std::collections::BTreeMap;

/// How many thread combinations, sides and places are listed for a finding.
const LISTED: usize = 50;

/// A race on its way into a finding.
struct Member {
    cause: Cause,
    suspicion: Suspicion,
    race: RaceReport,
    pair: Option<Pair>,
    location: Option<usize>,
}

impl Findings<'_> {
    /// The findings among the races of the given locations.
    pub(super) fn grouped(&self, locations: &[LocationReport]) -> Vec<FindingReport> {
        let mut groups: BTreeMap<String, Vec<Member>> = BTreeMap::new();
        for member in self.members(locations) {
            groups.entry(member.cause.key.clone()).or_default().push(member);
        }
        let mut findings: Vec<FindingReport> = groups.into_iter().map(|(key, it)| self.finding(&key, it)).collect();
        findings.sort_by(|one, other| order(one).cmp(&order(other)));
        for (finding, number) in findings.iter_mut().zip(1..) {
            finding.number = number;
        }
        findings
    }

    /// All races of open locations, and those that only executions showed.
    fn members(&self, locations: &[LocationReport]) -> Vec<Member> {
        let open = locations
            .iter()
            .enumerate()
            .filter(|(_, known)| known.status != Status::Safe);
        let numbers: BTreeMap<_, usize> = open.map(|(number, known)| (name(known), number)).collect();
        let number_of = |report: &LocationReport| numbers.get(&name(report)).copied();
        let (records, releasers) = (self.records(), self.releasers());
        let mut members = Vec::new();
        for location in self.explainer.pairing.locations.iter().filter(|it| it.is_open()) {
            let number = number_of(&self.location(location, Status::Possible));
            // What every execution was covered for has no finding.
            if number.is_none() {
                continue;
            }
            for (pair, race) in self.races(location) {
                members.push(Member {
                    cause: self.cause(&records, location, pair),
                    suspicion: self.suspicion(&releasers, location, pair, &race),
                    race,
                    pair: Some(pair),
                    location: number,
                });
            }
        }
        for confirmation in self.elsewhere() {
            let report = self.confirmed_location(confirmation);
            let cause = self.executed_cause(confirmation);
            let location = number_of(&report);
            members.extend(report.races.into_iter().map(|race| Member {
                cause: cause.clone(),
                suspicion: Suspicion::Confirmed,
                race,
                pair: None,
                location,
            }));
        }
        members
    }

    fn finding(&self, key: &str, mut members: Vec<Member>) -> FindingReport {
        members.sort_by_key(|member| member.suspicion);
        let suspicion = members.first().map_or(Suspicion::Unordered, |member| member.suspicion);
        let pair = members.first().and_then(|member| member.pair);
        let distinct = |texts: Vec<[String; 2]>| {
            let mut kept: Vec<[String; 2]> = Vec::new();
            for text in texts {
                if kept.len() < LISTED && !kept.contains(&text) {
                    kept.push(text);
                }
            }
            kept
        };
        let threads = members
            .iter()
            .map(|member| sorted(&member.race, |side| side.thread.clone()));
        let sides = members.iter().map(|member| {
            let side = |side: &AccessReport| format!("{} in {}", side.action(), side.function);
            sorted(&member.race, side).join(", ")
        });
        let mut sides: Vec<String> = sides.collect();
        sides.sort();
        sides.dedup();
        let mut places: Vec<[PlaceReport; 2]> = members
            .iter()
            .map(|member| sorted(&member.race, |side| side.place.clone()))
            .collect();
        places.sort();
        places.dedup();
        let mut locations: Vec<usize> = members.iter().filter_map(|member| member.location).collect();
        locations.sort_unstable();
        locations.dedup();
        let threads = distinct(threads.collect());
        let remedies = pair.map_or_else(Vec::new, |pair| hints(self, pair));
        let first = members.into_iter().next().expect("a group has a member, which made it");
        FindingReport {
            number: 0,
            fingerprint: fingerprint(key),
            title: first.cause.title,
            status: match suspicion {
                Suspicion::Confirmed => Status::Confirmed,
                _ => Status::Possible,
            },
            suspicion,
            declared: first.cause.declared,
            race: first.race,
            remedies,
            threads,
            sides,
            places,
            locations,
            disposition: Disposition::New,
        }
    }

    /// How likely a race is a mistake in the program.
    fn suspicion(&self, releasers: &Releasers<'_>, location: &Location, pair: Pair, race: &RaceReport) -> Suspicion {
        let (first, second) = self.explainer.pairing.accesses_of(pair);
        let object = &self.evidence().objects[location.object.index()];
        let (mine, theirs) = (&race.first.held, &race.second.held);
        let written_alike = mine.iter().any(|one| {
            let alike = |other: &crate::report::model::HeldReport| member(&one.lock) == member(&other.lock);
            theirs.iter().any(alike)
        });
        if race.confirmed {
            Suspicion::Confirmed
        } else if first.origin != Origin::Direct || second.origin != Origin::Direct {
            Suspicion::UnknownPointer
        } else if written_alike {
            Suspicion::LocksNotTold
        } else if [&race.first, &race.second]
            .into_iter()
            .any(|access| self.begins_or_ends(releasers, object, access))
        {
            Suspicion::BeginOrEnd
        } else if !mine.is_empty() || !theirs.is_empty() {
            Suspicion::ProtectedElsewhere
        } else if first.kind.modifies() && second.kind.modifies() {
            Suspicion::UnorderedWrites
        } else {
            Suspicion::Unordered
        }
    }

    /// Whether an access without lock writes in the function that makes the object, or stands in one that releases it.
    fn begins_or_ends(&self, releasers: &Releasers<'_>, object: &Object, access: &AccessReport) -> bool {
        let function = access.function.as_str();
        let makes = access.kind == "write" && self.maker(object) == Some(function);
        let heap = object.kind == ObjectKind::Heap && access.held.is_empty();
        let releases = || {
            releasers
                .get(&object.family)
                .is_some_and(|names| names.contains(function))
        };
        heap && (makes || releases())
    }
}

/// What names a location.
fn name(location: &LocationReport) -> (&str, &str, &PlaceReport) {
    (&location.object, &location.bytes, &location.declared)
}

/// The order of findings.
fn order(finding: &FindingReport) -> impl Ord + '_ {
    (
        finding.suspicion,
        // What no pair stands for follows from another race.
        finding.race.not_excluded_because.0.is_empty(),
        &finding.race.first.place,
        &finding.race.second.place,
        &finding.title,
    )
}

/// What is told of both sides, in an order that does not depend on which one is first.
fn sorted<T: Ord>(race: &RaceReport, of: impl Fn(&AccessReport) -> T) -> [T; 2] {
    let mut both = [of(&race.first), of(&race.second)];
    both.sort();
    both
}

/// The member of a lock, or its whole name.
fn member(lock: &str) -> &str {
    lock.rsplit(['.', '>']).next().unwrap_or(lock)
}

/// The hash FNV-1a of what names a cause, in hexadecimal digits.
fn fingerprint(key: &str) -> String {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
