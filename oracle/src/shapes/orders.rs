//! Atomic operations of all orders: loads, stores, exchanges, compare-and-swap, additions.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a lock made of a variable",
        declarations: "
int ordered_lock;
int ordered_data;",
        setup: "",
        parts: &[
            Part::anywhere(ORDERED, ORDERED_LESS),
            Part::anywhere(ORDERED, ORDERED_LESS),
        ],
    },
    Shape {
        name: "a lock made of a variable, held by the creator",
        declarations: "
int inherited_lock;
int inherited_data;
static void *inherited_worker(void *unused) {
inherited_data = 1;
return 0;
}
static void *inherited_other(void *unused) {
if (__atomic_exchange_n(&inherited_lock, 1, 5) == 0) {
inherited_data = 2;
__atomic_store_n(&inherited_lock, 0, 5);
}
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t first;
pthread_t second;
while (__atomic_exchange_n(&inherited_lock, 1, 5)) {
}
pthread_create(&first, 0, inherited_other, 0);
pthread_create(&second, 0, inherited_worker, 0);
pthread_join(second, 0);
__atomic_store_n(&inherited_lock, 0, 5);
pthread_join(first, 0);"],
            &["\
pthread_t first;
pthread_t second;
while (__atomic_exchange_n(&inherited_lock, 1, 5)) {
}
__atomic_store_n(&inherited_lock, 0, 0);
pthread_create(&first, 0, inherited_other, 0);
pthread_create(&second, 0, inherited_worker, 0);
pthread_join(second, 0);
pthread_join(first, 0);"],
        )],
    },
    Shape {
        name: "a flag that says that its data are there",
        declarations: "
int message_flag;
int message_data;
static void *message_released(void *unused) {
message_data = 1;
__atomic_store_n(&message_flag, 1, 3);
return 0;
}
static void *message_relaxed(void *unused) {
message_data = 1;
__atomic_store_n(&message_flag, 1, 0);
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &[
                "\
pthread_t id;
pthread_create(&id, 0, message_released, 0);
if (__atomic_load_n(&message_flag, 2) == 1) {
message_data = 2;
}
pthread_join(id, 0);",
                "\
pthread_t id;
pthread_create(&id, 0, message_released, 0);
while (__atomic_load_n(&message_flag, 5) == 0) {
}
message_data = 2;
pthread_join(id, 0);",
            ],
            &[
                "\
pthread_t id;
pthread_create(&id, 0, message_released, 0);
while (__atomic_load_n(&message_flag, 0) == 0) {
}
message_data = 2;
pthread_join(id, 0);",
                "\
pthread_t id;
pthread_create(&id, 0, message_relaxed, 0);
if (__atomic_load_n(&message_flag, 2) == 1) {
message_data = 2;
}
pthread_join(id, 0);",
                "\
pthread_t id;
pthread_create(&id, 0, message_released, 0);
if (__atomic_fetch_add(&message_flag, 0, 0) == 1) {
message_data = 2;
}
pthread_join(id, 0);",
            ],
        )],
    },
    Shape {
        name: "an address that is handed over",
        declarations: "
struct letter { int text; };
struct letter *letterbox;
static void *letter_reader(void *unused) {
struct letter *got = __atomic_load_n(&letterbox, 2);
if (got) {
got->text = 2;
}
return 0;
}
static void *letter_guesser(void *unused) {
struct letter *got = __atomic_load_n(&letterbox, 0);
if (got) {
got->text = 2;
}
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t id;
pthread_create(&id, 0, letter_reader, 0);
struct letter *sent = malloc(sizeof(struct letter));
sent->text = 1;
__atomic_store_n(&letterbox, sent, 3);
pthread_join(id, 0);"],
            &[
                "\
pthread_t id;
pthread_create(&id, 0, letter_guesser, 0);
struct letter *sent = malloc(sizeof(struct letter));
sent->text = 1;
__atomic_store_n(&letterbox, sent, 0);
pthread_join(id, 0);",
                "\
pthread_t id;
pthread_create(&id, 0, letter_guesser, 0);
struct letter *sent = malloc(sizeof(struct letter));
sent->text = 1;
__atomic_store_n(&letterbox, sent, 3);
pthread_join(id, 0);",
            ],
        )],
    },
    Shape {
        name: "the first that comes",
        declarations: "
int claimed;
int claimed_data;",
        setup: "",
        parts: &[
            Part::anywhere(CLAIMED, CLAIMED_ANYHOW),
            Part::anywhere(CLAIMED, CLAIMED_ANYHOW),
        ],
    },
];

const ORDERED: &[&str] = &[
    "\
int expected = 0;
if (__atomic_compare_exchange_n(&ordered_lock, &expected, 1, 0, 2, 0)) {
ordered_data = 1;
__atomic_store_n(&ordered_lock, 0, 3);
}",
    "\
if (__atomic_exchange_n(&ordered_lock, 1, 4) == 0) {
ordered_data = 2;
__atomic_store_n(&ordered_lock, 0, 5);
}",
    "\
while (__sync_lock_test_and_set(&ordered_lock, 1)) {
}
ordered_data = 1;
__sync_lock_release(&ordered_lock);",
];

const ORDERED_LESS: &[&str] = &[
    "\
int expected = 0;
if (__atomic_compare_exchange_n(&ordered_lock, &expected, 1, 0, 0, 0)) {
ordered_data = 1;
__atomic_store_n(&ordered_lock, 0, 3);
}",
    "\
int expected = 0;
if (__atomic_compare_exchange_n(&ordered_lock, &expected, 1, 0, 2, 0)) {
ordered_data = 1;
__atomic_store_n(&ordered_lock, 0, 0);
}",
    "\
if (__atomic_exchange_n(&ordered_lock, 1, 3) == 0) {
ordered_data = 2;
__atomic_store_n(&ordered_lock, 0, 3);
}",
];

const CLAIMED: &[&str] = &[
    "\
if (__atomic_exchange_n(&claimed, 1, 5) == 0) {
claimed_data = 1;
}",
    "\
int expected = 0;
if (__atomic_compare_exchange_n(&claimed, &expected, 1, 0, 4, 2)) {
claimed_data = 1;
}",
    "\
if (__atomic_exchange_n(&claimed, 1, 0) == 0) {
claimed_data = 1;
}",
];

const CLAIMED_ANYHOW: &[&str] = &[
    "\
if (__atomic_load_n(&claimed, 2) == 0) {
claimed_data = 1;
__atomic_exchange_n(&claimed, 1, 0);
}",
    "\
if (__atomic_fetch_add(&claimed, 1, 0) == 1) {
claimed_data = 1;
}",
];
