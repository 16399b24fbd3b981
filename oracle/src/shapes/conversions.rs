//! Conversions that narrow, or change the sign, of indices, flags, locks and numbers.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "items with a mutex each",
        declarations: "
pthread_mutex_t item_locks[4];
int items[4];",
        setup: "",
        parts: &[
            Part::anywhere(ITEM, &[]),
            Part::anywhere(
                ITEM,
                &[
                    "\
int i = __VERIFIER_nondet_int() & 3;
pthread_mutex_lock(&item_locks[i]);
items[(_Bool)i] = 1;
pthread_mutex_unlock(&item_locks[i]);",
                    "\
int i = __VERIFIER_nondet_int() & 3;
pthread_mutex_lock(&item_locks[(_Bool)i]);
items[i] = 1;
pthread_mutex_unlock(&item_locks[(_Bool)i]);",
                ],
            ),
        ],
    },
    Shape {
        name: "items with a mutex each, by an index with sign",
        declarations: "
pthread_mutex_t signed_locks[260];
int signed_items[260];",
        setup: "",
        parts: &[
            Part::anywhere(SIGNED, &[]),
            Part::anywhere(
                SIGNED,
                &["\
int i = 128 - (__VERIFIER_nondet_int() & 3);
pthread_mutex_lock(&(signed_locks + 128)[(signed char)i]);
(signed_items + 128)[i] = 1;
pthread_mutex_unlock(&(signed_locks + 128)[(signed char)i]);"],
            ),
        ],
    },
    Shape {
        name: "a flag with other values",
        declarations: "
unsigned char truth = 2;
int truth_data;
static void *truth_reader(void *unused) {
int seen = __atomic_load_n(&truth, 5);
if (seen == 1) {
truth_data = 1;
}
return 0;
}
static void *truth_reader_as_bool(void *unused) {
_Bool seen = __atomic_load_n(&truth, 5);
if (seen == 1) {
truth_data = 1;
}
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t id;
pthread_create(&id, 0, truth_reader, 0);
truth_data = 2;
__atomic_store_n(&truth, 1, 5);
pthread_join(id, 0);"],
            &["\
pthread_t id;
pthread_create(&id, 0, truth_reader_as_bool, 0);
truth_data = 2;
__atomic_store_n(&truth, 1, 5);
pthread_join(id, 0);"],
        )],
    },
    Shape {
        name: "a lock of one byte",
        declarations: "
unsigned char narrow_lock;
int narrow_data;",
        setup: "",
        parts: &[
            Part::anywhere(NARROW, &[]),
            Part::anywhere(
                NARROW,
                &["\
int taken = 256;
if (__atomic_exchange_n(&narrow_lock, taken, 5) == 0) {
narrow_data = 2;
__atomic_store_n(&narrow_lock, 0, 5);
}"],
            ),
        ],
    },
    Shape {
        name: "numbers taken, and narrowed",
        declarations: "
pthread_mutex_t cut_lock;
int cut_next;
int cut_items[64];",
        setup: "",
        parts: &[
            Part::anywhere(CUT, &[]),
            Part::anywhere(
                CUT,
                &["\
pthread_mutex_lock(&cut_lock);
int taken = cut_next;
cut_next = taken + 1;
pthread_mutex_unlock(&cut_lock);
if (taken < 64) {
cut_items[(_Bool)taken] = 1;
}"],
            ),
        ],
    },
];

const ITEM: &[&str] = &[
    "\
int i = __VERIFIER_nondet_int() & 3;
pthread_mutex_lock(&item_locks[i]);
items[i] = 1;
pthread_mutex_unlock(&item_locks[i]);",
    "\
int i = __VERIFIER_nondet_int() & 3;
pthread_mutex_lock(&item_locks[(long)i]);
items[(unsigned long)i] = 1;
pthread_mutex_unlock(&item_locks[(long)i]);",
    "\
unsigned char i = __VERIFIER_nondet_int() & 3;
pthread_mutex_lock(&item_locks[i]);
items[(int)i] = 1;
pthread_mutex_unlock(&item_locks[(short)i]);",
];

const SIGNED: &[&str] = &["\
signed char i = -126 + (__VERIFIER_nondet_int() & 3);
pthread_mutex_lock(&(signed_locks + 128)[i]);
(signed_items + 128)[i] = 1;
pthread_mutex_unlock(&(signed_locks + 128)[i]);"];

const NARROW: &[&str] = &["\
if (__atomic_exchange_n(&narrow_lock, 1, 5) == 0) {
narrow_data = 1;
__atomic_store_n(&narrow_lock, 0, 5);
}"];

const CUT: &[&str] = &[
    "\
pthread_mutex_lock(&cut_lock);
int taken = cut_next;
cut_next = taken + 1;
pthread_mutex_unlock(&cut_lock);
if (taken < 64) {
cut_items[taken] = 1;
}",
    "\
pthread_mutex_lock(&cut_lock);
long taken = cut_next;
cut_next++;
pthread_mutex_unlock(&cut_lock);
if (taken < 64) {
cut_items[taken] = 1;
}",
];
