//! A build, and the programs that it makes: what several of them share is read once.

use super::{Analysis, Errors, Stage, analyse_program, located, preprocess, read_build, read_program};
use crate::config::Settings;
use crate::frontend::{Build, Input, Linked};
use crate::ir::Program;
use crate::limits::Watch;
use crate::races::{Arguments, Assumption};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A build whose files were read, and are parsed when they are needed.
pub struct Project {
    inputs: Vec<Input>,
    build: Option<Build>,
}

/// A program of a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The unit with its `main`, by its number; nothing where all units make the one program.
    pub main: Option<usize>,
    /// Its units, by their numbers and in order; none if they could not be told.
    pub units: Vec<usize>,
    /// What the build has beside them and may belong to the program.
    pub beside: Vec<String>,
    /// Why its units could not be told.
    pub errors: Vec<String>,
}

impl Project {
    /// Reads the files of a build.
    ///
    /// # Errors
    /// If one cannot be read in the time that the watch gives, or the preprocessor refuses it.
    pub fn read(inputs: &[Input], settings: &Settings, watch: &Watch) -> Result<Self, Errors> {
        Ok(Project {
            inputs: preprocess(inputs, settings, watch)?,
            build: None,
        })
    }

    /// A build of which nothing is to be read, because it is known.
    pub fn known(inputs: &[Input]) -> Self {
        Project {
            inputs: inputs.to_vec(),
            build: None,
        }
    }

    /// The units, with their texts.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The units of a program.
    pub fn units_of(&self, member: &Member) -> impl Iterator<Item = &Input> {
        member.units.iter().filter_map(|unit| self.inputs.get(*unit))
    }

    /// The units of a program; all, if they could not be told.
    pub fn inputs_of(&self, member: &Member) -> Vec<Input> {
        match member.units.is_empty() {
            true => self.inputs.clone(),
            false => self.units_of(member).cloned().collect(),
        }
    }

    /// The file of the unit with the `main` of a program, or the first one of all.
    pub fn main_file(&self, member: &Member) -> &Path {
        let unit = self.inputs.get(member.main.unwrap_or(0));
        unit.map_or(Path::new(""), |input| &input.path)
    }

    /// The names of programs: their files without folder and ending, or the whole paths of those whose names would be the same.
    pub fn names(&self, members: &[Member]) -> Vec<String> {
        let short = |member: &Member| self.main_file(member).file_stem().map(PathBuf::from);
        let name = |member: &Member| {
            let alike = members.iter().filter(|other| short(other) == short(member)).count();
            match short(member).filter(|_| alike == 1) {
                Some(name) => name.display().to_string(),
                None => self.main_file(member).display().to_string(),
            }
        };
        members.iter().map(name).collect()
    }

    /// The programs: the one that the settings choose, or all.
    ///
    /// # Errors
    /// If a unit is not C that Pepsin understands, or the chosen one has no `main`.
    pub fn members(&mut self, settings: &Settings, watch: &Watch) -> Result<Vec<Member>, Errors> {
        let build = self.build(settings, watch)?;
        let located = |errors| located(errors, watch);
        let chosen = match settings.main.as_deref() {
            Some(main) => build.main_unit(Some(main)).map_err(located)?,
            None if build.mains().len() <= 1 || build.is_entered_by_callers() => {
                build.main_unit(None).map_err(located)?
            }
            None => {
                let programs = build.programs().into_iter();
                return programs
                    .map(|(main, units)| member(build, Some(main), units, watch))
                    .collect();
            }
        };
        Ok(vec![member(build, chosen, build.units_of(chosen), watch)?])
    }

    /// The program as later stages see it, and what had to be assumed to read it.
    ///
    /// # Errors
    /// If it is not C that Pepsin understands.
    pub fn program(
        &mut self,
        member: &Member,
        settings: &Settings,
        watch: &Watch,
    ) -> Result<(Program, Vec<Assumption>), Errors> {
        if !member.errors.is_empty() {
            return Err(Errors::Input(member.errors.clone()));
        }
        read_program(self.build(settings, watch)?, &member.units, settings, watch)
    }

    /// Analyses a program, within the limits of a watch.
    ///
    /// # Errors
    /// If it is not C that Pepsin understands.
    pub fn analyse(
        &mut self,
        member: &Member,
        settings: &Settings,
        arguments: &Arguments,
        watch: &Watch,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Analysis, Errors> {
        let (program, assumptions) = self.program(member, settings, watch)?;
        if member.main.is_none() {
            // There is no other program that would need it.
            self.build = None;
        }
        analyse_program(program, assumptions, settings, arguments, watch, progress)
    }

    fn build(&mut self, settings: &Settings, watch: &Watch) -> Result<&Build, Errors> {
        let build = match self.build.take() {
            Some(build) => build,
            None => read_build(&self.inputs, settings, watch)?,
        };
        Ok(self.build.insert(build))
    }
}

fn member(build: &Build, main: Option<usize>, units: Linked, watch: &Watch) -> Result<Member, Errors> {
    let (units, errors) = match units.map_err(|errors| located(errors, watch)) {
        Ok(units) => (units, Vec::new()),
        Err(Errors::Input(errors)) => (Vec::new(), errors),
        Err(cut @ Errors::Cut(_)) => return Err(cut),
    };
    Ok(Member {
        main,
        beside: build.beside(&units),
        units,
        errors,
    })
}
