//! What a check told, as diagnostics of files.

use crate::report::{
    AccessReport, Disposition, FindingReport, PlaceReport, ProjectReport, Report, Status, VerdictReport,
};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Output;

/// What an editor shows.
pub struct Found {
    /// The diagnostics of each file.
    pub diagnostics: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// What there is to say besides.
    pub message: Option<String>,
}

/// Makes diagnostics of the output of a check that ran in a folder.
pub fn of_output(output: &io::Result<Output>, folder: &Path) -> Found {
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            return Found {
                diagnostics: BTreeMap::new(),
                message: Some(format!("The check can't be started: {error}.")),
            };
        }
    };
    let mut writer = Writer {
        folder,
        lines: BTreeMap::new(),
        diagnostics: BTreeMap::new(),
    };
    let reports = reports(&output.stdout);
    let open = |report: &&Report| report.verdict == VerdictReport::Undecided;
    let message = match (reports.as_slice(), reports.iter().find(open)) {
        ([], _) => Some(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        (_, Some(_)) => Some("Undecided: the analysis could not be completed.".to_owned()),
        _ => None,
    };
    for report in &reports {
        let new = report.findings.iter().filter(|it| it.disposition == Disposition::New);
        new.for_each(|finding| writer.add_finding(finding));
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        writer.add_error(line);
    }
    Found {
        diagnostics: writer.diagnostics,
        message: message.filter(|message| !message.is_empty()),
    }
}

/// The reports of a check, on one program or several.
fn reports(json: &[u8]) -> Vec<Report> {
    match serde_json::from_slice::<ProjectReport>(json) {
        Ok(project) => project
            .programs
            .into_iter()
            .filter_map(|program| program.report)
            .collect(),
        Err(_) => serde_json::from_slice(json).into_iter().collect(),
    }
}

struct Writer<'f> {
    folder: &'f Path,
    /// The texts of files, as far as they were looked at.
    lines: BTreeMap<PathBuf, Vec<String>>,
    diagnostics: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Writer<'_> {
    fn add_finding(&mut self, finding: &FindingReport) {
        let (severity, what) = match finding.status {
            Status::Confirmed => (DiagnosticSeverity::ERROR, "Data race"),
            Status::Possible | Status::Safe => (DiagnosticSeverity::WARNING, "Possible data race"),
        };
        let race = &finding.race;
        let remedy = finding
            .remedies
            .first()
            .map(|remedy| format!(" What would order them: {remedy}"));
        let message = format!(
            "{what} on {}: {}, and {}; {}.{}",
            finding.title,
            side(&race.first),
            side(&race.second),
            finding.suspicion.words(),
            remedy.unwrap_or_default()
        );
        // Each access is shown where it stands, with the other one beside it.
        let mut sides = vec![(&race.first, &race.second), (&race.second, &race.first)];
        sides.dedup_by(|one, other| one.0.place == other.0.place);
        for (here, there) in sides {
            let related = self.related(here, there);
            self.add(&here.place, severity, message.clone(), Some(related));
        }
    }

    /// The other access, where the locks of both are taken, and where the threads are created.
    fn related(&mut self, here: &AccessReport, there: &AccessReport) -> Vec<DiagnosticRelatedInformation> {
        let mut places = vec![(there.place.clone(), format!("{}, {}", side(there), there.holding()))];
        for access in [here, there] {
            let created = access.created.iter().cloned();
            places.extend(created.map(|at| (at, format!("{} is created here", access.thread))));
            let taken = access
                .held
                .iter()
                .filter_map(|held| Some((held.taken.clone()?, held.name())));
            places.extend(taken.map(|(at, lock)| (at, format!("{} takes {lock} here", access.thread))));
        }
        places.dedup();
        let information = |(at, message): (PlaceReport, String)| {
            let location = Location {
                uri: super::uri_of(&self.file(&at))?,
                range: self.range(&at),
            };
            Some(DiagnosticRelatedInformation { location, message })
        };
        places.into_iter().filter_map(information).collect()
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE`.
    fn add_error(&mut self, line: &str) {
        let Some((place, message)) = line.split_once(": error: ") else {
            return;
        };
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
        let (Some(column), Some(line), Some(file)) = (number(column), number(line), file) else {
            return;
        };
        let at = PlaceReport {
            file: file.to_owned(),
            line,
            column,
        };
        self.add(&at, DiagnosticSeverity::ERROR, message.to_owned(), None);
    }

    fn add(
        &mut self,
        at: &PlaceReport,
        severity: DiagnosticSeverity,
        message: String,
        related_information: Option<Vec<DiagnosticRelatedInformation>>,
    ) {
        let diagnostic = Diagnostic {
            range: self.range(at),
            severity: Some(severity),
            code: related_information
                .is_some()
                .then(|| NumberOrString::String("data-race".to_owned())),
            source: Some("pepsin".to_owned()),
            message,
            related_information,
            ..Diagnostic::default()
        };
        let known = self.diagnostics.entry(self.file(at)).or_default();
        // Programs of one build share files.
        if !known.contains(&diagnostic) {
            known.push(diagnostic);
        }
    }

    fn file(&self, at: &PlaceReport) -> PathBuf {
        let path = self.folder.join(&at.file);
        path.canonicalize().unwrap_or(path)
    }

    /// From a place to the end of the word there, in UTF-16 units.
    fn range(&mut self, at: &PlaceReport) -> Range {
        let path = self.file(at);
        let lines = self.lines.entry(path).or_insert_with_key(|path| {
            let text = crate::files::read(path).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
        });
        let line = at.line.saturating_sub(1);
        let text = lines.get(line as usize).map_or("", String::as_str);
        let start = (at.column.saturating_sub(1) as usize).min(text.len());
        let (before, behind) = text.split_at_checked(start).unwrap_or((text, ""));
        let units = |text: &str| text.encode_utf16().count() as u32;
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let word: String = behind.chars().take_while(|letter| is_word(*letter)).collect();
        let first = units(before);
        let end = first + units(&word).max(1);
        Range::new(Position::new(line, first), Position::new(line, end))
    }
}

/// `write in worker by main`.
fn side(access: &AccessReport) -> String {
    format!("{} in {} by {}", access.action(), access.function, access.thread)
}
