//! What `check` does before it tells anything: the programs of a build, each with its report.

use super::keeping::{Kept, KeptReport};
use super::progress::Progress;
use super::run::{LastWords, Run};
use super::sources::Sources;
use super::stopwatch::Stopwatch;
use super::{Exit, Failure, output, shown, witness};
use crate::config::{Convention, Resolved, SettingArguments, Settings};
use crate::frontend::Input;
use crate::limits::Watch;
use crate::pipeline::{Analysis, Errors, Member, Project, Stage};
use crate::races::{self, Cut};
use crate::report::{ProgramReport, Report, RunReport, SettingReport, unfinished};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What is checked, and how.
pub struct Checking {
    /// The units, as they are given.
    pub inputs: Vec<Input>,
    /// The settings.
    pub resolved: Resolved,
    /// Whether reports tell what the run took.
    pub stats: bool,
    /// What was kept of earlier runs, if that counts.
    pub kept: Option<Kept>,
    /// The file for a witness; of several programs each has its own, with its name before the ending.
    pub witness: Option<PathBuf>,
    /// The other files that are written.
    pub written: Vec<PathBuf>,
}

/// What came of it.
pub enum Outcome {
    /// The report on the one program, and all that it is made from unless the run was ended before.
    One(Box<Report>, Option<Box<Analysis>>),
    /// Those on several.
    Several(Vec<ProgramReport>),
}

/// Says the last words with what is known of the programs of a build; of one only if the build makes no more.
pub type Teller = Arc<dyn Fn(&Outcome) -> LastWords + Send + Sync>;

impl Checking {
    /// What the command line asks for.
    ///
    /// # Errors
    /// If sources or settings are not what they should be.
    pub fn new(sources: &Sources, settings: &SettingArguments) -> Result<Self, Failure> {
        let inputs = sources.inputs()?;
        let anchor = sources.anchor();
        let mut resolved = settings.resolve_with_sources(Settings::new(Convention::Check), anchor.as_deref())?;
        sources.choose(&inputs, &mut resolved.settings)?;
        Ok(Checking {
            inputs,
            resolved,
            stats: false,
            kept: None,
            witness: None,
            written: Vec::new(),
        })
    }

    /// Analyses the programs. The run that is returned is that of the last one; whoever is overdue before says last words.
    ///
    /// # Errors
    /// If the input is not C that Pepsin understands. Of several programs, only what they all need makes an error.
    pub fn run(&self, teller: &Teller) -> Result<(Run, Outcome), Failure> {
        self.check_written(None)?;
        let settings = &self.resolved.settings;
        let run = Run::begin(settings, {
            let (teller, inputs, about) = (Arc::clone(teller), self.inputs.clone(), self.about(&self.inputs));
            move |cut| teller(&Outcome::One(Box::new(unfinished_report(&inputs, cut, about)), None))
        });
        if let Some(outcome) = self.recalled() {
            self.check_written(None)?;
            return Ok((run, outcome));
        }
        let stopwatch = Stopwatch::default();
        let progress = Progress::new();
        stopwatch.begin(Stage::Reading);
        progress.begin(Stage::Reading);
        let read = Project::read(&self.inputs, settings, run.watch()).and_then(|mut project| {
            tell_missing(project.inputs());
            let members = self.members(&mut project, run.watch())?;
            Ok((project, members))
        });
        drop(progress);
        match read {
            Ok((project, members)) if members.len() > 1 => {
                drop(run);
                self.run_several(project, &members, teller)
            }
            Ok((mut project, members)) => {
                self.check_written(None)?;
                let member = members.first().cloned().unwrap_or(Member {
                    main: None,
                    units: Vec::new(),
                    beside: Vec::new(),
                    errors: Vec::new(),
                });
                let (report, analysis) = self.report_on(&mut project, &member, &run, &stopwatch)?;
                self.note(&project, &members, &run);
                Ok((run, Outcome::One(Box::new(report), analysis.map(Box::new))))
            }
            Err(Errors::Cut(cut)) => {
                let mut report = unfinished_report(&self.inputs, cut, self.about(&self.inputs));
                self.add_figures(&mut report, &stopwatch);
                Ok((run, Outcome::One(Box::new(report), None)))
            }
            Err(errors @ Errors::Input(_)) => Err(errors.into()),
        }
    }

    /// What was kept of a run that read the same files.
    fn recalled(&self) -> Option<Outcome> {
        let kept = self.kept.as_ref()?;
        let (members, reports): (Vec<Member>, Vec<KeptReport>) = kept
            .recall(&self.inputs, self.resolved.settings.main.as_deref())?
            .into_iter()
            .unzip();
        let project = Project::known(&self.inputs);
        let names = project.names(&members);
        let reports = members.iter().zip(reports);
        let mut reports: Vec<Report> = reports
            .map(|(member, kept)| self.refreshed(kept, &project.inputs_of(member)))
            .collect();
        if reports.len() == 1 {
            return Some(Outcome::One(Box::new(reports.remove(0)), None));
        }
        let program = |((member, name), report): ((&Member, String), Report)| ProgramReport {
            name,
            main: project.main_file(member).display().to_string(),
            report: Some(report),
            errors: Vec::new(),
        };
        let programs = members.iter().zip(names).zip(reports);
        Some(Outcome::Several(programs.map(program).collect()))
    }

    /// A report that was kept, with what is read anew.
    fn refreshed(&self, kept: KeptReport, inputs: &[Input]) -> Report {
        Report {
            sources: shown::sources(kept.files.iter().map(String::as_str), &self.inputs),
            run: self.about(inputs),
            ..kept.report
        }
    }

    /// Notes what was read, for a run that finds it unchanged.
    fn note(&self, project: &Project, members: &[Member], run: &Run) {
        if let Some(kept) = &self.kept {
            kept.note(&self.inputs, project, members, &self.resolved.settings, run.watch());
        }
    }

    /// Analyses several programs one after the other, each within the limits of the settings.
    fn run_several(
        &self,
        mut project: Project,
        members: &[Member],
        teller: &Teller,
    ) -> Result<(Run, Outcome), Failure> {
        let names = project.names(members);
        self.check_written(Some(&names))?;
        let begun = |(member, name): (&Member, &String)| ProgramReport {
            name: name.clone(),
            main: project.main_file(member).display().to_string(),
            report: None,
            errors: Vec::new(),
        };
        let programs: Vec<ProgramReport> = members.iter().zip(&names).map(begun).collect();
        let inputs: Vec<Vec<Input>> = members.iter().map(|member| project.inputs_of(member)).collect();
        let told = Arc::new(Mutex::new(programs));
        let mut last = None;
        for (number, member) in members.iter().enumerate() {
            let open: Vec<(Vec<Input>, RunReport)> = inputs[number..]
                .iter()
                .map(|inputs| (inputs.clone(), self.about(inputs)))
                .collect();
            let run = Run::begin(&self.resolved.settings, {
                let (teller, told) = (Arc::clone(teller), Arc::clone(&told));
                move |cut| {
                    let mut programs = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    for (program, (inputs, about)) in programs[number..].iter_mut().zip(open) {
                        program.report = Some(unfinished_report(&inputs, cut, about));
                    }
                    teller(&Outcome::Several(programs))
                }
            });
            let result = self.report_on(&mut project, member, &run, &Stopwatch::default());
            let mut programs = told.lock().unwrap_or_else(PoisonError::into_inner);
            match result {
                Ok((report, analysis)) => {
                    if let Some(analysis) = &analysis {
                        self.write_witness(analysis, &report, &inputs[number], &run, Some(&names[number]))?;
                    }
                    programs[number].report = Some(report);
                }
                Err(failure) => programs[number].errors = failure.messages,
            }
            last = Some(run);
        }
        let programs = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let run = last.expect("there are several programs, so there is a last one");
        self.note(&project, members, &run);
        Ok((run, Outcome::Several(programs)))
    }

    /// Writes the witness of a program, if one is wanted; `name` is that of one of several.
    pub fn write_witness(
        &self,
        analysis: &Analysis,
        report: &Report,
        inputs: &[Input],
        run: &Run,
        name: Option<&str>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.witness else { return Ok(()) };
        let file = name.map_or_else(|| file.clone(), |name| witness::file_of_program(file, name));
        let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
        witness::write(analysis, report, &paths, &self.resolved.settings, run.watch(), &file)
    }

    /// That no file to be written is an input or written twice; `programs` are the names of several.
    fn check_written(&self, programs: Option<&[String]>) -> Result<(), Failure> {
        let of_program = |file: &PathBuf| match programs {
            None => vec![file.clone()],
            Some(names) => names.iter().map(|name| witness::file_of_program(file, name)).collect(),
        };
        let witnesses: Vec<PathBuf> = self.witness.iter().flat_map(of_program).collect();
        let executions: Vec<PathBuf> = witnesses.iter().map(|file| witness::execution_file(file)).collect();
        output::check_written(&self.inputs, self.written.iter().chain(&witnesses).chain(&executions))
    }

    /// The programs of a build.
    fn members(&self, project: &mut Project, watch: &Watch) -> Result<Vec<Member>, Errors> {
        let settings = &self.resolved.settings;
        let main = settings.main.as_deref();
        if let Some(members) = self.kept.as_ref().and_then(|kept| kept.members(project, main)) {
            return Ok(members);
        }
        let members = project.members(settings, watch)?;
        if let Some(kept) = &self.kept {
            kept.keep_members(project, main, &members);
        }
        Ok(members)
    }

    /// The report on a program, and all that it is made from unless the run was ended before or the report is one that was kept.
    fn report_on(
        &self,
        project: &mut Project,
        member: &Member,
        run: &Run,
        stopwatch: &Stopwatch,
    ) -> Result<(Report, Option<Analysis>), Failure> {
        let inputs = project.inputs_of(member);
        let about = self.about(&inputs);
        if let Some(kept) = self.kept.as_ref().and_then(|kept| kept.report(project, member)) {
            return Ok((self.refreshed(kept, &inputs), None));
        }
        let progress = Progress::new();
        let own = races::Arguments::installed();
        let analysis = project.analyse(member, &self.resolved.settings, own, run.watch(), &mut |stage| {
            stopwatch.begin(stage);
            progress.begin(stage)
        });
        drop(progress);
        let mut report = match &analysis {
            Ok(analysis) => {
                let report = analysis.report();
                let files: Vec<String> = analysis.program.files.names().map(str::to_owned).collect();
                let sources = shown::sources(files.iter().map(String::as_str), &self.inputs);
                let kept = KeptReport { files, report };
                if let Some(keeping) = self
                    .kept
                    .as_ref()
                    .filter(|_| !run.watch().has_asked() && kept.report.complete)
                {
                    keeping.keep_report(project, member, &kept);
                }
                Report {
                    sources,
                    run: about,
                    ..kept.report
                }
            }
            Err(Errors::Cut(cut)) => unfinished_report(&inputs, *cut, about),
            Err(errors @ Errors::Input(_)) => return Err(errors.clone().into()),
        };
        self.add_figures(&mut report, stopwatch);
        Ok((report, analysis.ok()))
    }

    fn add_figures(&self, report: &mut Report, stopwatch: &Stopwatch) {
        if self.stats {
            stopwatch.add_to(report);
        }
    }

    /// What makes a report, of what.
    pub fn about(&self, inputs: &[Input]) -> RunReport {
        let changes = &self.resolved.changes;
        let settings = changes.iter().map(|change| SettingReport {
            key: change.key.to_owned(),
            value: change.value.clone(),
            default: change.default.clone(),
            source: change.at.clone(),
        });
        RunReport {
            tool: format!("pepsin {}", super::version()),
            inputs: inputs.iter().map(|input| input.path.display().to_string()).collect(),
            root: std::env::current_dir().ok().map(|folder| folder.display().to_string()),
            configuration: self.resolved.configuration.clone(),
            settings: settings.collect(),
        }
    }
}

/// Says which units of a build are not read; the report has it as well.
fn tell_missing(inputs: &[Input]) {
    let missing = inputs.iter().filter_map(|input| Some((input, input.missing.as_ref()?)));
    for (input, reason) in missing {
        output::complain(&[format!("{}: warning: {reason}", input.path.display())]);
    }
}

/// Tells a text of each program of a build, of those that a file is part of if there is one; several have their names above.
///
/// # Errors
/// If the input is not C that Pepsin understands.
pub fn each_program(
    inputs: &[Input],
    settings: &Settings,
    part: Option<&Path>,
    mut text: impl FnMut(&mut Project, &Member, &Watch) -> Result<String, Errors>,
) -> Result<Exit, Failure> {
    let run = Run::begin_without_report(settings);
    let mut project = Project::read(inputs, settings, run.watch())?;
    let mut members = project.members(settings, run.watch())?;
    let has = |member: &Member| {
        let units = project.inputs_of(member);
        part.is_some_and(|part| {
            units
                .iter()
                .any(|unit| unit.path.ends_with(part) || part.ends_with(&unit.path))
        })
    };
    // A header is no unit: it may be part of any.
    if members.iter().any(has) {
        members.retain(has);
    }
    if let [only] = members.as_slice() {
        run.tell(&text(&mut project, only, run.watch())?, Exit::Success)?;
        return Ok(Exit::Success);
    }
    drop(run);
    let names = project.names(&members);
    for (member, name) in members.iter().zip(names) {
        let run = Run::begin_without_report(settings);
        let text = text(&mut project, member, run.watch())?;
        run.tell(&format!("=== {name} ===\n{text}\n"), Exit::Success)?;
    }
    Ok(Exit::Success)
}

fn unfinished_report(inputs: &[Input], cut: Cut, run: RunReport) -> Report {
    let first = inputs
        .first()
        .map_or_else(String::new, |input| input.path.display().to_string());
    Report {
        run,
        ..unfinished(&first, cut)
    }
}
