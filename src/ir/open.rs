//! Open programs: what is known of the callers of a program that has no `main`.

use super::program::FunctionId;

/// Who calls a program that has no `main`, and what is declared of these calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The functions that code outside of the program calls, in the order of their numbers.
    pub entries: Vec<EntryPoint>,
    /// What is declared; the number of a declaration is that of the section that it makes.
    pub declarations: Vec<Declaration>,
    /// What is taken for granted of the callers, in sentences, each with the setting that lifts it.
    pub assumptions: Vec<(String, Option<&'static str>)>,
}

/// A function that code outside of the program calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function.
    pub function: FunctionId,
    /// How its callers know of it.
    pub known: Known,
}

/// How code outside of the program knows of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// It has external linkage.
    Exported,
    /// Its address may be handed out: it stands in a table, or is passed on.
    HandedOut,
    /// A declaration names it.
    Declared,
}

impl Known {
    /// `exported`.
    pub fn word(self) -> &'static str {
        match self {
            Known::Exported => "exported",
            Known::HandedOut => "handed out",
            Known::Declared => "declared",
        }
    }
}

/// What a user declares of the calls of some functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// How the calls are ordered.
    pub order: Order,
    /// The parameter, from 0, that points to the object which the order is about, if it is about one.
    pub argument: usize,
    /// The functions, by their names.
    pub functions: Vec<String>,
    /// Where it is written: `pepsin.toml:3`, or a flag.
    pub at: String,
}

/// How calls are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Each function is called once, one after the other, before all else.
    AloneFirst,
    /// Each function is called once, one after the other, when all other calls have returned.
    AloneLast,
    /// No two calls of the functions overlap, and each comes before the next one: callers hold a lock.
    Serialised,
    /// The same of calls with the same object.
    SerialisedByArgument,
    /// While a call of one of the functions runs, no other call of any function has the same object.
    AloneByArgument,
    /// Calls may overlap.
    Concurrent,
    /// A function interrupts others, but not itself.
    Interrupt,
    /// Nobody outside calls the functions.
    Internal,
}

impl Order {
    /// All, each with its word.
    pub const WORDS: [(Order, &'static str); 8] = [
        (Order::AloneFirst, "alone-first"),
        (Order::AloneLast, "alone-last"),
        (Order::Serialised, "serialised"),
        (Order::SerialisedByArgument, "serialised-by-argument"),
        (Order::AloneByArgument, "alone-by-argument"),
        (Order::Concurrent, "concurrent"),
        (Order::Interrupt, "interrupt"),
        (Order::Internal, "internal"),
    ];

    /// The word that stands for it.
    pub fn word(self) -> &'static str {
        let mut words = Order::WORDS.iter();
        words.find(|(order, _)| *order == self).map_or("", |(_, word)| word)
    }

    /// The order that a word stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        let mut words = Order::WORDS.iter();
        words.find(|(_, known)| *known == word).map(|(order, _)| *order)
    }

    /// Whether it is about the object that an argument points to.
    pub fn is_by_argument(self) -> bool {
        matches!(self, Order::SerialisedByArgument | Order::AloneByArgument)
    }
}

impl Declaration {
    /// What is taken for granted by it, as a sentence.
    pub fn sentence(&self) -> String {
        let names: Vec<String> = self.functions.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        let argument = self.argument;
        let what = match self.order {
            Order::AloneFirst => format!("{names}: called once each, in this order, before all else"),
            Order::AloneLast => format!("{names}: called once each, in this order, when all other calls have returned"),
            Order::Serialised => format!("{names}: no two calls overlap"),
            Order::SerialisedByArgument => {
                format!("{names}: no two calls overlap whose argument {argument} points to the same object")
            }
            Order::AloneByArgument => {
                format!("{names}: while a call runs, no other call has the object that argument {argument} points to")
            }
            Order::Concurrent => format!("{names}: calls may overlap"),
            Order::Interrupt => format!("{names}: called at any time, but not again before the call has returned"),
            Order::Internal => format!("{names}: not called from outside"),
        };
        format!("{what} (declared by `{}`, {}).", self.name, self.at)
    }
}
