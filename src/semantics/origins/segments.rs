//! Segments: the bytes of an access as those of elements between two bounds ([`super::ranges`], [`crate::races::segments`]).

use std::sync::Arc;

use crate::ir::Place;
use crate::races::{Elements, Given, Letter, Polynomial, Segment, Symbol};
use crate::semantics::origins::ranges::Cycle;
use crate::semantics::origins::{cycles, distances, lasts, owned, ranges};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The bytes of an access, as those of parts of an array that are the ego's own.
pub fn touched(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Vec<Segment> {
    if transfer.analysis.recorder.is_none() || state.bounds.is_empty() && state.owned.ticket.is_none() {
        return Vec::new();
    }
    all(transfer, state, place, touched_from, size).unwrap_or_default()
}

fn all(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Option<Vec<Segment>> {
    let size = i64::try_from(size).ok()?;
    let distance = distances::of_place(transfer, state, place)?;
    let range = ranges::of(transfer, state, &distance).filter(|range| !range.is_constant())?;
    let first = range.first.checked_add(touched_from)?;
    Some(between(state, &range, (first, size)))
}

/// What lies so many bytes behind each element of a range, so many bytes of it, as segments.
pub(super) fn between(state: &State, range: &ranges::Range, (first, size): (i64, i64)) -> Vec<Segment> {
    let series = owned::series(state);
    let (mut low, high) = (End::all(state, &range.low), End::all(state, &range.high));
    // The thread with the greatest number may end elsewhere, but must not begin elsewhere.
    low.retain(|low| low.but_for.is_none() || is_seeded(Bug::LastBeginsAnywhere));
    let is_taken = |end: &End| end.number.any(&|symbol| matches!(symbol, Symbol::Taken(_)));
    low.retain(|low| !is_taken(low));
    let relied = state.bounds.relied().to_vec();
    let mut found: Vec<Segment> = Vec::new();
    for low in &low {
        for high in high.iter().filter(|high| !is_taken(high)) {
            let letters = [&low.letters, &high.letters, &range.letters, &relied];
            let letters: Vec<Arc<Letter>> = letters.into_iter().flatten().cloned().collect();
            // Of those who make steps, the thread with the smaller number may be ahead of another one.
            if low.cycle != high.cycle || low.cycle.is_some() && high.but_for.is_some() {
                continue;
            }
            for elements in Elements::between(Some(&low.number), Some(&high.number), &series) {
                let given = elements.series.map(|series| series.given);
                let limit = high.but_for.as_ref();
                if limit.is_some_and(|(by, _)| given != Some(*by)) {
                    continue;
                }
                let (mut cycle, mut letters) = (None, letters.clone());
                if let Some(added) = &low.cycle {
                    let Some((length, told_by)) = cycles::length(state, &elements, added) else {
                        continue;
                    };
                    cycle = Some(length);
                    letters.extend(told_by);
                }
                let segment = Segment {
                    elements,
                    unit: range.unit,
                    first,
                    size,
                    letters,
                    limit: limit.map(|(_, limit)| limit.clone()),
                    cycle,
                };
                if !found.contains(&segment) {
                    found.push(segment);
                }
            }
        }
    }
    found
}

/// Where a segment begins or ends.
struct End {
    number: Polynomial,
    /// What it was computed from that the creator had written.
    letters: Vec<Arc<Letter>>,
    /// By what the thread differs that has the greatest number and may not end there, and below what all are.
    but_for: Option<(Given, Arc<Polynomial>)>,
    /// What may be added to both ends.
    cycle: Option<Cycle>,
}

impl End {
    /// The ends of a distance, as far as they hold for one of two threads at least.
    fn all(state: &State, ends: &[ranges::End]) -> Vec<Self> {
        ends.iter().filter_map(|end| End::of(state, end)).collect()
    }

    fn of(state: &State, end: &ranges::End) -> Option<Self> {
        let (number, mut letters) = end.number.opened()?;
        letters.extend(end.letters.iter().cloned());
        let cycle = match &end.cycle {
            None => None,
            Some(cycle) => {
                let (by, inner) = cycle.by.opened()?;
                letters.extend(inner);
                Some(Cycle { by, ..cycle.clone() })
            }
        };
        let but_for = match &end.unless {
            Some(last) => {
                let one = lasts::is_for_one(state, last)?;
                letters.extend(one.letters);
                Some((one.given, one.limit))
            }
            None => None,
        };
        Some(End {
            number,
            letters,
            but_for,
            cycle,
        })
    }
}
