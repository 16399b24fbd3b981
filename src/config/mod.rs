//! Configuration: what a user can set, once for the file, the command line and the documentation.
//!
//! Three types, each for one thing:
//! [`Options`] is what a file `pepsin.toml` says, [`SettingArguments`] what the command line says,
//! and [`Settings`] is what results; only the last one is seen by the analysis.
//! A setting is a field of [`Settings`] and a row of [`SETTINGS`]; the flags, the keys of the file and their help come from the row.
//!
//! This layer does not know what the analysis makes of a setting.

mod allowances;
mod arguments;
mod catalogue;
mod choices;
mod models;
mod open;
mod options;
mod places;
mod revision;
mod selection;
mod settings;

pub use allowances::{AllowRow, AllowedFindings};
pub use arguments::{Change, ProjectTrust, Resolved, SettingArguments};
pub use catalogue::{SETTINGS, Setting, likely_setting, setting_named};
pub use models::{ModelFile, library_with};
pub use options::{ConfigurationError, Entry, Options, configuration_files, is_repository};
pub use selection::Selection;
pub use settings::{
    Checks, Convention, Escalation, Failures, LibraryState, MemoryModel, OpenArguments, OpenEntries, OpenObjects,
    OpenProgram, OutsideAccesses, OutsideMemory, Search, Settings, SignedOverflow, UnknownFunctions,
};
