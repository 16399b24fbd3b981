//! What the flags of the compiler say about the meaning of a unit: its standard, the sizes and signs of types, and layout.
//!
//! Flags that change the meaning and are not followed here are errors: nothing is read as something else silently.

use super::error::{Error, Location};
use super::lexer::Dialect;
use super::preprocess::Input;
use crate::ir::DataModel;

/// How a unit is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The dialects that the source may be in, the likelier one first.
    pub(super) dialects: &'static [Dialect],
    /// The sizes of the basic types.
    pub(super) data_model: DataModel,
    /// Whether `char` is signed.
    pub(super) characters: Signedness,
    /// How wide enumerations are.
    pub(super) enumerations: Width,
    /// Whether a member may be a struct or union with a tag and no name.
    pub(super) unnamed_members: UnnamedMembers,
    /// The limit on the alignment of members where no pragma says otherwise; 0 is none.
    pub(super) packing: u32,
}

/// The sign of plain `char` (`-funsigned-char`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signedness {
    Signed,
    Unsigned,
}

/// The width of enumerations (`-fshort-enums`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// That of `int`, if all values fit.
    OfInt,
    /// The least that all values fit.
    Least,
}

/// Which members without a name there may be (`-fms-extensions`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnnamedMembers {
    /// Structs and unions without a tag (C17).
    Untagged,
    /// All structs and unions.
    All,
}

/// The standards whose keywords are those of C23, as the compiler spells them.
const C23: [&str; 8] = [
    "c23",
    "gnu23",
    "c2x",
    "gnu2x",
    "iso9899:2024",
    "c2y",
    "gnu2y",
    "iso9899:2x",
];

/// Flags that change what types or declarations mean, in ways that are not followed.
const REFUSED: [&str; 15] = [
    "-fshort-wchar",
    "-fplan9-extensions",
    "-funsigned-bitfields",
    "-malign-double",
    "-mlong-double-64",
    "-mlong-double-80",
    "-mlong-double-128",
    "-mms-bitfields",
    "-mx32",
    "-m16",
    "-mabi=ms",
    "-fshort-double",
    "-fsso-struct=big-endian",
    "-finstrument-functions",
    "-fsingle-precision-constant",
];

/// Sets of characters in which those of C have the numbers of ASCII, and others those of UTF-8 or none.
const ASCII_LIKE: [&str; 4] = ["utf-8", "utf8", "ascii", "us-ascii"];

/// The standard that arguments ask for, if they do: the last one counts.
pub(super) fn standard(arguments: &[String]) -> Option<&str> {
    arguments.iter().rev().find_map(|argument| match argument.as_str() {
        "-ansi" => Some("c90"),
        other => other.strip_prefix("-std="),
    })
}

/// Without a standard a source is read as C17, and as C23 only where that is a syntax error: so no name changes its meaning.
fn dialects(arguments: &[String]) -> &'static [Dialect] {
    match standard(arguments) {
        Some(standard) if C23.contains(&standard) => &[Dialect::C23],
        Some(_) => &[Dialect::C17],
        None => &[Dialect::C17, Dialect::C23],
    }
}

impl Reading {
    /// How an input is to be read by its flags, where `data_model` holds unless they name another one.
    ///
    /// # Errors
    /// If a flag changes the meaning of the source in a way that is not followed.
    pub(super) fn of(input: &Input, data_model: DataModel) -> Result<Self, Error> {
        let mut reading = Reading {
            dialects: dialects(&input.arguments),
            data_model,
            characters: Signedness::Signed,
            enumerations: Width::OfInt,
            unnamed_members: UnnamedMembers::Untagged,
            packing: 0,
        };
        for argument in &input.arguments {
            reading.apply(argument).map_err(|message| {
                let at = Location::file(&input.path.to_string_lossy());
                Error::new(at, message)
            })?;
        }
        Ok(reading)
    }

    fn apply(&mut self, flag: &str) -> Result<(), String> {
        match flag {
            "-m32" => self.data_model = DataModel::Ilp32,
            "-m64" => self.data_model = DataModel::Lp64,
            "-funsigned-char" | "-fno-signed-char" => self.characters = Signedness::Unsigned,
            "-fsigned-char" | "-fno-unsigned-char" => self.characters = Signedness::Signed,
            "-fshort-enums" => self.enumerations = Width::Least,
            "-fno-short-enums" => self.enumerations = Width::OfInt,
            "-fms-extensions" => self.unnamed_members = UnnamedMembers::All,
            "-fno-ms-extensions" => self.unnamed_members = UnnamedMembers::Untagged,
            "-fpack-struct" => self.packing = 1,
            "-fno-pack-struct" => self.packing = 0,
            _ if REFUSED.contains(&flag) => {
                return Err(format!(
                    "The flag `{flag}` gives the source a meaning that is not supported."
                ));
            }
            _ => {
                if let Some(limit) = flag.strip_prefix("-fpack-struct=") {
                    let limit = limit
                        .parse::<u32>()
                        .ok()
                        .filter(|limit| limit.is_power_of_two() && *limit <= 16);
                    self.packing = limit.ok_or(format!("The flag `{flag}` names no alignment."))?;
                }
                let characters = flag.strip_prefix("-fexec-charset=");
                if characters.is_some_and(|name| !ASCII_LIKE.contains(&name.to_ascii_lowercase().as_str())) {
                    return Err(format!(
                        "The flag `{flag}` gives characters other numbers than are supported."
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(flags: &[&str]) -> Result<Reading, Error> {
        let arguments = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let input = Input {
            arguments,
            ..Input::new("x.c")
        };
        Reading::of(&input, DataModel::Lp64)
    }

    #[test]
    fn the_last_flag_counts() {
        let found =
            reading(&["-m32", "-funsigned-char", "-fsigned-char", "-std=gnu11", "-std=c2x"]).expect("is followed");
        assert_eq!(found.data_model, DataModel::Ilp32);
        assert_eq!(
            (found.characters, found.dialects),
            (Signedness::Signed, &[Dialect::C23][..])
        );
        assert_eq!(reading(&["-fpack-struct=4"]).expect("is followed").packing, 4);
        assert!(reading(&["-fexec-charset=UTF-8"]).is_ok());
    }

    #[test]
    fn flags_that_are_not_followed_are_errors() {
        for flag in ["-fshort-wchar", "-mx32", "-fpack-struct=3", "-fexec-charset=IBM037"] {
            let error = reading(&["-O2", flag]).expect_err(flag);
            assert!(error.message.contains(flag), "{error}");
        }
    }
}
