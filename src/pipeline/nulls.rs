//! Null dereferences: the sequential analysis in all settings, with the race check of one solution as its oracle.

use super::{END_OF_VISITING, Errors};
use crate::config::Settings;
use crate::ir::{FunctionId, Position, Program};
use crate::limits::Watch;
use crate::nulls::{self, Findings, PathId, Setting, Site, Text, Why, find};
use crate::races::predicates::rows_with_ids;
use crate::races::{
    AccessFact, AccessKind, Answers, Arguments, Effect, Entry, Evidence, Inquiry, Modified, Moment, Oracle, PlaceId,
    Race, Rows, SourcePoint,
};
use crate::semantics::{Detail, Outcome, Precision};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which dereferences of pointers in shared memory are safe, in each setting. The solution is the ordinary one, or the coarse one where that takes too
/// long; none that tells more apart is looked for.
///
/// # Errors
/// If the program cannot be analysed.
pub fn nulls(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    watch: &Watch,
) -> Result<nulls::Program, Errors> {
    watch.stage(END_OF_VISITING);
    let text = Text::new(program);
    let inquiry = Arc::new(nulls::inquiry(&text));
    let outcome = solution(program, settings, arguments, &inquiry, watch)?;
    let answers = outcome.answers.unwrap_or_default();
    let facts = arguments.facts().to_vec();
    let catalogue = arguments.catalogue();
    let asking = Asking::new(
        (&outcome.evidence, &facts),
        &settings.predicates.ids(catalogue),
        &answers,
        &inquiry,
    );
    let all = Setting::ALL.map(|(setting, _)| find(&text, &asking.within(setting)));
    let failure = outcome.evidence.cut.map(|cut| cut.sentence().to_owned());
    let hiding = outcome.evidence.obstacles.iter();
    Ok(nulls::Program {
        name: String::new(),
        dereferences: asking.dereferences(&text, &all),
        failure,
        obstacles: hiding.filter(|it| it.effect == Effect::MayHideRace).count(),
    })
}

/// The solution of which something is inquired.
fn solution(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    inquiry: &Arc<Inquiry>,
    watch: &Watch,
) -> Result<Outcome, Errors> {
    let ordinary = Precision::ordinary(settings.contexts);
    let analyse = |detail| {
        let inquiry = Some(Arc::clone(inquiry));
        super::solving::analyse_for(program, settings, arguments.catalogue(), detail, inquiry, watch)
    };
    let first = analyse((ordinary, Detail::RacesIfQuick))?;
    match first.evidence.cut {
        None => Ok(first),
        Some(_) => analyse((ordinary.coarser(), Detail::Races)),
    }
}

/// The race check, as the sequential analysis asks it.
pub struct Asking<'a> {
    oracle: Oracle<'a>,
    modified: Modified<'a>,
    answers: &'a Answers,
    inquiry: &'a Inquiry,
    enabled: Rows,
    locks: Rows,
    /// Where pointers are read of memory that at least two threads access.
    shared_reads: BTreeSet<(FunctionId, nulls::text::Read)>,
}

impl<'a> Asking<'a> {
    /// Asks what was found of a program; rows with some ids exclude races.
    pub fn new(
        (evidence, facts): (&'a Evidence, &'a [&'a dyn AccessFact]),
        enabled: &[&str],
        answers: &'a Answers,
        inquiry: &'a Inquiry,
    ) -> Self {
        let oracle = Oracle::new(evidence, facts, answers);
        let reads = evidence
            .accesses
            .iter()
            .filter(|access| access.kind == AccessKind::Read);
        let shared = reads.filter_map(|access| Some((access.function, (access.at, access.ty?), access)));
        let shared = shared.filter(|(_, _, access)| oracle.is_shared(access));
        let shared_reads = shared.map(|(function, read, _)| (function, read)).collect();
        let catalogue = crate::races::pair::catalogue(evidence, facts);
        Asking {
            modified: Modified::new(evidence, answers),
            locks: rows_with_ids(&catalogue, &Setting::LOCKS).intersection(rows_with_ids(&catalogue, enabled)),
            enabled: rows_with_ids(&catalogue, enabled),
            oracle,
            answers,
            inquiry,
            shared_reads,
        }
    }

    /// The oracle in a setting.
    pub fn within(&'a self, setting: Setting) -> Within<'a> {
        Within { asking: self, setting }
    }

    /// The dereferences that count, and what the settings found of them.
    pub fn dereferences(&self, text: &Text<'_>, all: &[Findings; Setting::ALL.len()]) -> Vec<nulls::Dereference> {
        let [unsound, .., full] = all;
        let mut found: BTreeMap<(Position, &Site), nulls::Dereference> = BTreeMap::new();
        for site in unsound.judged.keys().filter(|site| self.counts(text, site)) {
            let safe = all.each_ref().map(|findings| findings.judged.get(site) == Some(&true));
            let paths = site.path.into_iter().chain(site.origins(text).paths);
            let mut named = paths.map(|path| text.paths.get(path));
            let named = named.find(|path| !path.is_temporary(text.program));
            let pointer = named.map(|path| path.text(text.program));
            let dereference = nulls::Dereference {
                at: site.at,
                function: text.program.function(site.function).name.clone(),
                pointer,
                safe,
                why: why(text, site, safe, full),
            };
            found.insert((site.at, site), dereference);
        }
        found.into_values().collect()
    }

    /// Whether a pointer was read from memory that two threads access.
    fn counts(&self, text: &Text<'_>, site: &Site) -> bool {
        let mut reads = site.origins(text).reads.into_iter();
        reads.any(|read| self.shared_reads.contains(&(site.function, read)))
    }
}

/// Why a dereference is not proved.
fn why(text: &Text<'_>, site: &Site, safe: [bool; Setting::ALL.len()], full: &Findings) -> Why {
    if safe[Setting::ALL.len() - 1] {
        return Why::Proved;
    }
    if !safe[0] {
        return Why::NothingShows;
    }
    let paths = site.path.into_iter().chain(site.origins(text).paths);
    let races = paths.filter_map(|path| full.lost.get(&path)).flatten();
    match races.min() {
        Some(Race::WithWrite(at)) => Why::WrittenAt(*at),
        Some(Race::Untold) | None => Why::Untold,
    }
}

/// The race check in a setting.
pub struct Within<'a> {
    asking: &'a Asking<'a>,
    setting: Setting,
}

impl nulls::Oracle for Within<'_> {
    fn race(&self, cell: PathId, point: SourcePoint, moment: Moment) -> Option<Race> {
        let place = PlaceId(cell.0);
        let oracle = &self.asking.oracle;
        let race = match self.setting {
            Setting::Unsound => return None,
            Setting::Lost => oracle.shared(place, point, moment),
            Setting::Locks => oracle.racy(place, point, moment, self.asking.locks),
            Setting::Full => oracle.racy(place, point, moment, self.asking.enabled),
        };
        let is_asked = self.asking.inquiry.has(place, point);
        race.or((!is_asked).then_some(Race::Untold))
    }

    fn modifies(&self, cell: PathId, point: SourcePoint, written: &[Position]) -> bool {
        let Some(denoted) = self.asking.oracle.denoted(PlaceId(cell.0), point, Moment::Before) else {
            return !self.asking.inquiry.has(PlaceId(cell.0), point);
        };
        let modified = &self.asking.modified;
        let accesses = denoted.accesses.iter();
        let mut accesses = accesses.map(|number| &self.asking.answers.accesses[*number as usize]);
        let entered = self.entered(point);
        denoted.is_uncertain
            || accesses.any(|access| {
                let mut here = written.iter();
                here.any(|at| modified.is_modified_at(access, point.function, *at))
                    || entered
                        .iter()
                        .any(|(function, entry)| *entry == Entry::Call && modified.is_modified_by(access, *function))
            })
    }

    fn entered(&self, point: SourcePoint) -> Vec<(FunctionId, Entry)> {
        let entered = self.asking.answers.entered.get(&point);
        entered.into_iter().flatten().copied().collect()
    }

    fn entries(&self) -> Vec<(SourcePoint, FunctionId)> {
        let entered = self.asking.answers.entered.iter();
        let entries = entered.flat_map(|(point, entered)| entered.iter().map(|(function, _)| (*point, *function)));
        entries.collect()
    }

    fn is_partial(&self) -> bool {
        false
    }
}
