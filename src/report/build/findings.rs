//! Findings: the races of all locations by their causes, the most suspicious first.

use super::Findings;
use super::causes::Cause;
use crate::races::Pair;
use crate::report::fingerprint::fingerprint;
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
        let records = self.records();
        let circumstances = self.circumstances(&records);
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
                    suspicion: self.suspicion(&circumstances, location, pair, &race),
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
        let first = members.into_iter().next().expect("a group has a member, which made it");
        let remedies = first.pair.map_or_else(Vec::new, |pair| hints(self, pair, &first.race));
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
}

/// What names a location.
fn name(location: &LocationReport) -> (&str, &str, &PlaceReport) {
    (&location.object, &location.bytes, &location.declared)
}

/// The order of findings.
fn order(finding: &FindingReport) -> impl Ord + '_ {
    (
        finding.suspicion,
        // What needs calls that fail, and what the library keeps, stands behind what the program does itself.
        !finding.race.refused.is_empty(),
        finding.declared.line == 0,
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
