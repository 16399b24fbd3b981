//! Calls, and threads: created, joined, handed on.

use super::Emitter;
use crate::program::{Arguments, Creation, Joined, Library, Passed, Restart, Role, Statement, Way};

impl Emitter<'_> {
    pub(super) fn call(&mut self, callee: usize, way: Way, arguments: &Arguments) {
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
            Way::Installed(slot) => {
                let function = self.name('w');
                self.line(&format!("pthread_mutex_lock(&installing{slot});"));
                self.line(&format!(
                    "void (*{function})(struct record *, int *, pthread_mutex_t *, int) = installed{slot}.run;"
                ));
                self.line(&format!("pthread_mutex_unlock(&installing{slot});"));
                self.line(&format!("if ({function}) {{"));
                self.line(&format!("{function}{list}"));
                self.line("}");
            }
            Way::Comparing => {
                let array = self.name('a');
                self.line(&format!("int {array}[3] = {{2, 3, 1}};"));
                self.line(&format!("qsort({array}, 3, sizeof(int), compare{callee}f);"));
            }
        }
    }

    pub(super) fn spawn(&mut self, creation: &Creation, inner: &[Statement], body: usize) {
        if creation.count <= 1 {
            self.spawn_one(creation, inner, body);
        } else {
            self.spawn_many(creation, inner, body);
        }
    }

    fn spawn_one(&mut self, creation: &Creation, inner: &[Statement], body: usize) {
        let handle = self.name('h');
        self.line(&format!("{} {handle};", handle_type(creation.library)));
        self.create_by(creation, &format!("&{handle}"));
        self.block(inner, body);
        match creation.joined {
            Joined::Always | Joined::One(_) => self.line(&join(creation.library, &handle)),
            Joined::Sometimes => self.line(&format!(
                "if (__VERIFIER_nondet_int()) {}",
                join(creation.library, &handle)
            )),
            Joined::Never => {}
        }
    }

    fn spawn_many(&mut self, creation: &Creation, inner: &[Statement], body: usize) {
        let (handle, counter, count) = (self.name('h'), self.name('i'), creation.count);
        let head = format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{");
        let join = |index: &str| join(creation.library, &format!("{handle}[{index}]"));
        self.line(&format!("{} {handle}[{count}];", handle_type(creation.library)));
        self.line(&head);
        self.counters.push((counter.clone(), count));
        self.create_by(creation, &format!("&{handle}[{counter}]"));
        self.counters.pop();
        self.line("}");
        self.block(inner, body);
        let text = match creation.joined {
            Joined::Never => return,
            Joined::One(index) => return self.line(&join(&format!("{} % {count}", self.index(index)))),
            Joined::Always => join(&counter),
            Joined::Sometimes => format!("if (__VERIFIER_nondet_int()) {}", join(&counter)),
        };
        self.line(&head);
        self.line(&text);
        self.line("}");
    }

    fn create_by(&mut self, creation: &Creation, handle: &str) {
        match creation.library {
            Library::Posix => self.create(creation.routine, handle, &creation.arguments),
            Library::Standard => {
                let argument = self.argument(creation.routine, &creation.arguments);
                self.line(&format!(
                    "thrd_create({handle}, standard{}f, {argument});",
                    creation.routine
                ));
            }
        }
    }

    /// A thread whose result is the local record of what follows.
    pub(super) fn collect(
        &mut self,
        routine: usize,
        arguments: &Arguments,
        (inner, after): (&[Statement], &[Statement]),
        body: usize,
    ) {
        let (handle, result) = (self.name('h'), self.name('r'));
        self.line(&format!("pthread_t {handle};"));
        self.line(&format!("void *{result};"));
        self.create(routine, &format!("&{handle}"), arguments);
        self.block(inner, body);
        self.line(&format!("pthread_join({handle}, &{result});"));
        self.line("{");
        self.line(&format!("struct record *q = (struct record *){result};"));
        self.block(after, body);
        self.line("}");
    }

    pub(super) fn relay(
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
        self.line(&format!("pthread_create(&{other}, 0, relay{second}f, &{one});"));
        self.block(inner, body);
        self.line(&format!("pthread_join({other}, 0);"));
    }

    pub(super) fn join_either(
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

    pub(super) fn restarted(&mut self, restart: &Restart, (inner, after): (&[Statement], &[Statement]), body: usize) {
        let (handle, running, rounds) = (self.name('h'), self.name('r'), self.name('w'));
        self.line(&format!("pthread_t {handle};"));
        self.line(&format!("int {running} = 0;"));
        self.line(&format!("int {rounds} = 0;"));
        self.line(&format!("while ({rounds} < 4 && __VERIFIER_nondet_int()) {{"));
        self.line(&format!("{rounds}++;"));
        self.line(&format!(
            "if ({running} < {} && __VERIFIER_nondet_int()) {{",
            restart.most
        ));
        self.create(restart.routine, &format!("&{handle}"), &restart.arguments);
        self.line(&format!("{running}++;"));
        self.line("}");
        self.block(inner, body);
        self.line(&format!("if ({running} && __VERIFIER_nondet_int()) {{"));
        self.line(&format!("pthread_join({handle}, 0);"));
        self.line(&format!("{running} = 0;"));
        self.block(after, body);
        self.line("}");
        self.line("}");
    }

    fn create(&mut self, thread: usize, handle: &str, arguments: &Arguments) {
        let argument = self.argument(thread, arguments);
        self.line(&format!("pthread_create({handle}, 0, t{thread}, {argument});"));
    }

    fn argument(&self, thread: usize, arguments: &Arguments) -> String {
        match self.roles.get(thread) {
            Some(Role::Thread(Passed::Record)) => format!("&{}", self.record(arguments.record)),
            Some(Role::Thread(Passed::Integer)) => format!("&{}", self.place(arguments.place)),
            Some(Role::Thread(Passed::Lock)) => self.lock(arguments.lock),
            _ => format!("(void *)(long){}", self.index(arguments.number)),
        }
    }
}

fn handle_type(library: Library) -> &'static str {
    match library {
        Library::Posix => "pthread_t",
        Library::Standard => "thrd_t",
    }
}

fn join(library: Library, handle: &str) -> String {
    match library {
        Library::Posix => format!("pthread_join({handle}, 0);"),
        Library::Standard => format!("thrd_join({handle}, 0);"),
    }
}
