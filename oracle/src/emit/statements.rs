//! Statements.

use super::Emitter;
use crate::program::{Fate, Guard, Lock, Order, Statement};

impl Emitter<'_> {
    pub(super) fn statement(&mut self, statement: &Statement, body: usize) {
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
                self.counters.push((counter, *rounds));
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
            Statement::Spawn(creation, inner) => self.spawn(creation, inner, body),
            Statement::Collect(routine, arguments, inner, after) => {
                self.collect(*routine, arguments, (inner, after), body);
            }
            Statement::Keep => self.line("kept = q;"),
            Statement::OnStack(inner) => self.on_stack(inner, body),
            Statement::Attach(record) => {
                let text = format!("pthread_setspecific(key0, &{});", self.record(*record));
                self.line(&text);
            }
            Statement::Pick => self.line("picked = __VERIFIER_nondet_int() & 3;"),
            Statement::Install(slot, function, installing) => self.install(*slot, *function, *installing),
            Statement::Contained(record) => {
                let text = format!("contained(&{}.d);", self.record(*record));
                self.line(&text);
            }
            Statement::Carried(carrier, lock, place, value) => self.carried(*carrier, *lock, *place, *value),
            Statement::Push(list, value) => self.push(*list, *value),
            Statement::Visited(list, visit, value) => self.visited(*list, *visit, *value),
            Statement::Signal(flag, order) => {
                self.line(&format!("__atomic_store_n(&flag{flag}, 1, {});", store_order(*order)));
            }
            Statement::Signalled(flag, order, inner) => {
                self.line(&format!(
                    "if (__atomic_load_n(&flag{flag}, {}) == 1) {{",
                    load_order(*order)
                ));
                self.block(inner, body);
                self.line("}");
            }
            Statement::First(counter, claim, inner) => self.first(*counter, *claim, inner, body),
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
            Statement::Restarted(restart, inner, after) => self.restarted(restart, (inner, after), body),
            Statement::Exit => self.line("pthread_exit(kept);"),
            Statement::Barrier => self.line("pthread_barrier_wait(&barrier);"),
            Statement::Post(number) => self.line(&format!("sem_post(&sem{number});")),
            Statement::Take(number) => self.line(&format!("sem_wait(&sem{number});")),
            Statement::Leave => self.line(self.leave().unwrap_or("return;")),
            Statement::Shape(piece) => {
                self.line("{");
                self.line(piece.text());
                self.line("}");
            }
        }
    }

    pub(super) fn guarded(&mut self, guard: Guard, inner: &[Statement], body: usize) {
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
            Guard::Standard(number) => (
                format!("mtx_lock(&standard{number});"),
                format!("mtx_unlock(&standard{number});"),
            ),
            Guard::Permit => ("sem_wait(&permit);".into(), "sem_post(&permit);".into()),
            Guard::Exchanged => (
                "while (__sync_lock_test_and_set(&word, 1)) {\n}".into(),
                "__sync_lock_release(&word);".into(),
            ),
        };
        self.line(&before);
        self.block(inner, body);
        self.line(&after);
    }

    /// An expression for the lock's address that stays the same throughout a block.
    pub(super) fn stable(&mut self, lock: Lock, inner: &[Statement]) -> String {
        let changes = lock.is_volatile()
            || lock == Lock::Local && contains(inner, &|statement| matches!(statement, Statement::Choose(_)))
            || lock.is_picked() && contains(inner, &|statement| *statement == Statement::Pick);
        if !changes {
            return self.lock(lock);
        }
        let name = self.name('k');
        let text = format!("pthread_mutex_t *{name} = {};", self.lock(lock));
        self.line(&text);
        name
    }

    pub(super) fn perhaps(&mut self, lock: Lock, inner: &[Statement], body: usize) {
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

    pub(super) fn try_lock(&mut self, lock: Lock, then: &[Statement], otherwise: &[Statement], body: usize) {
        let lock = self.stable(lock, then);
        self.line(&format!("if (pthread_mutex_trylock({lock}) == 0) {{"));
        self.block(then, body);
        self.line(&format!("pthread_mutex_unlock({lock});"));
        self.line("} else {");
        self.block(otherwise, body);
        self.line("}");
    }

    pub(super) fn either(&mut self, first: Lock, second: Lock, inner: &[Statement], body: usize) {
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

    pub(super) fn fresh(&mut self, inner: &[Statement], fate: Fate, body: usize) {
        self.line("{");
        self.line("struct record *q = malloc(sizeof(struct record));");
        self.initialise_record();
        self.block(inner, body);
        match fate {
            Fate::Kept => {}
            Fate::Freed => self.line("free(q);"),
            Fate::Published(pointer) => self.line(&format!("h{pointer} = q;")),
        }
        self.line("}");
    }
}

/// Whether a block has a statement of some kind.
fn contains(block: &[Statement], wanted: &dyn Fn(&Statement) -> bool) -> bool {
    block
        .iter()
        .any(|statement| wanted(statement) || statement.blocks().into_iter().any(|block| contains(block, wanted)))
}

fn store_order(order: Order) -> u8 {
    match order {
        Order::Relaxed => 0,
        Order::ReleaseAcquire => 3,
        Order::Sequential => 5,
    }
}

fn load_order(order: Order) -> u8 {
    match order {
        Order::Relaxed => 0,
        Order::ReleaseAcquire => 2,
        Order::Sequential => 5,
    }
}
