//! Counters: wide steps, narrow types, numbers that are taken from them, turns.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "numbers of 64 bits",
        declarations: "
unsigned long wide_next;
int wide_items[8];",
        setup: "",
        parts: &[
            Part::anywhere(WIDE, &[WIDE_STEP, WIDER_STEP]),
            Part::anywhere(
                WIDE,
                &[WIDE_STEP, WIDER_STEP, "__atomic_fetch_add(&wide_next, -1L, 5);"],
            ),
        ],
    },
    Shape {
        name: "numbers of eight bits",
        declarations: "
unsigned long ample_next;
int ample_items[8];
unsigned char scarce_next;
int scarce_items[8];
static void *scarce_worker(void *unused) {
for (int i = 0; i < 130; i++) {
unsigned long taken = __atomic_fetch_add(&scarce_next, 1, 0);
if (taken < 8) {
scarce_items[taken] = 1;
}
}
return 0;
}
static void *ample_worker(void *unused) {
for (int i = 0; i < 20; i++) {
unsigned long taken = __atomic_fetch_add(&ample_next, 1, 0);
if (taken < 8) {
ample_items[taken] = 1;
}
}
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t first;
pthread_t second;
pthread_create(&first, 0, ample_worker, 0);
pthread_create(&second, 0, ample_worker, 0);
pthread_join(first, 0);
pthread_join(second, 0);"],
            &["\
pthread_t first;
pthread_t second;
pthread_create(&first, 0, scarce_worker, 0);
pthread_create(&second, 0, scarce_worker, 0);
pthread_join(first, 0);
pthread_join(second, 0);"],
        )],
    },
    Shape {
        name: "numbers taken under a mutex",
        declarations: "
pthread_mutex_t given_lock;
int given_next;
int given_items[65];",
        setup: "",
        parts: &[
            Part::anywhere(GIVEN, GIVEN_APART),
            Part::anywhere(GIVEN, GIVEN_APART),
            Part::anywhere(
                &["\
pthread_mutex_lock(&given_lock);
x = given_next;
pthread_mutex_unlock(&given_lock);"],
                &[
                    "\
pthread_mutex_lock(&given_lock);
given_next = 0;
pthread_mutex_unlock(&given_lock);",
                    "\
pthread_mutex_lock(&given_lock);
given_next--;
pthread_mutex_unlock(&given_lock);",
                ],
            ),
        ],
    },
    Shape {
        name: "turns",
        declarations: "
unsigned long turn_next;
unsigned long turn_now;
int turn_data;",
        setup: "",
        parts: &[
            Part::anywhere(TURN, &[]),
            Part::anywhere(TURN, &[]),
            Part::anywhere(
                &["x = __atomic_load_n(&turn_now, 5);"],
                &["__atomic_fetch_add(&turn_now, 1, 5);"],
            ),
        ],
    },
];

const WIDE: &[&str] = &[
    "\
unsigned long taken = __atomic_fetch_add(&wide_next, 1, 0);
if (taken < 8) {
wide_items[taken] = 1;
}",
    "\
unsigned long taken = __sync_fetch_and_add(&wide_next, 1);
if (taken < 8) {
wide_items[taken] = 2;
}",
];

const WIDE_STEP: &str = "\
for (int i = 0; i < 3; i++) {
unsigned long taken = __atomic_fetch_add(&wide_next, 1UL << 63, 0);
if (taken < 8) {
wide_items[taken] = 1;
}
}";

const WIDER_STEP: &str = "\
for (int i = 0; i < 4; i++) {
unsigned long taken = __atomic_fetch_add(&wide_next, 3UL << 62, 5);
if (taken < 8) {
wide_items[taken] = 1;
}
}";

const GIVEN: &[&str] = &["\
pthread_mutex_lock(&given_lock);
int taken = given_next;
given_next++;
pthread_mutex_unlock(&given_lock);
if (taken >= 0 && taken < 64) {
given_items[taken] = 1;
}"];

const GIVEN_APART: &[&str] = &[
    "\
pthread_mutex_lock(&given_lock);
int taken = given_next;
pthread_mutex_unlock(&given_lock);
pthread_mutex_lock(&given_lock);
given_next++;
pthread_mutex_unlock(&given_lock);
if (taken >= 0 && taken < 64) {
given_items[taken] = 1;
}",
    "\
pthread_mutex_lock(&given_lock);
int taken = given_next;
given_next++;
pthread_mutex_unlock(&given_lock);
if (taken >= 0 && taken < 64) {
given_items[taken] = 1;
given_items[taken + 1] = 0;
}",
];

const TURN: &[&str] = &["\
unsigned long mine = __atomic_fetch_add(&turn_next, 1, 5);
while (__atomic_load_n(&turn_now, 5) != mine) {
}
turn_data = 1;
__atomic_fetch_add(&turn_now, 1, 5);"];
