//! Condition variables and counters that are waited for.

use super::{Part, Shape};

const LATCH: &str = "
int pending;
int latch_result;
pthread_mutex_t latch_lock;
pthread_mutex_t latch_results;
pthread_cond_t latch_idle;
static void *latch_worker(void *unused) {
pthread_mutex_lock(&latch_results);
latch_result++;
pthread_mutex_unlock(&latch_results);
pthread_mutex_lock(&latch_lock);
if (--pending == 0) {
pthread_cond_signal(&latch_idle);
}
pthread_mutex_unlock(&latch_lock);
return 0;
}
static void *latch_breaker(void *unused) {
pthread_mutex_lock(&latch_results);
latch_result++;
pthread_mutex_unlock(&latch_results);
pthread_mutex_lock(&latch_lock);
((char *)&pending)[0] = 0;
pthread_cond_signal(&latch_idle);
pthread_mutex_unlock(&latch_lock);
return 0;
}
static void *latch_deserter(void *unused) {
pthread_mutex_lock(&latch_lock);
if (--pending == 0) {
pthread_cond_signal(&latch_idle);
}
pthread_mutex_unlock(&latch_lock);
pthread_mutex_lock(&latch_results);
latch_result++;
pthread_mutex_unlock(&latch_results);
return 0;
}";

const COUNTDOWN: &str = "
int remaining;
int remaining_results[3];
static void *remaining_worker(void *number) {
remaining_results[(long)number] = 1;
__atomic_fetch_sub(&remaining, 1, 4);
return 0;
}
static void *remaining_relaxed(void *number) {
remaining_results[(long)number] = 1;
__atomic_fetch_sub(&remaining, 1, 0);
return 0;
}";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a latch under a mutex",
        declarations: LATCH,
        setup: "",
        parts: &[Part::once(
            &["\
pending = 2;
pthread_t first;
pthread_t second;
pthread_create(&first, 0, latch_worker, 0);
pthread_create(&second, 0, latch_worker, 0);
pthread_mutex_lock(&latch_lock);
while (pending > 0) {
pthread_cond_wait(&latch_idle, &latch_lock);
}
pthread_mutex_unlock(&latch_lock);
latch_result = 0;"],
            &[
                "\
pending = 2;
pthread_t first;
pthread_t second;
pthread_create(&first, 0, latch_worker, 0);
pthread_create(&second, 0, latch_breaker, 0);
pthread_mutex_lock(&latch_lock);
while (pending > 0) {
pthread_cond_wait(&latch_idle, &latch_lock);
}
pthread_mutex_unlock(&latch_lock);
latch_result = 0;",
                "\
pending = 2;
pthread_t first;
pthread_t second;
pthread_create(&first, 0, latch_worker, 0);
pthread_create(&second, 0, latch_deserter, 0);
pthread_mutex_lock(&latch_lock);
while (pending > 0) {
pthread_cond_wait(&latch_idle, &latch_lock);
}
pthread_mutex_unlock(&latch_lock);
latch_result = 0;",
                "\
pending = 1;
pthread_t first;
pthread_t second;
pthread_create(&first, 0, latch_worker, 0);
pthread_create(&second, 0, latch_worker, 0);
pthread_mutex_lock(&latch_lock);
while (pending > 0) {
pthread_cond_wait(&latch_idle, &latch_lock);
}
pthread_mutex_unlock(&latch_lock);
latch_result = 0;",
            ],
        )],
    },
    Shape {
        name: "a latch that is counted down by atomic operations",
        declarations: COUNTDOWN,
        setup: "",
        parts: &[Part::once(
            &["\
__atomic_store_n(&remaining, 2, 5);
for (long i = 0; i < 2; i++) {
pthread_t id;
pthread_create(&id, 0, remaining_worker, (void *)i);
}
while (__atomic_load_n(&remaining, 5) > 0) {
}
x = remaining_results[0];
x = remaining_results[1];"],
            &[
                "\
__atomic_store_n(&remaining, 2, 5);
for (long i = 0; i < 2; i++) {
pthread_t id;
pthread_create(&id, 0, remaining_relaxed, (void *)i);
}
while (__atomic_load_n(&remaining, 5) > 0) {
}
x = remaining_results[0];
x = remaining_results[1];",
                "\
__atomic_store_n(&remaining, 2, 5);
for (long i = 0; i < 3; i++) {
pthread_t id;
pthread_create(&id, 0, remaining_worker, (void *)i);
}
while (__atomic_load_n(&remaining, 5) > 0) {
}
x = remaining_results[0];
x = remaining_results[1];",
            ],
        )],
    },
    Shape {
        name: "a state that may change during a wait",
        declarations: "
pthread_mutex_t change_lock;
pthread_cond_t change_made;
int change_state;
int change_data;
static void *changer(void *unused) {
pthread_mutex_lock(&change_lock);
change_state = 1;
pthread_cond_signal(&change_made);
pthread_mutex_unlock(&change_lock);
change_data = 1;
return 0;
}
static void *early_changer(void *unused) {
change_data = 1;
pthread_mutex_lock(&change_lock);
change_state = 1;
pthread_cond_signal(&change_made);
pthread_mutex_unlock(&change_lock);
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t id;
pthread_create(&id, 0, early_changer, 0);
pthread_mutex_lock(&change_lock);
while (change_state == 0) {
pthread_cond_wait(&change_made, &change_lock);
}
pthread_mutex_unlock(&change_lock);
change_data = 2;
pthread_join(id, 0);"],
            &["\
pthread_t id;
pthread_create(&id, 0, changer, 0);
pthread_mutex_lock(&change_lock);
change_state = 0;
pthread_cond_wait(&change_made, &change_lock);
int seen = change_state;
pthread_mutex_unlock(&change_lock);
if (seen) {
change_data = 2;
}
pthread_join(id, 0);"],
        )],
    },
];
