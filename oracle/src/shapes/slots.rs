//! Memory that is passed to threads, and numbers that tell them apart.

use super::{Part, Shape};

const SLOTS: &str = "
struct slot { long number; long sum; };
struct slot slots[5];
pthread_t slot_ids[4];
static void *slot_worker(void *argument) {
struct slot *own = (struct slot *)argument;
own->sum = 2 * own->number;
return 0;
}";

const TICKETS: &str = "
int drawn[9];
pthread_t drawn_ids[4];
static void *drawn_worker(void *number) {
drawn[(long)number] = 1;
return 0;
}
static void *drawn_neighbour(void *number) {
int *own = &drawn[(long)number];
own[0] = 1;
own[1] = 2;
return 0;
}
static void *drawn_by_address(void *argument) {
*(int *)argument = 1;
return 0;
}";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a slot for each thread of a loop",
        declarations: SLOTS,
        setup: "",
        parts: &[Part::once(
            &[
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
slots[i].number = i;
pthread_create(&slot_ids[i], 0, slot_worker, &slots[i]);
}
for (int i = 0; i < count; i++) {
pthread_join(slot_ids[i], 0);
x = slots[i].sum;
}",
                "\
int count = __VERIFIER_nondet_int() & 3;
struct slot *row = calloc(5, sizeof(struct slot));
for (int i = 0; i < count; i++) {
row[i].number = i;
pthread_create(&slot_ids[i], 0, slot_worker, &row[i]);
}
for (int i = 0; i < count; i++) {
pthread_join(slot_ids[i], 0);
x = row[i].sum;
}",
            ],
            &[
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&slot_ids[i], 0, slot_worker, &slots[i]);
slots[i].number = i;
}
for (int i = 0; i < count; i++) {
pthread_join(slot_ids[i], 0);
x = slots[i].sum;
}",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
slots[i].number = i;
pthread_create(&slot_ids[i], 0, slot_worker, &slots[i]);
}
for (int i = 0; i < count; i++) {
x = slots[i].sum;
pthread_join(slot_ids[i], 0);
}",
                "\
int count = __VERIFIER_nondet_int() & 3;
struct slot *row = calloc(5, sizeof(struct slot));
for (int i = 0; i < count; i++) {
row[i].number = i;
pthread_create(&slot_ids[i], 0, slot_worker, &row[i]);
}
row = row + 1;
for (int i = 0; i < count; i++) {
pthread_join(slot_ids[i], 0);
x = row[i].sum;
}",
            ],
        )],
    },
    Shape {
        name: "a number for each thread of a loop",
        declarations: TICKETS,
        setup: "",
        parts: &[Part::once(
            &[
                "\
int count = __VERIFIER_nondet_int() & 3;
for (long i = 0; i < count; i = i + 1) {
pthread_create(&drawn_ids[i], 0, drawn_worker, (void *)i);
}",
                "\
int count = __VERIFIER_nondet_int() & 3;
for (int i = 0; i < count; i++) {
pthread_create(&drawn_ids[i], 0, drawn_worker, (void *)(long)i);
}",
            ],
            &[
                "\
int count = __VERIFIER_nondet_int() & 7;
int i = 0;
while (count > 0) {
pthread_t id;
pthread_create(&id, 0, drawn_worker, (void *)(long)i);
i = (_Bool)(i + 1);
count = count - 1;
}",
                "\
int count = __VERIFIER_nondet_int() & 7;
long i = 0;
while (count > 0) {
pthread_t id;
if (i == 2) {
i = 0;
}
pthread_create(&id, 0, drawn_worker, (void *)i);
i = i + 1;
count = count - 1;
}",
                "\
int count = __VERIFIER_nondet_int() & 7;
for (long i = 0; i < count; i = i + 1) {
pthread_t id;
pthread_create(&id, 0, drawn_neighbour, (void *)i);
}",
            ],
        )],
    },
    Shape {
        name: "an address for each thread of a loop",
        declarations: TICKETS,
        setup: "",
        parts: &[Part::once(
            &["\
int count = __VERIFIER_nondet_int() & 3;
int *elements = calloc(8, sizeof(int));
for (int i = 0; i < count; i++) {
pthread_t id;
pthread_create(&id, 0, drawn_by_address, &elements[i]);
}"],
            &["\
int count = __VERIFIER_nondet_int() & 3;
int *elements = calloc(8, sizeof(int));
elements += 7;
for (int i = 0; i < count; i++) {
pthread_t id;
pthread_create(&id, 0, drawn_by_address, &elements[i]);
elements--;
}"],
        )],
    },
];
