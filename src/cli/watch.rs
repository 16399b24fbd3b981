//! `pepsin watch`: check again whenever something changed.
//!
//! It looks at the times of all files that a check reads, several times a second: that works on every file system, and whatever an editor
//! does to save. Each check is a process of its own, with its own limits; what did not change is not analysed again, because results are
//! kept ([`super::keeping`]).

use super::checking::Checking;
use super::{Exit, Failure, check, output, signals};
use crate::config::configuration_files;
use crate::frontend::{Input, files_read};
use crate::limits::{Watch, wish};
use crate::pipeline::Project;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

/// Checks again whenever a file changed that a check reads, until it is interrupted. It takes all that `check` takes.
#[derive(clap::Args)]
#[group(skip)] // `check`'s group stands for all of them, and two of one name are refused.
pub struct Arguments {
    #[command(flatten)]
    check: check::Arguments,
}

/// How long nobody looks.
const PERIOD: Duration = Duration::from_millis(200);

/// How long a check may go on when the end is wished: an interrupt of the terminal has reached it as well.
const PATIENCE: Duration = Duration::from_secs(3);

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    signals::listen();
    let mut files = BTreeSet::new();
    loop {
        look_for_files(arguments, &mut files);
        // What changes while the check runs is seen behind it.
        let seen = seen(&files);
        let status = wait(start()?)?;
        if wish().load(Ordering::Relaxed) {
            return Ok(status);
        }
        output::complain(&[format!("pepsin: waiting for a change of {} files.", files.len())]);
        while self::seen(&files) == seen {
            std::thread::sleep(PERIOD);
            if wish().load(Ordering::Relaxed) {
                return Ok(status);
            }
        }
    }
}

/// Adds the files and folders that a check reads: the sources and what they include, the recorded commands, the baseline and the configuration,
/// there or not. As long as they cannot be told, those that are known stay.
fn look_for_files(arguments: &Arguments, files: &mut BTreeSet<PathBuf>) {
    files.retain(|file| !file.is_dir());
    let check::Arguments {
        sources,
        settings,
        failing,
        ..
    } = &arguments.check;
    files.extend(sources.files.iter().cloned());
    files.extend(failing.baseline.iter().cloned());
    files.extend(sources.database());
    files.extend(sources.anchor().iter().flat_map(|anchor| configuration_files(anchor)));
    let Ok(checking) = Checking::new(sources, settings) else {
        return;
    };
    let settings = &checking.resolved.settings;
    files.extend(settings.models.iter().cloned());
    files.extend(checking.inputs.iter().map(Input::file));
    let watch = Watch::start(settings.limits(), |_| ());
    match Project::read(&checking.inputs, settings, &watch) {
        Ok(project) if project.inputs().iter().all(|input| input.missing.is_none()) => {
            for input in project.inputs() {
                files.extend(files_read(input).map(|file| input.beside(Path::new(file))));
            }
        }
        // A header that is missing may be put beside a source. Else folders do not count: reports may be written there.
        _ => {
            let folders: Vec<PathBuf> = files
                .iter()
                .filter_map(|file| Some(file.parent()?.to_owned()))
                .collect();
            files.extend(folders.into_iter().filter(|folder| folder.is_dir()));
        }
    }
}

/// When each file was changed, and how long it is; nothing for what is not there.
fn seen(files: &BTreeSet<PathBuf>) -> Vec<Option<(Option<SystemTime>, u64)>> {
    let about = |file: &PathBuf| {
        let about = std::fs::metadata(file).ok()?;
        Some((about.modified().ok(), about.len()))
    };
    files.iter().map(about).collect()
}

/// Starts a check with the arguments of this process.
fn start() -> Result<Child, Failure> {
    let mut arguments = std::env::args_os().skip(1);
    let is_subcommand = |argument: &OsString| argument == "watch";
    let before: Vec<OsString> = arguments
        .by_ref()
        .take_while(|argument| !is_subcommand(argument))
        .collect();
    let mut command = Command::new(std::env::current_exe()?);
    Ok(command.args(before).arg("check").args(arguments).spawn()?)
}

/// Waits for the end of a check.
fn wait(mut child: Child) -> Result<Exit, Failure> {
    let mut wished: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Exit::of_status(status.code()));
        }
        if wish().load(Ordering::Relaxed) && wished.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
            // It may have ended by now.
            let _ = child.kill();
        }
        std::thread::sleep(PERIOD / 20);
    }
}
