//! Unions, and accesses of other widths to locks, flags and indices.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "two locks that lie side by side",
        declarations: "
struct { int first; int second; } beside;
int beside_left;
int beside_right;",
        setup: "",
        parts: &[
            Part::anywhere(
                &[
                    "\
if (__atomic_exchange_n(&beside.first, 1, 5) == 0) {
beside_left = 1;
__atomic_store_n(&beside.first, 0, 5);
}",
                    "\
while (__atomic_exchange_n(&beside.first, 1, 5)) {
}
beside_left = 2;
__atomic_store_n(&beside.first, 0, 5);",
                ],
                &[
                    "\
if (__atomic_exchange_n(&beside.first, 1, 5) == 0) {
beside_left = 1;
__atomic_store_n((long *)&beside, 0, 5);
}",
                    "\
__atomic_store_n((long *)&beside, 0, 5);",
                ],
            ),
            Part::anywhere(
                &["\
if (__atomic_exchange_n(&beside.second, 1, 5) == 0) {
beside_right = 1;
__atomic_store_n(&beside.second, 0, 5);
}"],
                &[],
            ),
            Part::anywhere(
                &["\
if (__atomic_exchange_n(&beside.second, 1, 5) == 0) {
beside_right = 2;
__atomic_store_n(&beside.second, 0, 5);
}"],
                &[],
            ),
        ],
    },
    Shape {
        name: "a lock whose lowest byte stays zero",
        declarations: "
int hollow;
int hollow_data;",
        setup: "",
        parts: &[
            Part::anywhere(
                &["\
if (__atomic_exchange_n(&hollow, 256, 5) == 0) {
hollow_data = 1;
__atomic_store_n(&hollow, 0, 5);
}"],
                &[],
            ),
            Part::anywhere(
                &["\
if (__atomic_exchange_n(&hollow, 256, 5) == 0) {
hollow_data = 2;
__atomic_store_n(&hollow, 0, 5);
}"],
                &[
                    "\
if (__atomic_exchange_n((char *)&hollow, 1, 5) == 0) {
hollow_data = 2;
}",
                    "\
__atomic_store_n(((char *)&hollow) + 1, 0, 5);",
                ],
            ),
        ],
    },
    Shape {
        name: "a flag in a union, under a mutex",
        declarations: "
union { int busy; long all; char low; } shared_state;
pthread_mutex_t state_lock;
int state_data;",
        setup: "",
        parts: &[
            Part::anywhere(BUSY, &[]),
            Part::anywhere(BUSY, &[]),
            Part::anywhere(
                &["\
pthread_mutex_lock(&state_lock);
x = shared_state.busy;
pthread_mutex_unlock(&state_lock);"],
                &[
                    "\
pthread_mutex_lock(&state_lock);
shared_state.all = 1L << 32;
pthread_mutex_unlock(&state_lock);",
                    "\
pthread_mutex_lock(&state_lock);
shared_state.low = 0;
pthread_mutex_unlock(&state_lock);",
                ],
            ),
        ],
    },
    Shape {
        name: "a flag that says that its data are there",
        declarations: "
int whole_flag;
int whole_data;
static void *whole_writer(void *unused) {
whole_data = 1;
__atomic_store_n(&whole_flag, 1, 5);
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t id;
pthread_create(&id, 0, whole_writer, 0);
if (__atomic_load_n(&whole_flag, 5) == 1) {
whole_data = 2;
}
pthread_join(id, 0);"],
            &[
                "\
pthread_t id;
pthread_create(&id, 0, whole_writer, 0);
__atomic_store_n((char *)&whole_flag, 1, 5);
if (__atomic_load_n(&whole_flag, 5) == 1) {
whole_data = 2;
}
pthread_join(id, 0);",
                "\
pthread_t id;
pthread_create(&id, 0, whole_writer, 0);
__atomic_store_n((short *)&whole_flag, 1, 5);
if (__atomic_load_n(&whole_flag, 5) == 1) {
whole_data = 2;
}
pthread_join(id, 0);",
            ],
        )],
    },
    Shape {
        name: "an index in a union",
        declarations: "
union { int next; char low; short half; } parted;
pthread_mutex_t parted_lock;
int parted_items[64];",
        setup: "",
        parts: &[
            Part::anywhere(TAKE, &[]),
            Part::anywhere(TAKE, &[]),
            Part::anywhere(
                &["\
pthread_mutex_lock(&parted_lock);
x = parted.next;
pthread_mutex_unlock(&parted_lock);"],
                &[
                    "\
pthread_mutex_lock(&parted_lock);
parted.low = 0;
pthread_mutex_unlock(&parted_lock);",
                    "\
pthread_mutex_lock(&parted_lock);
parted.half--;
pthread_mutex_unlock(&parted_lock);",
                ],
            ),
        ],
    },
];

const BUSY: &[&str] = &["\
pthread_mutex_lock(&state_lock);
if (shared_state.busy == 0) {
shared_state.busy = 1;
pthread_mutex_unlock(&state_lock);
state_data = 1;
pthread_mutex_lock(&state_lock);
shared_state.busy = 0;
}
pthread_mutex_unlock(&state_lock);"];

const TAKE: &[&str] = &["\
pthread_mutex_lock(&parted_lock);
int taken = parted.next;
parted.next = taken + 1;
pthread_mutex_unlock(&parted_lock);
if (taken >= 0 && taken < 64) {
parted_items[taken] = 1;
}"];
