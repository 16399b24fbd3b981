//! `pepsin profile`: where the evaluations of the analysis go.

use super::checking::each_program;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::semantics::effort::Effort;
use crate::{pipeline, races};

/// Shows where the evaluations of the analysis go: by function, and by what changed when they became necessary.
///
/// The first analysis is shown, as far as the limits on time, memory and evaluations let it come.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor();
    let mut settings = arguments.settings.resolve(Convention::Check, anchor.as_deref())?;
    arguments.sources.choose(&inputs, &mut settings)?;
    let catalogue = races::Arguments::installed().catalogue();
    each_program(&inputs, &settings, None, |project, member, watch| {
        let (program, _) = project.program(member, &settings, watch)?;
        Ok(text(&pipeline::effort(&program, &settings, catalogue, watch)?))
    })
}

/// Two tables, their largest rows first.
fn text(effort: &Effort) -> String {
    let total: u64 = effort.functions.iter().map(|function| function.evaluations).sum();
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
    let mut out = format!("{total} evaluations\nevaluations  contexts  unknowns    states   objects  function\n");
    out.extend(functions);
    out.push_str("    readers   changes  what changed\n");
    out.extend(changes);
    out
}
