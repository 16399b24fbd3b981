//! `pepsin profile`: where the evaluations of the analysis go.

use super::checking::each_program;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::semantics::effort::Effort;
use crate::{pipeline, races};

/// Shows where the evaluations of the analysis go: by function, and by what changed when they became necessary.
///
/// One analysis is shown, as far as the limits on time, memory and evaluations let it come.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    sources: Sources,
    /// The analysis that is shown
    #[arg(long, value_enum, default_value_t)]
    analysis: Shown,
    #[command(flatten)]
    settings: SettingArguments,
}

/// Which analysis is shown.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Shown {
    /// The one that is made first
    #[default]
    First,
    /// The one that is made where the first one takes too much work
    Coarse,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor();
    let mut settings = arguments.settings.resolve(Convention::Check, anchor.as_deref())?;
    arguments.sources.choose(&inputs, &mut settings)?;
    let catalogue = races::Arguments::installed().catalogue();
    let analysed = match arguments.analysis {
        Shown::First => pipeline::Analysed::Ordinarily,
        Shown::Coarse => pipeline::Analysed::Coarsely,
    };
    each_program(&inputs, &settings, None, |project, member, watch| {
        let (program, _) = project.program(member, &settings, watch)?;
        Ok(text(&pipeline::effort(
            &program, &settings, analysed, catalogue, watch,
        )?))
    })
}

/// Two tables, their largest rows first.
fn text(effort: &Effort) -> String {
    let functions = effort.functions.iter().map(|function| {
        format!(
            "{:>11} {:>9} {:>9} {:>9} {:>9}  {}\n",
            function.evaluations,
            function.contexts,
            function.unknowns,
            function.states,
            function.objects,
            function.name
        )
    });
    let changes = effort
        .changes
        .iter()
        .map(|(parts, changes)| format!("{:>11} {:>9}  {parts}\n", changes.readers, changes.changes));
    let mut out = format!(
        "{} evaluations, of which {} changed nothing; {} units of work\nevaluations  contexts  unknowns    states   objects  function\n",
        effort.evaluations, effort.unchanging, effort.work
    );
    out.extend(functions);
    out.push_str("    readers   changes  what changed\n");
    out.extend(changes);
    out
}
