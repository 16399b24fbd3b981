//! Programs as preprocessed C, with the few declarations that they need.

use std::fmt::Write as _;

use crate::program::{Callee, Condition, Location, Lock, Member, Pointee, Program, Protection, Statement, UnionPart};

/// Declarations by the word that makes them necessary; in an order in which C accepts them.
const DECLARATIONS: &[(&str, &str)] = &[
    (
        "pthread_mutex_t",
        "typedef union { char size[40]; long align; } pthread_mutex_t;",
    ),
    (
        "pthread_rwlock_t",
        "typedef union { char size[56]; long align; } pthread_rwlock_t;",
    ),
    (
        "pthread_cond_t",
        "typedef union { char size[48]; long align; } pthread_cond_t;",
    ),
    (
        "pthread_barrier_t",
        "typedef union { char size[32]; long align; } pthread_barrier_t;",
    ),
    ("pthread_spinlock_t", "typedef volatile int pthread_spinlock_t;"),
    ("pthread_once_t", "typedef int pthread_once_t;"),
    ("sem_t", "typedef union { char size[32]; long align; } sem_t;"),
    ("pthread_t", "typedef unsigned long pthread_t;"),
    (
        "pthread_create",
        "extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);",
    ),
    ("pthread_join", "extern int pthread_join(pthread_t, void **);"),
    (
        "pthread_mutex_lock",
        "extern int pthread_mutex_lock(pthread_mutex_t *);",
    ),
    (
        "pthread_mutex_trylock",
        "extern int pthread_mutex_trylock(pthread_mutex_t *);",
    ),
    (
        "pthread_mutex_unlock",
        "extern int pthread_mutex_unlock(pthread_mutex_t *);",
    ),
    (
        "pthread_mutex_init",
        "extern int pthread_mutex_init(pthread_mutex_t *, const void *);",
    ),
    (
        "pthread_rwlock_rdlock",
        "extern int pthread_rwlock_rdlock(pthread_rwlock_t *);",
    ),
    (
        "pthread_rwlock_wrlock",
        "extern int pthread_rwlock_wrlock(pthread_rwlock_t *);",
    ),
    (
        "pthread_rwlock_unlock",
        "extern int pthread_rwlock_unlock(pthread_rwlock_t *);",
    ),
    (
        "pthread_spin_init",
        "extern int pthread_spin_init(pthread_spinlock_t *, int);",
    ),
    (
        "pthread_spin_lock",
        "extern int pthread_spin_lock(pthread_spinlock_t *);",
    ),
    (
        "pthread_spin_unlock",
        "extern int pthread_spin_unlock(pthread_spinlock_t *);",
    ),
    (
        "pthread_cond_wait",
        "extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);",
    ),
    (
        "pthread_cond_broadcast",
        "extern int pthread_cond_broadcast(pthread_cond_t *);",
    ),
    (
        "pthread_barrier_init",
        "extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);",
    ),
    (
        "pthread_barrier_wait",
        "extern int pthread_barrier_wait(pthread_barrier_t *);",
    ),
    (
        "pthread_once(",
        "extern int pthread_once(pthread_once_t *, void (*)(void));",
    ),
    ("sem_init", "extern int sem_init(sem_t *, int, unsigned);"),
    ("sem_post", "extern int sem_post(sem_t *);"),
    ("sem_wait", "extern int sem_wait(sem_t *);"),
    ("malloc", "extern void *malloc(unsigned long);"),
    ("__VERIFIER_nondet_int", "extern int __VERIFIER_nondet_int(void);"),
    ("__VERIFIER_atomic_begin", "extern void __VERIFIER_atomic_begin(void);"),
    ("__VERIFIER_atomic_end", "extern void __VERIFIER_atomic_end(void);"),
    (
        "struct Cell",
        "struct Cell { int value; pthread_mutex_t lock; int other; unsigned low : 3; unsigned high : 5; unsigned : 0; unsigned apart : 4; };",
    ),
    ("word", "union Word { int whole; short half[2]; signed char byte[4]; };"),
    ("g0", "int g0;"),
    ("g1", "int g1;"),
    ("g2", "int g2;"),
    ("g3", "int g3;"),
    ("array", "int array[4];"),
    ("cell0", "struct Cell cell0;"),
    ("cell1", "struct Cell cell1;"),
    ("cells", "struct Cell cells[2];"),
    ("heap0", "struct Cell *heap0;"),
    ("heap1", "struct Cell *heap1;"),
    ("word", "union Word word;"),
    ("p0", "int *p0 = &g0;"),
    ("p1", "int *p1 = &array[1];"),
    ("own", "_Thread_local int own;"),
    ("m0", "pthread_mutex_t m0;"),
    ("m1", "pthread_mutex_t m1;"),
    ("m2", "pthread_mutex_t m2;"),
    ("locks", "pthread_mutex_t locks[3];"),
    ("rw", "pthread_rwlock_t rw;"),
    ("spin", "pthread_spinlock_t spin;"),
    ("changed", "pthread_cond_t changed;"),
    ("ready", "int ready;"),
    ("meeting", "pthread_barrier_t meeting;"),
    ("tokens", "sem_t tokens;"),
    ("control0", "pthread_once_t control0;"),
    ("control1", "pthread_once_t control1;"),
    ("flag0", "_Atomic int flag0;"),
    ("flag1", "_Atomic int flag1;"),
];

/// What `main` does first, by the word that makes it necessary.
const PREPARATIONS: &[(&str, &str)] = &[
    (
        "heap0",
        "heap0 = malloc(sizeof(struct Cell)); pthread_mutex_init(&heap0->lock, 0);",
    ),
    (
        "heap1",
        "heap1 = malloc(sizeof(struct Cell)); pthread_mutex_init(&heap1->lock, 0);",
    ),
    ("spin", "pthread_spin_init(&spin, 0);"),
    ("meeting", "pthread_barrier_init(&meeting, 0, 2);"),
    ("tokens", "sem_init(&tokens, 0, 0);"),
];

/// A program as C text.
pub fn print(program: &Program) -> String {
    let functions = functions(program);
    let mut preparations = String::new();
    for (word, text) in PREPARATIONS {
        if mentions(&functions, word) {
            let _ = writeln!(preparations, "  {text}");
        }
    }
    let body = format!("{functions}{}", main(program, &preparations));
    let declarations = declarations(&body);
    format!("{declarations}{body}")
}

/// The declarations that a text needs, with those that they need themselves.
fn declarations(body: &str) -> String {
    let mut needed = vec![false; DECLARATIONS.len()];
    let mut all = body.to_owned();
    loop {
        let mut grew = false;
        for (number, (word, text)) in DECLARATIONS.iter().enumerate() {
            if !needed[number] && mentions(&all, word) {
                needed[number] = true;
                grew = true;
                all.push_str(text);
                all.push('\n');
            }
        }
        if !grew {
            break;
        }
    }
    let mut out = String::new();
    for (number, (_, text)) in DECLARATIONS.iter().enumerate() {
        if needed[number] {
            let _ = writeln!(out, "{text}");
        }
    }
    out
}

/// Whether a word stands in a text, not as a part of a longer one.
fn mentions(text: &str, word: &str) -> bool {
    let part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(part) && (word.ends_with('(') || !after.is_some_and(part))
    })
}

fn functions(program: &Program) -> String {
    let mut out = String::new();
    for (number, body) in program.once.iter().enumerate() {
        let text = Text::new(None).list(body, 1);
        let _ = writeln!(out, "void first{number}(void) {{\n  int local = 0;\n{text}}}");
    }
    for number in 0..program.helpers.len() {
        let _ = writeln!(out, "void helper{number}(pthread_mutex_t *lock, int *pointer);");
    }
    if !program.helpers.is_empty() {
        let names: Vec<_> = (0..program.helpers.len())
            .map(|number| format!("helper{number}"))
            .collect();
        let _ = writeln!(
            out,
            "void (*table[])(pthread_mutex_t *, int *) = {{ {} }};",
            names.join(", ")
        );
    }
    for (number, body) in program.helpers.iter().enumerate() {
        let text = Text::new(Some(())).list(body, 1);
        let _ = writeln!(
            out,
            "void helper{number}(pthread_mutex_t *lock, int *pointer) {{\n  int local = 0;\n{text}}}"
        );
    }
    // A routine creates only routines with greater numbers, so these are defined first.
    for (number, body) in program.routines.iter().enumerate().rev() {
        let text = Text::new(None).list(body, 1);
        let slots = slots(body);
        let _ = writeln!(
            out,
            "void *routine{number}(void *argument) {{\n  int local = 0;\n{slots}{text}  return 0;\n}}"
        );
    }
    out
}

fn main(program: &Program, preparations: &str) -> String {
    let text = Text::new(None).list(&program.main, 1);
    let slots = slots(&program.main);
    format!("int main(void) {{\n  int local = 0;\n{slots}{preparations}{text}  return 0;\n}}\n")
}

/// The declarations of the thread ids that a body uses.
fn slots(body: &[Statement]) -> String {
    let mut singles = Vec::new();
    let mut arrays = Vec::new();
    collect_slots(body, &mut singles, &mut arrays);
    singles.sort_unstable();
    singles.dedup();
    let mut out = String::new();
    for slot in singles {
        let _ = writeln!(out, "  pthread_t id{slot} = 0;");
    }
    if let Some(count) = arrays.into_iter().max() {
        let _ = writeln!(out, "  pthread_t ids[{count}];");
    }
    out
}

fn collect_slots(body: &[Statement], singles: &mut Vec<u32>, arrays: &mut Vec<u32>) {
    for statement in body {
        match statement {
            Statement::Create(slot, _) | Statement::Join(slot) => singles.push(*slot),
            Statement::CreateMany(count, _) | Statement::JoinMany(count) => arrays.push(*count),
            _ => {}
        }
        statement
            .bodies()
            .into_iter()
            .for_each(|inner| collect_slots(inner, singles, arrays));
    }
}

/// The text of a function's statements.
struct Text {
    loops: u32,
    helper: Option<()>,
}

impl Text {
    fn new(helper: Option<()>) -> Self {
        Text { loops: 0, helper }
    }

    fn list(&mut self, body: &[Statement], depth: usize) -> String {
        body.iter().map(|statement| self.statement(statement, depth)).collect()
    }

    fn statement(&mut self, statement: &Statement, depth: usize) -> String {
        let pad = "  ".repeat(depth);
        let line = |text: String| format!("{pad}{text}\n");
        match statement {
            Statement::Write(location, value) => line(format!("{} = {value};", self.location(location))),
            Statement::Increment(location) => {
                let location = self.location(location);
                line(format!("{location} = {location} + 1;"))
            }
            Statement::Read(location) => line(format!("local = {};", self.location(location))),
            Statement::Point(pointer, to) => line(format!("p{pointer} = {};", pointee(to))),
            Statement::Protected(protection, body) => self.protected(protection, body, depth),
            Statement::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let then = self.list(then, depth + 1);
                let otherwise = match otherwise.is_empty() {
                    true => String::new(),
                    false => format!(" else {{\n{}{pad}}}", self.list(otherwise, depth + 1)),
                };
                format!("{pad}if ({condition}) {{\n{then}{pad}}}{otherwise}\n")
            }
            Statement::Repeat(count, body) => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                let body = self.list(body, depth + 1);
                self.loops -= 1;
                format!("{pad}for (int {counter} = 0; {counter} < {count}; {counter}++) {{\n{body}{pad}}}\n")
            }
            Statement::Call(number, lock, to, callee) => {
                let arguments = format!("({}, {})", self.lock(lock), pointee(to));
                match callee {
                    Callee::Direct => line(format!("helper{number}{arguments};")),
                    Callee::Table => line(format!("table[{number}]{arguments};")),
                    Callee::Pointer => line(format!(
                        "{{ void (*function)(pthread_mutex_t *, int *) = helper{number}; function{arguments}; }}"
                    )),
                }
            }
            Statement::Create(slot, routine) => line(format!("pthread_create(&id{slot}, 0, routine{routine}, 0);")),
            Statement::Join(slot) => line(format!("pthread_join(id{slot}, 0);")),
            Statement::CreateMany(count, routine) => line(format!(
                "for (int k = 0; k < {count}; k++) pthread_create(&ids[k], 0, routine{routine}, 0);"
            )),
            Statement::JoinMany(count) => line(format!("for (int k = 0; k < {count}; k++) pthread_join(ids[k], 0);")),
            Statement::SetFlag(flag) => line(format!("flag{flag} = 1;")),
            Statement::AtomicAdd(global) => line(format!("__atomic_fetch_add(&g{global}, 1, 5);")),
            Statement::Once(control) => line(format!("pthread_once(&control{control}, first{control});")),
            Statement::Post => line("sem_post(&tokens);".to_owned()),
            Statement::WaitSemaphore => line("sem_wait(&tokens);".to_owned()),
            Statement::AwaitReady => line(
                "pthread_mutex_lock(&m0); while (!ready) pthread_cond_wait(&changed, &m0); pthread_mutex_unlock(&m0);"
                    .to_owned(),
            ),
            Statement::MakeReady => line(
                "pthread_mutex_lock(&m0); ready = 1; pthread_cond_broadcast(&changed); pthread_mutex_unlock(&m0);"
                    .to_owned(),
            ),
            Statement::Barrier => line("pthread_barrier_wait(&meeting);".to_owned()),
        }
    }

    fn protected(&mut self, protection: &Protection, body: &[Statement], depth: usize) -> String {
        let pad = "  ".repeat(depth);
        let (take, give) = match protection {
            Protection::Mutex(lock) => {
                let lock = self.lock(lock);
                (
                    format!("pthread_mutex_lock({lock});"),
                    format!("pthread_mutex_unlock({lock});"),
                )
            }
            Protection::Reading => (
                "pthread_rwlock_rdlock(&rw);".to_owned(),
                "pthread_rwlock_unlock(&rw);".to_owned(),
            ),
            Protection::Writing => (
                "pthread_rwlock_wrlock(&rw);".to_owned(),
                "pthread_rwlock_unlock(&rw);".to_owned(),
            ),
            Protection::Spin => (
                "pthread_spin_lock(&spin);".to_owned(),
                "pthread_spin_unlock(&spin);".to_owned(),
            ),
            Protection::Atomic => (
                "__VERIFIER_atomic_begin();".to_owned(),
                "__VERIFIER_atomic_end();".to_owned(),
            ),
            Protection::TryLock(lock) => {
                let lock = self.lock(lock);
                let body = self.list(body, depth + 1);
                return format!(
                    "{pad}if (!pthread_mutex_trylock({lock})) {{\n{body}{pad}  pthread_mutex_unlock({lock});\n{pad}}}\n"
                );
            }
            Protection::IgnoredTryLock(lock) => {
                let lock = self.lock(lock);
                let body = self.list(body, depth + 1);
                return format!(
                    "{pad}{{\n{pad}  int failed = pthread_mutex_trylock({lock});\n{body}{pad}  if (!failed) pthread_mutex_unlock({lock});\n{pad}}}\n"
                );
            }
        };
        let body = self.list(body, depth + 1);
        format!("{pad}{take}\n{body}{pad}{give}\n")
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Input => "__VERIFIER_nondet_int()".to_owned(),
            Condition::IsZero(location) => format!("{} == 0", self.location(location)),
            Condition::Flag(flag) => format!("flag{flag}"),
            Condition::EvenTurn => format!("{} % 2 == 0", self.counter()),
        }
    }

    /// The counter of the innermost loop; 0 outside loops.
    fn counter(&self) -> String {
        if self.loops == 0 {
            "0".to_owned()
        } else {
            format!("i{}", self.loops)
        }
    }

    fn location(&self, location: &Location) -> String {
        match location {
            Location::Global(number) => format!("g{number}"),
            Location::Element(number) => format!("array[{number}]"),
            Location::ElementOfLoop => format!("array[{} % 4]", self.counter()),
            Location::Cell(number, which) => format!("cell{number}.{}", member(*which)),
            Location::Heap(number, which) => format!("heap{number}->{}", member(*which)),
            Location::CellElement(number, which) => format!("cells[{number}].{}", member(*which)),
            Location::Pointer(number) => format!("*p{number}"),
            Location::Parameter if self.helper.is_some() => "*pointer".to_owned(),
            Location::Parameter | Location::Local => "local".to_owned(),
            Location::Union(UnionPart::Whole) => "word.whole".to_owned(),
            Location::Union(UnionPart::Half(number)) => format!("word.half[{number}]"),
            Location::Union(UnionPart::Byte(number)) => format!("word.byte[{number}]"),
            Location::ThreadLocal => "own".to_owned(),
        }
    }

    fn lock(&self, lock: &Lock) -> String {
        match lock {
            Lock::Global(number) => format!("&m{number}"),
            Lock::Element(number) => format!("&locks[{number}]"),
            Lock::ElementOfLoop => format!("&locks[{} % 3]", self.counter()),
            Lock::Cell(number) => format!("&cell{number}.lock"),
            Lock::Heap(number) => format!("&heap{number}->lock"),
            Lock::CellElement(number) => format!("&cells[{number}].lock"),
            Lock::Parameter if self.helper.is_some() => "lock".to_owned(),
            Lock::Parameter => "&m0".to_owned(),
        }
    }
}

fn member(member: Member) -> &'static str {
    match member {
        Member::Value => "value",
        Member::Other => "other",
        Member::Low => "low",
        Member::High => "high",
        Member::Apart => "apart",
    }
}

fn pointee(to: &Pointee) -> String {
    match to {
        Pointee::Global(number) => format!("&g{number}"),
        Pointee::Element(number) => format!("&array[{number}]"),
        Pointee::Cell(number) => format!("&cell{number}.value"),
        Pointee::Heap(number) => format!("&heap{number}->value"),
        Pointee::Pointer(number) => format!("p{number}"),
    }
}
