//! Library models: what a function without a body does to threads, locks and memory.
//!
//! A model is a row of a TOML file under `models/`; the code knows effects, not function names.
//! Arguments are counted from 0.

use serde::Deserialize;

use super::demands::Demands;
pub use super::effect::{
    AllocatedContents, AtomicResult, Attempt, Effect, FirstPermits, FixedOrder, Kind, Mode, Named, Order, Released,
    Update,
};
use super::streams::Streams;

/// What a library function does.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Model {
    /// What it does besides reading and writing through its arguments.
    #[serde(flatten)]
    pub effect: Option<Effect>,
    /// The routine by which executions perform it, in their words; without one, executions apply the row.
    pub executed_by: Option<toml::Value>,
    /// Who chooses what the routine gives or writes, such as `the file system`, where arguments and state do not determine it.
    pub environment: Option<String>,
    /// Whether a cancelled thread ends in a call.
    #[serde(default)]
    pub cancels: CancellationPoint,
    /// The arguments whose pointed-to memory is read.
    #[serde(default)]
    pub reads: Vec<Argument>,
    /// The arguments whose pointed-to memory is written, with unknown contents.
    #[serde(default)]
    pub writes: Vec<Argument>,
    /// The argument whose text, with its end, is written to what is written.
    pub copies_text: Option<usize>,
    /// How many bytes of an argument's memory a call certainly touches, whatever the environment is like, where these are not those of an
    /// object of the parameter's type: none where a text may not fit, or where another thread has to send something before.
    #[serde(default)]
    pub certain: Vec<(usize, u64)>,
    /// The arguments that lead to arrays whose elements change places, of those whose memory is written.
    #[serde(default)]
    pub permutes: Vec<usize>,
    /// The arguments that lead to one object, each with the bytes that it has where pointers have eight: nothing behind it is touched. The library
    /// has these types, whatever the program declares.
    #[serde(default)]
    pub single: Vec<(usize, u64)>,
    /// The arguments from whose pointed-to memory addresses lead to what is read, however many of them one after the other.
    #[serde(default)]
    pub reads_within: Vec<usize>,
    /// The same, for what is written with unknown contents: the flags of a table of options, say.
    #[serde(default)]
    pub writes_within: Vec<usize>,
    /// The same, for what leaves the program, with the addresses in it: the buffers of `writev`.
    #[serde(default)]
    pub sends_within: Vec<usize>,
    /// The same, for what is written with what may have been sent.
    #[serde(default)]
    pub receives_within: Vec<usize>,
    /// The arguments whose pointed-to memory is read and leaves the program, with the addresses in it: through a pipe, say.
    #[serde(default)]
    pub sends: Vec<Argument>,
    /// The arguments whose pointed-to memory is written with what may have been sent.
    #[serde(default)]
    pub receives: Vec<Argument>,
    /// Pairs of arguments: what the first one points to becomes a pointer into what the second one points to.
    #[serde(default)]
    pub points: Vec<(usize, usize)>,
    /// The arguments whose pointed-to memory the library keeps, for later calls of this or another thread.
    #[serde(default)]
    pub keeps: Vec<Argument>,
    /// The name under which the library keeps that; without one, no call of a model touches it again.
    pub kept_as: Option<String>,
    /// The name under which memory was kept that it reads and writes under a lock of the library: the buffer of a stream, say.
    pub works_on: Option<String>,
    /// The name under which memory was kept that it reads without a lock.
    pub looks_through: Option<String>,
    /// The arguments whose values leave the program, with the addresses in them.
    #[serde(default)]
    pub tells: Vec<Argument>,
    /// The arguments whose values callers of an open program may pass to it from then on.
    #[serde(default)]
    pub hands_out: Vec<usize>,
    /// The format among the arguments by which the variadic ones, or those of a list, are printed.
    pub prints: Option<usize>,
    /// The format among the arguments by which what the variadic ones, or those of a list, point to is written.
    pub scans: Option<usize>,
    /// Where the arguments are that the format is for.
    #[serde(default)]
    pub formatted: Formatted,
    /// Whether other processes may have the memory, too, to which it leads.
    #[serde(default)]
    pub reaches_processes: bool,
    /// The streams that it works on.
    #[serde(default)]
    pub streams: Streams,
    /// The arguments that point to objects of synchronisation on which it operates.
    #[serde(default)]
    pub operates_on: Vec<usize>,
    /// The arguments that point to objects of synchronisation that it makes.
    #[serde(default)]
    pub initialises: Vec<usize>,
    /// The arguments that point to objects of synchronisation that it ends.
    #[serde(default)]
    pub destroys: Vec<usize>,
    /// The states of the library that it changes without a lock, by their names: calls in two threads race.
    #[serde(default)]
    pub uses: Names,
    /// The states of the library that it looks at without a lock.
    #[serde(default)]
    pub looks_at: Names,
    /// The states of the library that it changes without a lock where an argument is null: pairs of both.
    #[serde(default)]
    pub uses_for_null: Vec<(usize, String)>,
    /// The variables of the library that it changes under a lock of the library, if the program declares them.
    #[serde(default)]
    pub sets: Vec<String>,
    /// The variables of the library that it reads, if the program declares them: where it prints, say.
    #[serde(default)]
    pub consults: Vec<String>,
    /// Those that lead to what it reads, as well: the texts of the environment.
    #[serde(default)]
    pub follows: Vec<String>,
    /// The variables of the library through which it calls functions of the program.
    #[serde(default)]
    pub calls_through: Vec<String>,
    /// Closed intervals of arguments for which it leaves something behind that is not modelled: the number, the least and the greatest value.
    #[serde(default)]
    pub unmodelled: Vec<(usize, i64, i64)>,
    /// The argument without which, if it is null, it does nothing.
    pub nothing_for_null: Option<usize>,
    /// What it returns when it was tried in vain, the most usual code first; anything but 0 where the model does not say.
    #[serde(default)]
    pub fails_with: Vec<i32>,
    /// What it demands of its arguments, or it fails and touches nothing.
    #[serde(flatten)]
    pub demands: Demands,
    /// What it returns, where the effect does not say.
    #[serde(default)]
    pub returns: Returns,
    /// Who chooses the result, where the program's own arguments and state do not determine it.
    pub input: Option<Input>,
    /// Whether the environment may refuse the memory or the thread that it asks for.
    #[serde(default)]
    pub refused: Refused,
    /// How long the memory lives that it allocates.
    #[serde(default)]
    pub lifetime: Lifetime,
    /// Where a user states it; nothing for the rows that come with Pepsin.
    #[serde(skip)]
    pub stated: Option<Stated>,
}

/// Where a user's row stands, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The file, the line and the column: `pepsin-models.toml:3:1`.
    pub at: String,
    /// The row, as TOML has it.
    pub row: String,
    /// Whether it counts in place of a body that the program has.
    pub replaces_body: bool,
    /// The arguments that it names, each with the place of its key.
    pub arguments: Vec<(usize, String)>,
}

/// Whether the environment may refuse what a call asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// Yes, and the call says so.
    #[default]
    Sometimes,
    /// Yes, but then it ends the process.
    Never,
    /// Yes, where the library has not enough of its own for it, as for the handlers behind the first 32. Proofs consider that, and
    /// executions leave it out.
    Seldom,
}

/// How long memory lives that a call allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lifetime {
    /// Until it is released.
    #[default]
    Released,
    /// Until the function ends that calls.
    Function,
    /// Until the block of the call ends.
    Block,
}

/// A result that the environment may really choose: each integer of a closed interval, as far as the type has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Input {
    /// Who chooses it, such as `the clock`.
    pub from: String,
    /// How often the environment chooses anew.
    #[serde(default)]
    pub changes: Changes,
    /// The function that never gives the same, of those that give one value for the whole execution.
    pub apart_from: Option<String>,
    /// The least value.
    #[serde(default = "Input::least")]
    pub least: i64,
    /// The greatest value.
    #[serde(default = "Input::most")]
    pub most: i64,
}

/// How often an input is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Changes {
    /// At each call.
    #[default]
    AtEachCall,
    /// Once for the whole execution.
    Never,
}

impl Input {
    fn least() -> i64 {
        i64::MIN
    }

    fn most() -> i64 {
        i64::MAX
    }
}

/// Names of states of the library: one, or a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "NamesText")]
pub struct Names(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum NamesText {
    One(String),
    Many(Vec<String>),
}

impl From<NamesText> for Names {
    fn from(text: NamesText) -> Self {
        Names(match text {
            NamesText::One(name) => vec![name],
            NamesText::Many(names) => names,
        })
    }
}

/// Where the arguments are that a format is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formatted {
    /// They are the variadic ones of the call.
    #[default]
    Rest,
    /// They are those of a `va_list`: the variadic ones of a function that is running.
    List,
}

/// Whether a cancelled thread ends in a call: at those of POSIX.1-2017, 2.9.5.2, with what Linux and glibc have besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CancellationPoint {
    /// It does.
    Always,
    /// It may: what works on files and streams, and asks services of the system.
    Perhaps,
    /// It goes on.
    #[default]
    Never,
}

/// An argument, or all variadic ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// The argument with a number.
    Number(usize),
    /// The arguments behind the declared parameters.
    Rest(Rest),
}

/// The word for all variadic arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// `"rest"`.
    Rest,
}

/// What a library function returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "ReturnsText")]
pub enum Returns {
    /// Any integer; a pointer to nothing known, and to nothing that the program could dereference.
    #[default]
    Any,
    /// 0.
    Zero,
    /// Null, or a pointer to memory outside of the program, shared by all calls.
    External,
    /// Null, or a pointer to the first state of the library that the function uses.
    State,
    /// Null, a pointer to memory outside of the program, or what was kept under the name that the model looks through.
    Kept,
    /// Null, or a pointer to new memory.
    Memory,
    /// Null, the value of an argument, or a pointer to new memory.
    ArgumentOrMemory(usize),
    /// A pointer to memory that the library has for each thread.
    Own,
    /// Any number, or an address that left the program.
    Received,
    /// What callers of an open program may pass where a value of the type is expected.
    Given,
    /// The same, of what the program handed out only.
    GivenBack,
    /// A pointer to anything that the library may know.
    Unknown,
    /// The value of an argument.
    Argument(usize),
    /// Null, or the value of an argument.
    ArgumentOrNull(usize),
    /// Null, the value of an argument, or a pointer to memory outside of the program.
    ArgumentOrExternal(usize),
    /// Null, or a pointer to somewhere in the object that an argument points to.
    Into(usize),
    /// What the thread returned that was joined.
    Joined,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ReturnsText {
    Number(usize),
    Word(String),
}

impl TryFrom<ReturnsText> for Returns {
    type Error = String;

    fn try_from(text: ReturnsText) -> Result<Self, String> {
        let word = match text {
            ReturnsText::Number(argument) => return Ok(Returns::Argument(argument)),
            ReturnsText::Word(word) => word,
        };
        if let Some(argument) = word.strip_suffix(" or null").and_then(|number| number.parse().ok()) {
            return Ok(Returns::ArgumentOrNull(argument));
        }
        if let Some(argument) = word.strip_suffix(" or external").and_then(|number| number.parse().ok()) {
            return Ok(Returns::ArgumentOrExternal(argument));
        }
        if let Some(argument) = word.strip_suffix(" or memory").and_then(|number| number.parse().ok()) {
            return Ok(Returns::ArgumentOrMemory(argument));
        }
        match (word.as_str(), word.strip_prefix("into ").map(str::parse)) {
            ("any", _) => Ok(Returns::Any),
            ("zero", _) => Ok(Returns::Zero),
            ("external", _) => Ok(Returns::External),
            ("state", _) => Ok(Returns::State),
            ("kept", _) => Ok(Returns::Kept),
            ("memory", _) => Ok(Returns::Memory),
            ("own", _) => Ok(Returns::Own),
            ("received", _) => Ok(Returns::Received),
            ("given", _) => Ok(Returns::Given),
            ("given-back", _) => Ok(Returns::GivenBack),
            ("unknown", _) => Ok(Returns::Unknown),
            ("joined", _) => Ok(Returns::Joined),
            (_, Some(Ok(argument))) => Ok(Returns::Into(argument)),
            _ => Err(format!("`{word}` is not something that a model can return")),
        }
    }
}

/// What a call returns that asks for threads or memory, and is refused them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<'m> {
    /// One of these codes, the most usual one first.
    Code(&'m [i32]),
    /// Null.
    Null,
    /// Something that is not 0.
    Error,
}

impl Model {
    /// What a call returns that the environment refuses; nothing if it asks for nothing.
    pub fn refusal(&self) -> Option<Refusal<'_>> {
        let unsaid = match self.effect {
            _ if self.refused == Refused::Never => return None,
            Some(Effect::Create { id: Some(_), .. } | Effect::Allocate { to: Some(_), .. }) => Refusal::Error,
            Some(Effect::Create { id: None, .. } | Effect::Allocate { to: None, .. } | Effect::Reallocate { .. }) => {
                Refusal::Null
            }
            _ if self.refused == Refused::Seldom => Refusal::Error,
            _ => return None,
        };
        Some(match self.fails_with.as_slice() {
            [] => unsaid,
            codes => Refusal::Code(codes),
        })
    }
}
