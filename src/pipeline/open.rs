//! Open programs: how the settings have them entered, and what their callers are.

use crate::config::{OpenArguments, OpenEntries, OpenObjects, OpenProgram, Settings};
use crate::frontend::{Entrance, MainCounts};
use crate::ir::Program;
use crate::open::{self, Callers, Entries, Makers, Scalars};

/// How a program is entered.
pub fn entrance(settings: &Settings) -> Entrance {
    let main = match settings.open {
        OpenProgram::Never => return Entrance::Main,
        OpenProgram::WithoutMain => MainCounts::Yes,
        OpenProgram::Always => MainCounts::No,
    };
    let named = settings
        .open_groups
        .iter()
        .flat_map(|group| group.functions.iter().cloned());
    Entrance::Callers {
        main,
        named: named.collect(),
    }
}

/// Puts the callers of an open program into it.
///
/// # Errors
/// If the program calls what only callers do, or declarations do not fit it.
pub fn enclose(program: &mut Program, settings: &Settings) -> Result<(), Vec<String>> {
    open::refuse_names_of_callers(program)?;
    let callers = Callers {
        entries: match settings.open_entries {
            OpenEntries::Exported => Entries::Exported,
            OpenEntries::HandedOut => Entries::HandedOut,
        },
        scalars: match settings.open_arguments {
            OpenArguments::Own => Scalars::Own,
            OpenArguments::Shared => Scalars::Shared,
        },
        objects: match settings.open_objects {
            OpenObjects::HandedOut => Makers::Program,
            OpenObjects::Any => Makers::Anybody,
        },
    };
    open::enclose(program, &settings.open_groups, callers, &settings.library)
}
