//! From trees to C, one operation a line, so that a line names an operation.

use crate::program::{
    Arguments, Body, Condition, Fate, Guard, Index, Joined, Lock, Member, Passed, Place, Program, Record, Role,
    Statement, Value, Way,
};

/// How the declarations of the system are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// Written out: the text needs no preprocessor.
    WrittenOut,
    /// By `#include`: for people.
    Included,
}

/// The declarations of the system, as far as programs use them.
const SYSTEM: &str = "\
typedef unsigned long size_t;
typedef unsigned long pthread_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[56]; long __align; } pthread_attr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[56]; long __align; } pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[32]; long __align; } pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef union { char __size[32]; long __align; } sem_t;
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void pthread_exit(void *) __attribute__((__noreturn__));
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_post(sem_t *);
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

const INCLUDED: &str = "\
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

const RECORD: &str = "\
struct inner { int x; int y; };
union parts { int whole; short halves[2]; char bytes[4]; };
struct record {
  pthread_mutex_t lock;
  struct inner d;
  int a : 3;
  int b : 5;
  int : 0;
  int c : 4;
  union parts u;
};
";

/// Declarations of single things, which are written if the word stands in the program.
const DECLARATIONS: &[(&str, &str)] = &[
    ("m0", "pthread_mutex_t m0;"),
    ("m1", "pthread_mutex_t m1;"),
    ("m2", "pthread_mutex_t m2;"),
    ("mutexes", "pthread_mutex_t mutexes[4];"),
    ("recursive", "pthread_mutex_t recursive;"),
    ("rw0", "pthread_rwlock_t rw0;"),
    ("rw1", "pthread_rwlock_t rw1;"),
    ("spin0", "pthread_spinlock_t spin0;"),
    ("once0", "pthread_once_t once0;"),
    ("once1", "pthread_once_t once1;"),
    ("barrier", "pthread_barrier_t barrier;"),
    ("sem0", "sem_t sem0;"),
    ("sem1", "sem_t sem1;"),
    ("condm0", "pthread_cond_t condm0;"),
    ("condm1", "pthread_cond_t condm1;"),
    ("condm2", "pthread_cond_t condm2;"),
    ("gl0", "pthread_mutex_t *gl0 = &m0;"),
    ("gl1", "pthread_mutex_t *gl1 = &m1;"),
    ("cond0", "pthread_cond_t cond0;"),
    ("cond1", "pthread_cond_t cond1;"),
    ("cm0", "pthread_mutex_t cm0;"),
    ("cm1", "pthread_mutex_t cm1;"),
    ("ready0", "int ready0;"),
    ("ready1", "int ready1;"),
    ("g0", "int g0;"),
    ("g1", "int g1;"),
    ("g2", "int g2;"),
    ("g3", "int g3;"),
    ("g4", "int g4;"),
    ("g5", "int g5;"),
    ("numbers", "int numbers[4];"),
    ("at0", "_Atomic int at0;"),
    ("at1", "_Atomic int at1;"),
    ("own", "static __thread int own;"),
    ("s0", "struct record s0;"),
    ("s1", "struct record s1;"),
    ("records", "struct record records[4];"),
    ("h0", "struct record *h0 = &s0;"),
    ("h1", "struct record *h1 = &s1;"),
    ("gp0", "int *gp0 = &g0;"),
    ("gp1", "int *gp1 = &g1;"),
    (
        "take",
        "static void take(pthread_mutex_t *k) {\n  pthread_mutex_lock(k);\n}",
    ),
    (
        "give",
        "static void give(pthread_mutex_t *k) {\n  pthread_mutex_unlock(k);\n}",
    ),
];

/// What is called at the beginning of `main` if the word stands in the program.
const INITIALISATIONS: &[(&str, &str)] = &[
    ("barrier", "pthread_barrier_init(&barrier, 0, 2);"),
    ("sem0", "sem_init(&sem0, 0, 0);"),
    ("sem1", "sem_init(&sem1, 0, 1);"),
    ("spin0", "pthread_spin_init(&spin0, 0);"),
    (
        "recursive",
        "pthread_mutexattr_t kind;\npthread_mutexattr_init(&kind);\npthread_mutexattr_settype(&kind, 1);\npthread_mutex_init(&recursive, &kind);",
    ),
];

/// The last line of the prologue of each function.
const LOCALS: &str = "int x = 0, v = 0;";

/// The text of a program.
pub fn emit(program: &Program, header: Header) -> String {
    let used = program.used();
    let numbered = || program.bodies.iter().enumerate().filter(|(number, _)| used[*number]);
    let roles: Vec<Role> = program.bodies.iter().map(|body| body.role).collect();
    let texts: Vec<String> = numbered()
        .map(|(number, body)| Emitter::body(number, body, &roles))
        .collect();
    let definitions = initialised(&texts.concat());
    let mut out = match header {
        Header::WrittenOut => SYSTEM,
        Header::Included => INCLUDED,
    }
    .to_owned();
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
    for (number, body) in numbered().skip(1) {
        out.push_str(&format!("{};\n", head(number, body.role)));
        if definitions.contains(&format!("relay{number}f")) {
            let argument = match body.role {
                Role::Thread(Passed::Record) => "&s0",
                Role::Thread(Passed::Integer) => "&g0",
                Role::Thread(Passed::Lock) => "&m0",
                _ => "0",
            };
            out.push_str(&format!(
                "static void *relay{number}f(void *argument) {{\n  pthread_join(*(pthread_t *)argument, 0);\n  return t{number}({argument});\n}}\n"
            ));
        }
        if definitions.contains(&format!("once{number}f")) {
            out.push_str(&format!(
                "static void once{number}f(void) {{ f{number}(&s0, &g0, &m0, 0); }}\n"
            ));
        }
    }
    out + &definitions
}

/// Puts the initialisation of what needs a call at the beginning of `main`, which comes first.
fn initialised(definitions: &str) -> String {
    let used = words(definitions);
    let needed = INITIALISATIONS.iter().filter(|(word, _)| used.contains(word));
    let calls: String = needed.map(|(_, call)| format!("{call}\n")).collect();
    definitions.replacen(LOCALS, format!("{LOCALS}\n{calls}").trim_end(), 1)
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
    /// The counters of the loops around.
    counters: Vec<String>,
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
        (self.role != Role::Function).then_some("return 0;")
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

    fn statement(&mut self, statement: &Statement, body: usize) {
        match statement {
            Statement::Write(place, value) => {
                let text = format!("{} = {};", self.place(*place), self.value(*value));
                self.line(&text);
            }
            Statement::Read(place) => {
                let text = format!("x = {};", self.place(*place));
                self.line(&text);
            }
            Statement::AtomicAdd(place) => {
                let text = format!("__atomic_fetch_add(&{}, 1, 5);", self.place(*place));
                self.line(&text);
            }
            Statement::AtomicRead(place) => {
                let text = format!("x = __atomic_load_n(&{}, 5);", self.place(*place));
                self.line(&text);
            }
            Statement::Copy(to, from) => {
                let text = format!("{}.d = {}.d;", self.record(*to), self.record(*from));
                self.line(&text);
            }
            Statement::Clear(record) => {
                let text = format!("memset(&{}.d, 0, sizeof(struct inner));", self.record(*record));
                self.line(&text);
            }
            Statement::Guarded(guard, inner) => self.guarded(*guard, inner, body),
            Statement::Perhaps(lock, inner) => self.perhaps(*lock, inner, body),
            Statement::Try(lock, then, otherwise) => self.try_lock(*lock, then, otherwise, body),
            Statement::Either(first, second, inner) => self.either(*first, *second, inner, body),
            Statement::If(condition, then, otherwise) => {
                let text = format!("if ({}) {{", self.condition(*condition));
                self.line(&text);
                self.block(then, body);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.block(otherwise, body);
                }
                self.line("}");
            }
            Statement::Repeat(rounds, inner) => {
                let counter = self.name('i');
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{"
                ));
                self.counters.push(counter);
                self.block(inner, body);
                self.counters.pop();
                self.line("}");
            }
            Statement::While(inner) => {
                let counter = self.name('w');
                self.line(&format!("int {counter} = 0;"));
                self.line(&format!("while ({counter} < 3 && __VERIFIER_nondet_int()) {{"));
                self.line(&format!("{counter}++;"));
                self.block(inner, body);
                self.line("}");
            }
            Statement::Call(callee, way, arguments) => self.call(*callee, *way, arguments),
            Statement::Spawn(thread, count, arguments, joined, inner) => {
                self.spawn((*thread, *count), arguments, *joined, inner, body);
            }
            Statement::Fresh(inner, fate) => self.fresh(inner, *fate, body),
            Statement::PointTo(place) => {
                let text = format!("p = &{};", self.place(*place));
                self.line(&text);
            }
            Statement::Share(pointer, place) => {
                let text = format!("gp{pointer} = &{};", self.place(*place));
                self.line(&text);
            }
            Statement::Choose(lock) => {
                let text = format!("l = {};", self.lock(*lock));
                self.line(&text);
            }
            Statement::Await(number) => {
                self.line(&format!("pthread_mutex_lock(&cm{number});"));
                self.line(&format!("while (ready{number} == 0) {{"));
                self.line(&format!("pthread_cond_wait(&cond{number}, &cm{number});"));
                self.line("}");
                self.line(&format!("pthread_mutex_unlock(&cm{number});"));
            }
            Statement::Announce(number) => {
                self.line(&format!("pthread_mutex_lock(&cm{number});"));
                self.line(&format!("ready{number} = 1;"));
                self.line(&format!("pthread_cond_broadcast(&cond{number});"));
                self.line(&format!("pthread_mutex_unlock(&cm{number});"));
            }
            Statement::ShareLock(pointer, lock) => {
                let text = format!("gl{pointer} = {};", self.lock(*lock));
                self.line(&text);
            }
            Statement::Waiting(number, before, after) => {
                self.line(&format!("pthread_mutex_lock(&m{number});"));
                self.block(before, body);
                self.line(&format!("pthread_cond_wait(&condm{number}, &m{number});"));
                self.block(after, body);
                self.line(&format!("pthread_mutex_unlock(&m{number});"));
            }
            Statement::Wake(number) => self.line(&format!("pthread_cond_broadcast(&condm{number});")),
            Statement::Hand(pointer) => self.line(&format!("h{pointer} = q;")),
            Statement::Relay(first, second, arguments, inner) => {
                self.relay((*first, *second), arguments, inner, body);
            }
            Statement::JoinEither(first, second, arguments, inner) => {
                self.join_either((*first, *second), arguments, inner, body);
            }
            Statement::Exit => self.line("pthread_exit(0);"),
            Statement::Barrier => self.line("pthread_barrier_wait(&barrier);"),
            Statement::Post(number) => self.line(&format!("sem_post(&sem{number});")),
            Statement::Take(number) => self.line(&format!("sem_wait(&sem{number});")),
            Statement::Leave => self.line(self.leave().unwrap_or("return;")),
        }
    }

    fn guarded(&mut self, guard: Guard, inner: &[Statement], body: usize) {
        let (before, after) = match guard {
            Guard::Mutex(lock) | Guard::Wrapped(lock) => {
                let lock = self.stable(lock, inner);
                let (take, give) = match guard {
                    Guard::Wrapped(_) => ("take", "give"),
                    _ => ("pthread_mutex_lock", "pthread_mutex_unlock"),
                };
                (format!("{take}({lock});"), format!("{give}({lock});"))
            }
            Guard::Read(number) => (
                format!("pthread_rwlock_rdlock(&rw{number});"),
                format!("pthread_rwlock_unlock(&rw{number});"),
            ),
            Guard::Write(number) => (
                format!("pthread_rwlock_wrlock(&rw{number});"),
                format!("pthread_rwlock_unlock(&rw{number});"),
            ),
            Guard::Spin(number) => (
                format!("pthread_spin_lock(&spin{number});"),
                format!("pthread_spin_unlock(&spin{number});"),
            ),
            Guard::Atomic => ("__VERIFIER_atomic_begin();".into(), "__VERIFIER_atomic_end();".into()),
        };
        self.line(&before);
        self.block(inner, body);
        self.line(&after);
    }

    /// An expression for the lock's address that stays the same throughout a block.
    fn stable(&mut self, lock: Lock, inner: &[Statement]) -> String {
        if !(lock.is_volatile() || lock == Lock::Local && chooses(inner)) {
            return self.lock(lock);
        }
        let name = self.name('k');
        let text = format!("pthread_mutex_t *{name} = {};", self.lock(lock));
        self.line(&text);
        name
    }

    fn perhaps(&mut self, lock: Lock, inner: &[Statement], body: usize) {
        let lock = self.stable(lock, inner);
        let choice = self.name('c');
        self.line(&format!("int {choice} = __VERIFIER_nondet_int();"));
        self.line(&format!("if ({choice} == 1) {{"));
        self.line(&format!("pthread_mutex_lock({lock});"));
        self.line("}");
        self.block(inner, body);
        self.line(&format!("if ({choice} == 1) {{"));
        self.line(&format!("pthread_mutex_unlock({lock});"));
        self.line("}");
    }

    fn try_lock(&mut self, lock: Lock, then: &[Statement], otherwise: &[Statement], body: usize) {
        let lock = self.stable(lock, then);
        self.line(&format!("if (pthread_mutex_trylock({lock}) == 0) {{"));
        self.block(then, body);
        self.line(&format!("pthread_mutex_unlock({lock});"));
        self.line("} else {");
        self.block(otherwise, body);
        self.line("}");
    }

    fn either(&mut self, first: Lock, second: Lock, inner: &[Statement], body: usize) {
        let (first, second) = (self.stable(first, inner), self.stable(second, inner));
        let (early, late) = (self.name('k'), self.name('k'));
        self.line(&format!("pthread_mutex_t *{early} = {first};"));
        self.line(&format!("pthread_mutex_t *{late} = {second};"));
        self.line("if (__VERIFIER_nondet_int()) {");
        self.line(&format!("{early} = {second};"));
        self.line(&format!("{late} = {first};"));
        self.line("}");
        self.line(&format!("pthread_mutex_lock({first});"));
        self.line(&format!("pthread_mutex_lock({second});"));
        self.line(&format!("pthread_mutex_unlock({early});"));
        self.block(inner, body);
        self.line(&format!("pthread_mutex_unlock({late});"));
    }

    fn call(&mut self, callee: usize, way: Way, arguments: &Arguments) {
        let place = format!("&{}", self.place(arguments.place));
        let (record, lock) = (self.record(arguments.record), self.lock(arguments.lock));
        let number = self.index(arguments.number);
        let list = format!("(&{record}, {place}, {lock}, {number});");
        match way {
            Way::Direct => self.line(&format!("f{callee}{list}")),
            Way::Again => {
                self.line("if (n > 0) {");
                self.line(&format!("f{callee}(&{record}, {place}, {lock}, n - 1);"));
                self.line("}");
            }
            Way::Table(other, index) => {
                let table = self.name('w');
                self.line(&format!(
                    "void (*{table}[2])(struct record *, int *, pthread_mutex_t *, int) = {{f{callee}, f{other}}};"
                ));
                let index = self.index(index);
                self.line(&format!("{table}[{index} & 1]{list}"));
            }
            Way::Once(control) => self.line(&format!("pthread_once(&once{control}, once{callee}f);")),
        }
    }

    fn spawn(
        &mut self,
        (thread, count): (usize, u8),
        arguments: &Arguments,
        joined: Joined,
        inner: &[Statement],
        body: usize,
    ) {
        let handle = self.name('h');
        let join = match joined {
            Joined::Always => format!("pthread_join({handle}, 0);"),
            Joined::Sometimes => format!("if (__VERIFIER_nondet_int()) pthread_join({handle}, 0);"),
            Joined::Never => String::new(),
        };
        if count <= 1 {
            self.line(&format!("pthread_t {handle};"));
            self.create(thread, &format!("&{handle}"), arguments);
            self.block(inner, body);
            return self.line(&join);
        }
        let counter = self.name('i');
        let head = format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{");
        self.line(&format!("pthread_t {handle}[{count}];"));
        self.line(&head);
        self.counters.push(counter.clone());
        self.create(thread, &format!("&{handle}[{counter}]"), arguments);
        self.counters.pop();
        self.line("}");
        self.block(inner, body);
        if joined != Joined::Never {
            self.line(&head);
            self.line(&join.replace(&format!("({handle}"), &format!("({handle}[{counter}]")));
            self.line("}");
        }
    }

    fn relay(&mut self, (first, second): (usize, usize), arguments: &Arguments, inner: &[Statement], body: usize) {
        let (one, other) = (self.name('h'), self.name('h'));
        self.line(&format!("pthread_t {one};"));
        self.line(&format!("pthread_t {other};"));
        self.create(first, &format!("&{one}"), arguments);
        self.line(&format!("pthread_create(&{other}, 0, relay{second}f, &{one});"));
        self.block(inner, body);
        self.line(&format!("pthread_join({other}, 0);"));
    }

    fn join_either(
        &mut self,
        (first, second): (usize, usize),
        arguments: &Arguments,
        inner: &[Statement],
        body: usize,
    ) {
        let (one, other) = (self.name('h'), self.name('h'));
        self.line(&format!("pthread_t {one};"));
        self.line(&format!("pthread_t {other};"));
        self.create(first, &format!("&{one}"), arguments);
        self.create(second, &format!("&{other}"), arguments);
        self.block(inner, body);
        self.line("if (__VERIFIER_nondet_int()) {");
        self.line(&format!("{one} = {other};"));
        self.line("}");
        self.line(&format!("pthread_join({one}, 0);"));
    }

    fn create(&mut self, thread: usize, handle: &str, arguments: &Arguments) {
        let argument = match self.roles.get(thread) {
            Some(Role::Thread(Passed::Record)) => format!("&{}", self.record(arguments.record)),
            Some(Role::Thread(Passed::Integer)) => format!("&{}", self.place(arguments.place)),
            Some(Role::Thread(Passed::Lock)) => self.lock(arguments.lock),
            _ => format!("(void *)(long){}", self.index(arguments.number)),
        };
        self.line(&format!("pthread_create({handle}, 0, t{thread}, {argument});"));
    }

    fn fresh(&mut self, inner: &[Statement], fate: Fate, body: usize) {
        self.line("{");
        self.line("struct record *q = malloc(sizeof(struct record));");
        self.line("pthread_mutex_init(&q->lock, 0);");
        self.line("q->d.x = 0;");
        self.line("q->d.y = 0;");
        self.line("q->u.whole = 0;");
        self.block(inner, body);
        match fate {
            Fate::Kept => {}
            Fate::Freed => self.line("free(q);"),
            Fate::Published(pointer) => self.line(&format!("h{pointer} = q;")),
        }
        self.line("}");
    }

    fn counter(&self) -> &str {
        self.counters.last().map_or("n", String::as_str)
    }

    fn index(&self, index: Index) -> String {
        match index {
            Index::Constant(number) => number.to_string(),
            Index::Counter => format!("({} & 3)", self.counter()),
            Index::Number => "(n & 3)".to_owned(),
            Index::Input => "(__VERIFIER_nondet_int() & 3)".to_owned(),
        }
    }

    fn record(&self, record: Record) -> String {
        match record {
            Record::Global(number) => format!("s{number}"),
            Record::Element(index) => format!("records[{}]", self.index(index)),
            Record::Published(number) => format!("(*h{number})"),
            Record::Local => "(*q)".to_owned(),
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Global(number) => format!("g{number}"),
            Place::ByteOf(number, byte) => format!("((char *)&g{number})[{byte}]"),
            Place::Element(index) => format!("numbers[{}]", self.index(index)),
            Place::Member(record, member) => format!("{}.{}", self.record(record), self.member(member)),
            Place::Target => "(*p)".to_owned(),
            Place::Shared(number) => format!("(*gp{number})"),
            Place::ThreadLocal => "own".to_owned(),
            Place::Atomic(number) => format!("at{number}"),
            Place::Variable => "v".to_owned(),
        }
    }

    fn member(&self, member: Member) -> String {
        match member {
            Member::X => "d.x".to_owned(),
            Member::Y => "d.y".to_owned(),
            Member::Bits(0) => "a".to_owned(),
            Member::Bits(1) => "b".to_owned(),
            Member::Bits(_) => "c".to_owned(),
            Member::Whole => "u.whole".to_owned(),
            Member::Byte(number) => format!("u.bytes[{number}]"),
            Member::Half(number) => format!("u.halves[{number}]"),
        }
    }

    fn lock(&self, lock: Lock) -> String {
        match lock {
            Lock::Global(number) => format!("&m{number}"),
            Lock::Element(index) => format!("&mutexes[{}]", self.index(index)),
            Lock::Of(record) => format!("&{}.lock", self.record(record)),
            Lock::Local => "l".to_owned(),
            Lock::Shared(number) => format!("gl{number}"),
            Lock::Recursive => "&recursive".to_owned(),
        }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Constant(number) => number.to_string(),
            Value::LastRead => "x".to_owned(),
            Value::Next => "(x & 7) + 1".to_owned(),
            Value::Counter => self.counter().to_owned(),
        }
    }

    fn condition(&self, condition: Condition) -> String {
        match condition {
            Condition::Input => "__VERIFIER_nondet_int()".to_owned(),
            Condition::LastReadIs(number) => format!("x == {number}"),
            Condition::Holds(place, number) => format!("{} == {number}", self.place(place)),
            Condition::CounterOdd => format!("{} & 1", self.counter()),
        }
    }
}

/// Whether a block changes the local pointer to mutexes.
fn chooses(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(statement, Statement::Choose(_)) || statement.blocks().into_iter().any(|block| chooses(block))
    })
}
