//! Structures: lists, structures that carry locks and pointers, functions in structures, records on the stack.

use super::Emitter;
use crate::program::{Carrier, Claim, Index, Installing, Lock, Place, Statement, Value, Visit};

impl Emitter<'_> {
    pub(super) fn install(&mut self, slot: u8, function: usize, installing: Installing) {
        let store = format!("installed{slot}.run = f{function};");
        match installing {
            Installing::Bare => self.line(&store),
            Installing::Locked => {
                self.line(&format!("pthread_mutex_lock(&installing{slot});"));
                self.line(&store);
                self.line(&format!("pthread_mutex_unlock(&installing{slot});"));
            }
        }
    }

    /// The address of a lock, that of an integer, and a value, carried to where they are used together.
    pub(super) fn carried(&mut self, carrier: Carrier, lock: Lock, place: Place, value: Value) {
        let (lock, place, value) = (self.lock(lock), format!("&{}", self.place(place)), self.value(value));
        let (from, to) = (self.name('b'), self.name('b'));
        let made = format!("struct bundle {from} = {{{lock}, {place}, {value}}};");
        match carrier {
            Carrier::Passed => {
                self.line(&made);
                return self.line(&format!("apply({from});"));
            }
            Carrier::Returned => self.line(&format!("struct bundle {to} = bundled({lock}, {place}, {value});")),
            Carrier::Assigned => {
                self.line(&made);
                self.line(&format!("struct bundle {to};"));
                self.line(&format!("{to} = {from};"));
            }
            Carrier::Copied => {
                self.line(&made);
                self.line(&format!("struct bundle {to};"));
                self.line(&format!("memcpy(&{to}, &{from}, sizeof(struct bundle));"));
            }
            Carrier::Allocated => {
                self.line(&format!("struct bundle *{from} = malloc(sizeof(struct bundle));"));
                self.line(&format!("{from}->lock = {lock};"));
                self.line(&format!("{from}->target = {place};"));
                self.line(&format!("{from}->number = {value};"));
                self.line(&format!("struct bundle {to} = *{from};"));
                self.line(&format!("free({from});"));
            }
            Carrier::Punned => {
                self.line(&format!("union punned {from};"));
                self.line(&format!("{from}.pointer = {place};"));
                self.line(&format!(
                    "struct bundle {to} = {{{lock}, (int *){from}.word, {value}}};"
                ));
            }
        }
        self.line(&format!("pthread_mutex_lock({to}.lock);"));
        self.line(&format!("*{to}.target = {to}.number;"));
        self.line(&format!("pthread_mutex_unlock({to}.lock);"));
    }

    /// A new node at the beginning of a list, under the lock of the list.
    pub(super) fn push(&mut self, list: Index, value: Value) {
        let (node, at) = (self.name('e'), self.name('i'));
        let (list, value) = (self.index(list), self.value(value));
        self.line(&format!("int {at} = {list};"));
        self.line(&format!("struct node *{node} = malloc(sizeof(struct node));"));
        self.line(&format!("pthread_mutex_init(&{node}->lock, 0);"));
        self.line(&format!("{node}->data = {value};"));
        self.line(&format!("pthread_mutex_lock(&headlocks[{at}]);"));
        self.line(&format!("{node}->next = heads[{at}];"));
        self.line(&format!("heads[{at}] = {node};"));
        self.line(&format!("pthread_mutex_unlock(&headlocks[{at}]);"));
    }

    /// A value is written to nodes of a list.
    pub(super) fn visited(&mut self, list: Index, visit: Visit, value: Value) {
        let (node, at) = (self.name('e'), self.name('i'));
        let (list, value) = (self.index(list), self.value(value));
        let write = format!("{node}->data = {value};");
        self.line(&format!("int {at} = {list};"));
        self.line(&format!("pthread_mutex_lock(&headlocks[{at}]);"));
        if visit == Visit::UnderListLock {
            self.line(&format!(
                "for (struct node *{node} = heads[{at}]; {node}; {node} = {node}->next) {{"
            ));
            self.line(&write);
            self.line("}");
            return self.line(&format!("pthread_mutex_unlock(&headlocks[{at}]);"));
        }
        self.line(&format!("struct node *{node} = heads[{at}];"));
        if visit != Visit::UnderNodeLock {
            self.line(&format!("if ({node}) {{"));
            self.line(&format!("heads[{at}] = {node}->next;"));
            self.line("}");
        }
        self.line(&format!("pthread_mutex_unlock(&headlocks[{at}]);"));
        self.line(&format!("if ({node}) {{"));
        match visit {
            Visit::UnderNodeLock => {
                self.line(&format!("pthread_mutex_lock(&{node}->lock);"));
                self.line(&write);
                self.line(&format!("pthread_mutex_unlock(&{node}->lock);"));
            }
            _ => self.line(&write),
        }
        if visit == Visit::Freed {
            self.line(&format!("free({node});"));
        }
        self.line("}");
    }

    pub(super) fn on_stack(&mut self, inner: &[Statement], body: usize) {
        let record = self.name('s');
        self.line("{");
        self.line(&format!("struct record {record};"));
        self.line(&format!("struct record *q = &{record};"));
        self.initialise_record();
        self.block(inner, body);
        self.line("}");
    }

    /// Gives the local record a mutex and data.
    pub(super) fn initialise_record(&mut self) {
        self.line("pthread_mutex_init(&q->lock, 0);");
        for member in ["d.x", "d.y", "a", "b", "c", "u.whole"] {
            self.line(&format!("q->{member} = 0;"));
        }
    }

    pub(super) fn first(&mut self, counter: u8, claim: Claim, inner: &[Statement], body: usize) {
        match claim {
            Claim::Counted => self.line(&format!("if (__atomic_fetch_add(&ticket{counter}, 1, 5) == 0) {{")),
            Claim::Exchanged => {
                let expected = self.name('k');
                self.line(&format!("int {expected} = 0;"));
                self.line(&format!(
                    "if (__atomic_compare_exchange_n(&ticket{counter}, &{expected}, 1, 0, 5, 5)) {{"
                ));
            }
        }
        self.block(inner, body);
        self.line("}");
    }
}
