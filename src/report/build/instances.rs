//! Instances of one object: what one line allocates has one name for people, whoever runs it, so they are told of in one report.

use crate::report::model::{LocationReport, PlaceReport, RaceReport, Status};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// One report for the instances of each object, in the order of the first ones.
pub(super) fn merged(reports: Vec<LocationReport>) -> Vec<LocationReport> {
    let mut merged: Vec<Merged> = Vec::new();
    let mut numbers: BTreeMap<(String, String, PlaceReport), usize> = BTreeMap::new();
    for report in reports {
        let instance_of = (report.object.clone(), report.bytes.clone(), report.declared.clone());
        match numbers.entry(instance_of) {
            Entry::Occupied(number) => merged[*number.get()].absorb(report),
            Entry::Vacant(number) => {
                number.insert(merged.len());
                merged.push(Merged { report, races: None });
            }
        }
    }
    merged.into_iter().map(Merged::finished).collect()
}

/// Where the accesses of a race stand, and what they do.
type Places = [(PlaceReport, Cow<'static, str>, String); 2];

/// Reports on instances of one object.
struct Merged {
    report: LocationReport,
    /// Which of the races stands where, once there is more than one instance.
    races: Option<BTreeMap<Places, usize>>,
}

impl Merged {
    /// Adds what is reported of another instance; the worse status counts, and races at the same places are one.
    fn absorb(&mut self, other: LocationReport) {
        let report = &mut self.report;
        let known = self.races.get_or_insert_with(|| by_places(&report.races));
        report.unlisted += other.unlisted;
        for race in other.races {
            match known.entry(places(&race)) {
                Entry::Occupied(listed) => report.races[*listed.get()].confirmed |= race.confirmed,
                Entry::Vacant(vacant) => {
                    vacant.insert(report.races.len());
                    report.races.push(race);
                }
            }
        }
        report.status = report.status.min(other.status);
        report.because.extend(other.because);
    }

    fn finished(self) -> LocationReport {
        let mut report = self.report;
        if self.races.is_some() {
            report.races.sort_by_key(|race| !race.confirmed);
            report.because.sort();
            report.because.dedup();
            if report.status != Status::Safe {
                report.because.clear();
            }
        }
        report
    }
}

/// The first of the races at the same places, by these.
fn by_places(races: &[RaceReport]) -> BTreeMap<Places, usize> {
    let numbered = races.iter().enumerate().rev();
    numbered.map(|(number, race)| (places(race), number)).collect()
}

fn places(race: &RaceReport) -> Places {
    [&race.first, &race.second].map(|access| (access.place.clone(), access.kind.clone(), access.function.clone()))
}
