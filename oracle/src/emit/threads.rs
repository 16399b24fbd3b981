//! Calls, and threads: created, joined, handed on.

use super::Emitter;
use crate::program::{Arguments, Joined, Passed, Role, Statement, Way};

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
        }
    }

    pub(super) fn spawn(
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

    pub(super) fn create(&mut self, thread: usize, handle: &str, arguments: &Arguments) {
        let argument = match self.roles.get(thread) {
            Some(Role::Thread(Passed::Record)) => format!("&{}", self.record(arguments.record)),
            Some(Role::Thread(Passed::Integer)) => format!("&{}", self.place(arguments.place)),
            Some(Role::Thread(Passed::Lock)) => self.lock(arguments.lock),
            _ => format!("(void *)(long){}", self.index(arguments.number)),
        };
        self.line(&format!("pthread_create({handle}, 0, t{thread}, {argument});"));
    }
}
