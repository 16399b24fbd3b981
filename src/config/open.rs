//! What is declared of an open program: tables `[open]` and `[[open.group]]` of `pepsin.toml`, and the same as text.
//!
//! ```toml
//! [open]
//! when = "always"
//!
//! [[open.group]]
//! name = "set-up"
//! order = "alone-first"
//! functions = ["queue_library_init"]
//! ```
//!
//! As text, which flags and the lists of settings have, a group is `NAME:ORDER:FUNCTION,…`, or `NAME:ORDER/N:FUNCTION,…` if it is about
//! parameter N, with `@PLACE` behind it if that is known; groups stand behind semicolons.

use super::options::{ConfigurationError, Entry};
use super::places::Places;
use crate::ir::{Declaration, Order};
use serde::Deserialize;

/// The key of the tables.
pub(super) const KEY: &str = "open";

/// The key of the setting that holds the groups.
pub(super) const GROUPS: &str = "open-groups";

#[derive(Deserialize)]
struct File {
    open: Option<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    when: Option<String>,
    entries: Option<String>,
    arguments: Option<String>,
    objects: Option<String>,
    #[serde(default)]
    group: Vec<toml::Spanned<Group>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    order: String,
    functions: Vec<String>,
    #[serde(default)]
    argument: usize,
}

/// The settings that the tables of a text make; `name` is the file's name in messages, and `at` where its table begins.
///
/// # Errors
/// If a table says something else, or a group has no such order or no functions.
pub(super) fn parse(name: &str, text: &str, at: &str) -> Result<Vec<Entry>, ConfigurationError> {
    let places = Places::new(name, text);
    let file: File = toml::from_str(text).map_err(|error| ConfigurationError {
        at: places.line(error.span().map_or(0, |span| span.start)),
        message: format!(
            "This declares no open program: {}.",
            error.message().trim_end_matches('.')
        ),
    })?;
    let Some(table) = file.open else {
        return Ok(Vec::new());
    };
    let mut groups = Vec::new();
    for group in table.group {
        let at = places.line(group.span().start);
        let group = group.into_inner();
        let declared = declaration(group, at.clone());
        groups.push(declared.map_err(|message| ConfigurationError { at, message })?);
    }
    let entry = |key: &str, value: String| Entry {
        key: key.to_owned(),
        value,
        at: at.to_owned(),
    };
    let when = table.when.unwrap_or_else(|| "without-main".to_owned());
    let arguments = table.arguments.map(|arguments| entry("open-arguments", arguments));
    let mut entries = vec![entry(KEY, when)];
    entries.extend(table.entries.map(|known| entry("open-entries", known)));
    entries.extend(arguments);
    entries.extend(table.objects.map(|objects| entry("open-objects", objects)));
    if !groups.is_empty() {
        entries.push(entry(GROUPS, self::text(&groups)));
    }
    Ok(entries)
}

fn declaration(group: Group, at: String) -> Result<Declaration, String> {
    let order = Order::from_word(&group.order).ok_or_else(|| unknown_order(&group.order))?;
    let is_name = |text: &String| {
        let mut letters = text.chars();
        letters.all(|letter| !":;,@".contains(letter) && !letter.is_whitespace()) && !text.is_empty()
    };
    if !is_name(&group.name) {
        return Err("A group has a name, without spaces, colons, semicolons and commas.".to_owned());
    }
    if group.functions.is_empty() || !group.functions.iter().all(is_name) {
        return Err(format!("The group `{}` names no functions.", group.name));
    }
    Ok(Declaration {
        name: group.name,
        order,
        argument: group.argument,
        functions: group.functions,
        at,
    })
}

fn unknown_order(word: &str) -> String {
    let words: Vec<&str> = Order::WORDS.iter().map(|(_, word)| *word).collect();
    format!("`{word}` is no order; it is one of {}.", words.join(", "))
}

/// Declarations as text.
pub(super) fn text(declarations: &[Declaration]) -> String {
    let one = |declaration: &Declaration| {
        let order = declaration.order.word();
        let argument = match declaration.argument {
            0 => String::new(),
            argument => format!("/{argument}"),
        };
        let functions = declaration.functions.join(",");
        let at = match declaration.at.as_str() {
            "" => String::new(),
            at => format!("@{}", at.replace(';', "%3B")),
        };
        format!("{}:{order}{argument}:{functions}{at}", declaration.name)
    };
    declarations.iter().map(one).collect::<Vec<_>>().join(";")
}

/// The declarations that a text states.
///
/// # Errors
/// A sentence, if one is none.
pub(super) fn declarations(text: &str) -> Result<Vec<Declaration>, String> {
    let groups = text.split(';').map(str::trim).filter(|group| !group.is_empty());
    groups.map(parsed).collect()
}

fn parsed(text: &str) -> Result<Declaration, String> {
    let (declared, at) = text.split_once('@').unwrap_or((text, ""));
    let parts: Vec<&str> = declared.split(':').collect();
    let [name, order, functions] = parts.as_slice() else {
        return Err(format!("`{text}` is no group `NAME:ORDER:FUNCTION,…`."));
    };
    let (order, argument) = match order.split_once('/') {
        Some((order, argument)) => {
            let number = argument.parse();
            (
                order,
                number.map_err(|_| format!("`{argument}` is no number of a parameter."))?,
            )
        }
        None => (*order, 0),
    };
    let group = Group {
        name: (*name).to_owned(),
        order: order.to_owned(),
        functions: functions.split(',').map(|name| name.trim().to_owned()).collect(),
        argument,
    };
    declaration(group, at.replace("%3B", ";"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_mistakes_have_their_place() {
        let good = "[open]\n\n[[open.group]]\nname = \"q\"\norder = \"serialised\"\nfunctions = [\"push\", \"pop\"]\n";
        let entries = parse("p.toml", good, "p.toml:1:1").expect("is right");
        let values: Vec<&str> = entries.iter().map(|entry| entry.value.as_str()).collect();
        assert_eq!(values, ["without-main", "q:serialised:push,pop@p.toml:3"]);
        let wrong = [
            "[open]\nwhat = 1\n",
            "[[open.group]]\nname = \"q\"\norder = \"sometimes\"\nfunctions = [\"f\"]\n",
            "[[open.group]]\nname = \"q\"\norder = \"serialised\"\nfunctions = []\n",
        ];
        for text in wrong {
            let error = parse("p.toml", text, "p.toml:1:1").expect_err(text).to_string();
            assert!(error.starts_with("p.toml:"), "{error}");
        }
    }

    #[test]
    fn declarations_read_back_what_they_write() {
        let given = "a:alone-first:f;b:serialised-by-argument/1:g,h@pepsin.toml:7";
        let read = declarations(given).expect("is right");
        assert_eq!((read[1].argument, read[1].at.as_str()), (1, "pepsin.toml:7"));
        assert_eq!(text(&read), given);
        for wrong in ["a", "a:never:f", "a:serialised:", "a:serialised/x:f", ":serialised:f"] {
            assert!(declarations(wrong).is_err(), "{wrong}");
        }
    }
}
