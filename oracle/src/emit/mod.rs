//! From trees to C, one operation a line, so that a line names an operation.

mod declarations;
mod operands;
mod shapes;
mod statements;
mod structures;
mod threads;

use crate::program::{Body, Passed, Program, Role, Statement};

use self::declarations::{DECLARATIONS, INCLUDED, INITIALISATIONS, RECORD, SYSTEM};
use self::shapes::Shapes;

/// How the declarations of the system are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// Written out: the text needs no preprocessor.
    WrittenOut,
    /// By `#include`: for people.
    Included,
}
/// The last line of the prologue of each function.
const LOCALS: &str = "int x = 0, v = 0, picked = 0;";

/// The text of a program.
pub fn emit(program: &Program, header: Header) -> String {
    let used = program.used();
    let numbered = || program.bodies.iter().enumerate().filter(|(number, _)| used[*number]);
    let roles: Vec<Role> = program.bodies.iter().map(|body| body.role).collect();
    let texts: Vec<String> = numbered()
        .map(|(number, body)| Emitter::body(number, body, &roles))
        .collect();
    let shapes = Shapes::of(program);
    let definitions = initialised(&texts.concat(), &shapes.setup);
    let mut out = match header {
        Header::WrittenOut => SYSTEM,
        Header::Included => INCLUDED,
    }
    .to_owned();
    out.push_str(shapes.system(header));
    out.push_str(RECORD);
    let mut needed = words(&definitions);
    // Initial targets of pointers are needed too.
    for (pointer, target) in [("h0", "s0"), ("h1", "s1"), ("gp0", "g0"), ("gp1", "g1"), ("gl1", "m1")] {
        if needed.contains(&pointer) {
            needed.push(target);
        }
    }
    for (word, declaration) in DECLARATIONS {
        if needed.contains(word) {
            out.push_str(declaration);
            out.push('\n');
        }
    }
    out.push_str(&shapes.declarations);
    for (number, body) in numbered().skip(1) {
        out.push_str(&format!("{};\n", head(number, body.role)));
        for (word, definition) in wrappers(number, body.role) {
            if definitions.contains(&word) {
                out.push_str(&definition);
                out.push('\n');
            }
        }
    }
    out + &definitions
}

/// Functions that call a body in the ways of the library, by their names.
fn wrappers(number: usize, role: Role) -> [(String, String); 4] {
    let argument = match role {
        Role::Thread(Passed::Record) => "&s0",
        Role::Thread(Passed::Integer) => "&g0",
        Role::Thread(Passed::Lock) => "&m0",
        _ => "0",
    };
    let named = |word: &str, head: &str, lines: &str| {
        let name = format!("{word}{number}f");
        let definition = format!("static {} {{\n{lines}\n}}", head.replace("NAME", &name));
        (name, definition)
    };
    [
        named(
            "relay",
            "void *NAME(void *argument)",
            &format!("  pthread_join(*(pthread_t *)argument, 0);\n  return t{number}({argument});"),
        ),
        named(
            "standard",
            "int NAME(void *argument)",
            &format!("  t{number}(argument);\n  return 0;"),
        ),
        named("once", "void NAME(void)", &format!("  f{number}(&s0, &g0, &m0, 0);")),
        named(
            "compare",
            "int NAME(const void *first, const void *second)",
            &format!("  f{number}(&s0, &g0, &m0, 0);\n  return *(const int *)first - *(const int *)second;"),
        ),
    ]
}

/// Puts the initialisation of what needs a call at the beginning of `main`, which comes first.
fn initialised(definitions: &str, setup: &str) -> String {
    let used = words(definitions);
    let needed = INITIALISATIONS.iter().filter(|(word, _)| used.contains(word));
    let calls: String = needed.map(|(_, call)| format!("{call}\n")).collect();
    definitions.replacen(LOCALS, format!("{LOCALS}\n{calls}{setup}").trim_end(), 1)
}

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .collect();
    words.extend(["s0", "g0", "m0"]);
    words.sort_unstable();
    words.dedup();
    words
}

fn head(number: usize, role: Role) -> String {
    match role {
        Role::Main => "int main(void)".to_owned(),
        Role::Thread(_) => format!("static void *t{number}(void *argument)"),
        Role::Function => format!("static void f{number}(struct record *q, int *p, pthread_mutex_t *l, int n)"),
    }
}

struct Emitter<'r> {
    roles: &'r [Role],
    out: String,
    role: Role,
    /// How many counters and handles there are.
    names: usize,
    /// The counters of the loops around, and their rounds.
    counters: Vec<(String, u8)>,
}

impl<'r> Emitter<'r> {
    fn body(number: usize, body: &Body, roles: &'r [Role]) -> String {
        let mut emitter = Emitter {
            roles,
            out: String::new(),
            role: body.role,
            names: 0,
            counters: Vec::new(),
        };
        emitter.line(&format!("{} {{", head(number, body.role)));
        emitter.prologue();
        for statement in &body.statements {
            emitter.statement(statement, number);
        }
        if let Some(leave) = emitter.leave() {
            emitter.line(leave);
        }
        emitter.line("}");
        emitter.out
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn leave(&self) -> Option<&'static str> {
        match self.role {
            Role::Main => Some("return 0;"),
            Role::Thread(_) => Some("return kept;"),
            Role::Function => None,
        }
    }

    fn prologue(&mut self) {
        let passed = match self.role {
            Role::Thread(passed) => Some(passed),
            Role::Main => None,
            Role::Function => {
                return self.line(LOCALS);
            }
        };
        let mut line = |is: bool, given: &str, otherwise: &str| self.line(if is { given } else { otherwise });
        line(
            passed == Some(Passed::Record),
            "struct record *q = (struct record *)argument;",
            "struct record *q = &s0;",
        );
        line(
            passed == Some(Passed::Integer),
            "int *p = (int *)argument;",
            "int *p = &g0;",
        );
        line(
            passed == Some(Passed::Lock),
            "pthread_mutex_t *l = (pthread_mutex_t *)argument;",
            "pthread_mutex_t *l = &m0;",
        );
        line(
            passed == Some(Passed::Number),
            "int n = (int)(long)argument;",
            "int n = 0;",
        );
        if passed.is_some() {
            self.line("struct record *kept = &s0;");
        }
        self.line(LOCALS);
    }

    fn name(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}_", self.names)
    }

    fn block(&mut self, block: &[Statement], body: usize) {
        for statement in block {
            self.statement(statement, body);
        }
    }
}
