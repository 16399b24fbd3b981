//! Which units of a build make one program: a build often makes several, each with a `main` of its own.
//!
//! Units that stand alone with one `main` all belong to it, as objects that are named to the linker do.
//! Of several with `main`, one is chosen, and the others are searched like a library:
//! a unit belongs to the program if it defines a name that the program needs and no unit of it defines.
//! Where several units define such a name, those are ruled out with which the program could not be linked.

use std::path::Path;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::build::Linked;
use super::error::{Error, Location};
use super::interface::{Interface, Names};
use super::parse::Parsed;

/// The unit whose `main` makes the program: the one in the file `chosen`, by index; nothing if none is chosen, and all units make one.
///
/// # Errors
/// If there are several and none is chosen, or the chosen unit has no `main`.
pub(super) fn main_unit(units: &[&Parsed], chosen: Option<&Path>) -> Result<Option<usize>, Vec<Error>> {
    let interfaces = interfaces(units);
    let mains = units_with_main(&interfaces);
    let Some(path) = chosen else {
        return match mains.as_slice() {
            [] => Ok(None),
            [main] => Ok(has_variants(units).then_some(*main)),
            _ => Err(vec![several_mains(units, &interfaces, &mains)]),
        };
    };
    let main = mains.iter().copied().find(|main| is_unit(units[*main], path));
    let none = || {
        Error::new(
            Location::file(&path.to_string_lossy()),
            "No unit of this name defines `main`.",
        )
    };
    main.map(Some).ok_or_else(|| vec![none()])
}

/// The units of the program whose `main` stands in a unit, by index and in order.
///
/// # Errors
/// If two units compete for a name that the program needs.
pub(super) fn link(units: &[&Parsed], main: usize) -> Result<Vec<usize>, Vec<Error>> {
    needed(units, &interfaces_with_uses(units), main)
}

/// All programs: for each unit with `main` the units that it needs, as [`link`] finds them.
pub(super) fn all(units: &[&Parsed]) -> Vec<(usize, Linked)> {
    let interfaces = interfaces_with_uses(units);
    let mains = units_with_main(&interfaces).into_iter();
    mains.map(|main| (main, needed(units, &interfaces, main))).collect()
}

/// The units, each once: what a build compiles twice to the same is one unit.
pub(super) fn distinct(units: &[&Parsed]) -> Vec<usize> {
    let mut seen = HashSet::<*const Parsed, FxBuildHasher>::default();
    (0..units.len()).filter(|unit| seen.insert(units[*unit])).collect()
}

/// Whether a build compiles a file in several ways.
fn has_variants(units: &[&Parsed]) -> bool {
    let distinct = distinct(units);
    let files: HashSet<&Path, FxBuildHasher> = distinct.iter().map(|unit| &*units[*unit].origin.file).collect();
    files.len() < distinct.len()
}

/// The interfaces of units; those that come again offer nothing.
fn interfaces<'a>(units: &[&'a Parsed]) -> Vec<Interface<'a>> {
    let mut interfaces: Vec<Interface<'a>> = units.iter().map(|_| Interface::default()).collect();
    for unit in distinct(units) {
        interfaces[unit] = Interface::of(units[unit]);
    }
    interfaces
}

fn interfaces_with_uses<'a>(units: &[&'a Parsed]) -> Vec<Interface<'a>> {
    let mut interfaces = interfaces(units);
    for unit in distinct(units) {
        interfaces[unit].add_uses(units[unit]);
    }
    interfaces
}

/// What runs in a program although nothing names it: constructors in units that are none of its own.
pub(super) fn uninvited(units: &[&Parsed], chosen: &[usize]) -> Vec<String> {
    let interfaces = interfaces(units);
    let runs = |unit: &usize| interfaces[*unit].runs && !interfaces[*unit].defined.contains_key("main");
    let others = (0..units.len()).filter(|unit| !chosen.contains(unit)).filter(runs);
    others
        .map(|unit| {
            let file = units[unit].lines.files().first();
            format!("`{file}` has a constructor or destructor, and may belong to the program, which needs none of its names.")
        })
        .collect()
}

/// What is assumed of a program that is made of some units of a build.
pub(super) fn assumption(units: usize) -> String {
    format!("Of the units of the build, the program is made of the {units} that its `main` needs.")
}

/// The same where the units with `main` are programs of their own.
pub(super) fn assumption_of_open(units: usize) -> String {
    format!("Of the units of the build, the program is made of the {units} that define no `main`.")
}

/// The units that define `main`, by index and in order.
pub(super) fn mains(units: &[&Parsed]) -> Vec<usize> {
    units_with_main(&interfaces(units))
}

fn units_with_main(interfaces: &[Interface<'_>]) -> Vec<usize> {
    (0..interfaces.len())
        .filter(|unit| interfaces[*unit].defined.contains_key("main"))
        .collect()
}

fn is_unit(unit: &Parsed, path: &Path) -> bool {
    let file = Path::new(unit.lines.files().first());
    file == path || file.ends_with(path)
}

fn several_mains(units: &[&Parsed], interfaces: &[Interface<'_>], mains: &[usize]) -> Error {
    let files: Vec<String> = mains
        .iter()
        .map(|main| format!("`{}`", units[*main].lines.files().first()))
        .collect();
    let first = mains.first().copied().unwrap_or(0);
    let at = interfaces[first].place(units[first], "main");
    let message = format!(
        "These units make {} programs, for `main` is defined in {}: choose one with `--program FILE`, or the setting `main`.",
        files.len(),
        files.join(", ")
    );
    Error::new(at, message)
}

/// The units that the one with index `main` needs, directly or not.
fn needed(units: &[&Parsed], interfaces: &[Interface<'_>], main: usize) -> Result<Vec<usize>, Vec<Error>> {
    let linker = Linker::new(interfaces, main);
    let mut selected = vec![main];
    let mut errors = Vec::new();
    linker.close(&mut selected);
    while let Some((name, candidates)) = linker.contested(&selected) {
        let possible: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|candidate| linker.is_possible(*candidate, &selected))
            .collect();
        let possible = compiled_alike(units, possible, main);
        let (Some(one), rest) = (
            possible.first().or(candidates.first()),
            &possible[possible.len().min(1)..],
        ) else {
            break;
        };
        if let Some(other) = rest.first() {
            let at = interfaces[*one].place(units[*one], name);
            let second = interfaces[*other].place(units[*other], name);
            let message = format!(
                "`{name}` is defined here and at {second}, and the program needs one of them: name the files of the program."
            );
            errors.push(Error::new(at, message));
        }
        selected.push(*one);
        linker.close(&mut selected);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    selected.sort_unstable();
    Ok(selected)
}

/// Of the ways in which one file is compiled, the one of the unit with `main`, if there is one.
fn compiled_alike(units: &[&Parsed], possible: Vec<usize>, main: usize) -> Vec<usize> {
    let origin = |unit: usize| &units[unit].origin;
    let is_one_file = possible
        .windows(2)
        .all(|pair| origin(pair[0]).file == origin(pair[1]).file);
    let alike = possible
        .iter()
        .find(|unit| origin(**unit).arguments == origin(main).arguments);
    match alike {
        Some(alike) if is_one_file => vec![*alike],
        _ => possible,
    }
}

/// Finds the units that others need.
struct Linker<'i, 'a> {
    interfaces: &'i [Interface<'a>],
    main: usize,
    /// The units that define each name; only those whose definitions none may replace, where there are some.
    definers: Names<'a, Vec<usize>>,
}

impl<'i, 'a> Linker<'i, 'a> {
    fn new(interfaces: &'i [Interface<'a>], main: usize) -> Self {
        let mut definers: Names<'a, Vec<usize>> = HashMap::default();
        for (unit, interface) in interfaces.iter().enumerate() {
            for name in &interface.names {
                definers.entry(*name).or_default().push(unit);
            }
        }
        for (name, units) in &mut definers {
            let is_strong = |unit: &usize| !interfaces[*unit].weak.contains(name);
            if units.iter().any(is_strong) {
                units.retain(is_strong);
            }
        }
        Linker {
            interfaces,
            main,
            definers,
        }
    }

    /// Whether a unit can belong to the program at all: it has no other `main`.
    fn is_linkable(&self, unit: usize) -> bool {
        unit == self.main || !self.interfaces[unit].defined.contains_key("main")
    }

    /// The names that a unit needs of others, each with the units that could give it, unless one of `selected` does.
    fn needs<'s>(&'s self, unit: usize, selected: &'s [usize]) -> impl Iterator<Item = (&'a str, Vec<usize>)> + 's {
        self.interfaces[unit].needed().filter_map(|name| {
            let definers = self.definers.get(name)?;
            if definers.iter().any(|definer| selected.contains(definer)) {
                return None;
            }
            let linkable = definers.iter().copied().filter(|definer| self.is_linkable(*definer));
            Some((name, linkable.collect()))
        })
    }

    /// Adds all units that are needed and have no competitor.
    fn close(&self, selected: &mut Vec<usize>) {
        let mut next = 0;
        while let Some(unit) = selected.get(next).copied() {
            next += 1;
            let needs: Vec<(&str, Vec<usize>)> = self.needs(unit, selected).collect();
            for (_, candidates) in needs {
                if let [only] = candidates.as_slice()
                    && !selected.contains(only)
                {
                    selected.push(*only);
                }
            }
        }
    }

    /// The first name that is needed still, and the units that compete for it.
    fn contested(&self, selected: &[usize]) -> Option<(&'a str, Vec<usize>)> {
        let needs = selected.iter().flat_map(|unit| self.needs(*unit, selected));
        let mut contested = needs.filter(|(_, candidates)| candidates.len() > 1);
        contested.next()
    }

    /// Whether the program could be linked with a unit: neither it nor what it needs wants a name that only another program has,
    /// or defines a name twice that none of the two lets others replace.
    fn is_possible(&self, unit: usize, selected: &[usize]) -> bool {
        let mut more = selected.to_vec();
        more.push(unit);
        self.close(&mut more);
        let added = &more[selected.len()..];
        let complete = added
            .iter()
            .all(|unit| self.needs(*unit, &more).all(|(_, candidates)| !candidates.is_empty()));
        let strong = |unit: &usize| {
            let interface = &self.interfaces[*unit];
            interface.names.iter().filter(|name| !interface.weak.contains(*name))
        };
        let mut names = added.iter().flat_map(strong);
        complete && names.all(|name| more.iter().filter(|unit| self.definers[name].contains(unit)).count() <= 1)
    }
}
