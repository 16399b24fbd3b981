//! Pointers that threads set to null, test and follow.

use super::{Part, Shape};

const GUARDED: &str = "
struct null_item { int value; struct null_item *next; };
struct null_item null_first;
struct null_item null_second = {2, &null_first};
struct null_item *null_shared = &null_first;
int null_count;
pthread_mutex_t null_lock;
pthread_mutex_t null_other_lock;
pthread_cond_t null_changed;
static void null_count_up(void) {
pthread_mutex_lock(&null_other_lock);
null_count = null_count + 1;
pthread_mutex_unlock(&null_other_lock);
}
static void null_let_in(void) {
pthread_mutex_unlock(&null_lock);
pthread_mutex_lock(&null_lock);
}
static void null_clear(struct null_item **where) {
if (__VERIFIER_nondet_int()) {
*where = 0;
}
}
static void null_use(void) {
null_shared->value = 3;
}
static struct null_item *null_found(void) {
return null_shared;
}";

const SETTERS: Part = Part::anywhere(
    &[
        "\
pthread_mutex_lock(&null_lock);
null_shared = 0;
pthread_mutex_unlock(&null_lock);",
        "\
pthread_mutex_lock(&null_lock);
null_clear(&null_shared);
pthread_cond_signal(&null_changed);
pthread_mutex_unlock(&null_lock);",
        "\
pthread_mutex_lock(&null_lock);
null_shared = null_shared ? null_shared->next : &null_second;
pthread_mutex_unlock(&null_lock);",
    ],
    &["null_shared = 0;", "null_clear(&null_shared);"],
);

const CONFIGURED: &str = "
struct null_settings { int level; };
struct null_settings null_low;
struct null_settings null_high = {3};
struct null_settings *null_settings = &null_low;
static int null_level(void) {
return null_settings->level;
}";

const CHAINED: &str = "
struct null_box { struct null_cell *cell; };
struct null_cell { int value; };
struct null_cell null_cell;
struct null_box null_full = {&null_cell};
struct null_box null_empty;
struct null_box *null_box = &null_full;
pthread_mutex_t null_box_lock;";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a pointer under a mutex",
        declarations: GUARDED,
        setup: "",
        parts: &[
            SETTERS,
            Part::anywhere(
                &[
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
null_shared->value = 1;
null_count_up();
null_shared->value = 2;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
struct null_item *mine = null_shared;
if (mine != 0) {
mine->value = 1;
null_shared->value = 2;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
while (null_shared) {
null_shared->value = 1;
null_shared = null_shared->next;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
null_use();
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
struct null_item *found = null_found();
if (found) {
found->value = 1;
}
pthread_mutex_unlock(&null_lock);",
                ],
                &[
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
pthread_mutex_unlock(&null_lock);
pthread_mutex_lock(&null_lock);
null_shared->value = 1;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
null_let_in();
null_shared->value = 1;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
pthread_cond_wait(&null_changed, &null_lock);
null_shared->value = 1;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
null_clear(&null_shared);
null_shared->value = 1;
}
pthread_mutex_unlock(&null_lock);",
                    "\
pthread_mutex_lock(&null_lock);
if (null_shared) {
null_use();
}
null_use();
pthread_mutex_unlock(&null_lock);",
                    "\
if (null_shared) {
pthread_mutex_lock(&null_lock);
null_shared->value = 1;
pthread_mutex_unlock(&null_lock);
}",
                ],
            ),
        ],
    },
    Shape {
        name: "a pointer that is set before threads are created",
        declarations: CONFIGURED,
        setup: "null_settings = &null_high;",
        parts: &[
            Part::anywhere(
                &[
                    "x = null_level();",
                    "x = null_settings->level;",
                    "\
if (null_settings) {
x = null_settings->level;
}",
                ],
                &[],
            ),
            Part::once(
                &["x = null_settings->level;"],
                &["null_settings = 0;", "null_settings = &null_low;"],
            ),
        ],
    },
    Shape {
        name: "a pointer behind a pointer",
        declarations: CHAINED,
        setup: "",
        parts: &[
            Part::anywhere(
                &[
                    "\
pthread_mutex_lock(&null_box_lock);
null_box = &null_empty;
pthread_mutex_unlock(&null_box_lock);",
                    "\
pthread_mutex_lock(&null_box_lock);
null_box->cell = null_box->cell ? 0 : &null_cell;
pthread_mutex_unlock(&null_box_lock);",
                ],
                &["null_box = &null_empty;", "null_full.cell = 0;"],
            ),
            Part::anywhere(
                &["\
pthread_mutex_lock(&null_box_lock);
if (null_box->cell) {
null_box->cell->value = 1;
}
pthread_mutex_unlock(&null_box_lock);"],
                &[
                    "\
pthread_mutex_lock(&null_box_lock);
struct null_box *box = null_box;
if (box->cell) {
null_box = &null_empty;
null_box->cell->value = 1;
}
pthread_mutex_unlock(&null_box_lock);",
                    "\
pthread_mutex_lock(&null_box_lock);
if (null_box->cell) {
pthread_mutex_unlock(&null_box_lock);
pthread_mutex_lock(&null_box_lock);
null_box->cell->value = 1;
}
pthread_mutex_unlock(&null_box_lock);",
                ],
            ),
        ],
    },
];
