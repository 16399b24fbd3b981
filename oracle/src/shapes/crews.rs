//! Threads that one loop creates and another one joins.

use super::{Part, Shape};

const WORKER: &str = "
pthread_mutex_t crew_lock;
int crew_total;
pthread_t crew_ids[5];
static void *crew_worker(void *unused) {
pthread_mutex_lock(&crew_lock);
crew_total++;
pthread_mutex_unlock(&crew_lock);
return 0;
}
static void *crew_parent(void *unused) {
pthread_t id;
pthread_create(&id, 0, crew_worker, 0);
return 0;
}
int crew_count;
pthread_mutex_t crew_counts;
static void *crew_changer(void *unused) {
pthread_mutex_lock(&crew_counts);
if (crew_count > 1) {
crew_count = 1;
}
pthread_mutex_unlock(&crew_counts);
return 0;
}";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "all threads of a loop",
        declarations: WORKER,
        setup: "",
        parts: &[Part::once(
            &[
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
pthread_t own_ids[4];
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&own_ids[i], 0, crew_worker, 0);
}
for (int i = 0; i < count; i++) {
pthread_join(own_ids[i], 0);
}
crew_total = 0;",
            ],
            &[
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
if (count > 1) {
count = 1;
}
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
for (int i = 1; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
if (__VERIFIER_nondet_int()) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
}
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int r = 0; r < 2; r++) {
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
}
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_parent, 0);
}
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
                "\
int count = __VERIFIER_nondet_int() & 3;
pthread_t other;
pthread_create(&other, 0, crew_parent, 0);
for (int i = 0; i < count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
crew_ids[0] = other;
for (int i = 0; i < count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
            ],
        )],
    },
    Shape {
        name: "all threads of a loop whose bound is known to others",
        declarations: WORKER,
        setup: "",
        parts: &[Part::once(
            &["\
crew_count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < crew_count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
for (int i = 0; i < crew_count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;"],
            &[
                "\
pthread_t other;
crew_count = __VERIFIER_nondet_int() & 3;
pthread_create(&other, 0, crew_changer, 0);
pthread_mutex_lock(&crew_counts);
for (int i = 0; i < crew_count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
pthread_mutex_unlock(&crew_counts);
pthread_mutex_lock(&crew_counts);
for (int i = 0; i < crew_count; i++) {
pthread_join(crew_ids[i], 0);
}
pthread_mutex_unlock(&crew_counts);
crew_total = 0;
pthread_join(other, 0);",
                "\
crew_count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < crew_count; i++) {
pthread_create(&crew_ids[i], 0, crew_worker, 0);
}
crew_count = crew_count / 2;
for (int i = 0; i < crew_count; i++) {
pthread_join(crew_ids[i], 0);
}
crew_total = 0;",
            ],
        )],
    },
    Shape {
        name: "all threads of a loop, by a pointer to their ids",
        declarations: WORKER,
        setup: "",
        parts: &[Part::once(
            &["\
int count = __VERIFIER_nondet_int() & 3;
pthread_t *row = crew_ids;
for (int i = 0; i < count; i++) {
pthread_create(&row[i], 0, crew_worker, 0);
}
for (int i = 0; i < count; i++) {
pthread_join(row[i], 0);
}
crew_total = 0;"],
            &["\
int count = __VERIFIER_nondet_int() & 3;
pthread_t others[4];
pthread_t *row = others;
for (int i = 0; i < count; i++) {
pthread_create(&row[i], 0, crew_parent, 0);
}
row = crew_ids;
for (int i = 0; i < count; i++) {
pthread_create(&row[i], 0, crew_worker, 0);
}
row = others;
for (int i = 0; i < count; i++) {
pthread_join(row[i], 0);
}
crew_total = 0;"],
        )],
    },
];
