//! Calls that fail where the program looks: creations, allocations, locks that are tried or held already.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a lock that is tried",
        declarations: "
pthread_mutex_t tried_lock;
int tried_data;",
        setup: "",
        parts: &[
            Part::anywhere(TRIED, TRIED_IN_VAIN),
            Part::anywhere(TRIED, TRIED_IN_VAIN),
        ],
    },
    Shape {
        name: "memory that may be refused",
        declarations: "
pthread_mutex_t refused_lock;
int refused_data;
int *refused_all;",
        setup: "",
        parts: &[
            Part::anywhere(REFUSED, REFUSED_BARE),
            Part::anywhere(REFUSED, REFUSED_BARE),
        ],
    },
    Shape {
        name: "threads that may be refused",
        declarations: "
int pool_data;
static void *pool_worker(void *data) {
*(int *)data = 1;
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &[
                "\
pthread_t id;
if (pthread_create(&id, 0, pool_worker, &pool_data)) {
pool_data = 2;
} else {
pthread_join(id, 0);
pool_data = 3;
}",
                "\
pthread_t first;
pthread_t second;
int *own = malloc(sizeof(int));
if (pthread_create(&first, 0, pool_worker, &pool_data) == 0) {
if (pthread_create(&second, 0, pool_worker, own)) {
pthread_join(first, 0);
pool_data = 2;
} else {
pthread_join(first, 0);
pthread_join(second, 0);
}
}",
            ],
            &[
                "\
pthread_t id;
if (pthread_create(&id, 0, pool_worker, &pool_data) == 0) {
pool_data = 2;
pthread_join(id, 0);
}",
                "\
pthread_t first;
pthread_t second;
int *own = malloc(sizeof(int));
if (pthread_create(&first, 0, pool_worker, &pool_data) == 0) {
if (pthread_create(&second, 0, pool_worker, own)) {
pool_data = 2;
} else {
pthread_join(second, 0);
}
pthread_join(first, 0);
}",
                "\
pthread_t id;
int failed = pthread_create(&id, 0, pool_worker, &pool_data);
if (!failed) {
int *more = malloc(sizeof(int));
if (more == 0) {
pool_data = 2;
}
pthread_join(id, 0);
}",
            ],
        )],
    },
    Shape {
        name: "a mutex that checks for errors",
        declarations: "
pthread_mutex_t checked;
int checked_data;",
        setup: "\
pthread_mutexattr_t checking;
pthread_mutexattr_init(&checking);
pthread_mutexattr_settype(&checking, 2);
pthread_mutex_init(&checked, &checking);",
        parts: &[
            Part::anywhere(CHECKED, CHECKED_AND_FAILED),
            Part::anywhere(CHECKED, CHECKED_AND_FAILED),
        ],
    },
];

const TRIED: &[&str] = &[
    "\
if (pthread_mutex_trylock(&tried_lock) == 0) {
tried_data = 1;
pthread_mutex_unlock(&tried_lock);
}",
    "\
int failed = pthread_mutex_trylock(&tried_lock);
if (failed) {
pthread_mutex_lock(&tried_lock);
}
tried_data = 2;
pthread_mutex_unlock(&tried_lock);",
];

const TRIED_IN_VAIN: &[&str] = &[
    "\
if (pthread_mutex_trylock(&tried_lock) == 0) {
pthread_mutex_unlock(&tried_lock);
} else {
tried_data = 1;
}",
    "\
int failed = pthread_mutex_trylock(&tried_lock);
tried_data = 3;
if (!failed) {
pthread_mutex_unlock(&tried_lock);
}",
];

const REFUSED: &[&str] = &[
    "\
int *own = malloc(sizeof(int));
if (own == 0) {
pthread_mutex_lock(&refused_lock);
refused_data++;
pthread_mutex_unlock(&refused_lock);
} else {
*own = 1;
free(own);
}",
    "\
pthread_mutex_lock(&refused_lock);
if (refused_all == 0) {
refused_all = calloc(4, sizeof(int));
}
if (refused_all) {
refused_all[1] = 1;
}
pthread_mutex_unlock(&refused_lock);",
];

const REFUSED_BARE: &[&str] = &[
    "\
int *own = malloc(sizeof(int));
if (own == 0) {
refused_data++;
} else {
*own = 1;
free(own);
}",
    "\
pthread_mutex_lock(&refused_lock);
int *seen = refused_all;
pthread_mutex_unlock(&refused_lock);
if (seen) {
seen[1] = 2;
}",
];

const CHECKED: &[&str] = &["\
if (pthread_mutex_lock(&checked) == 0) {
checked_data = 1;
pthread_mutex_unlock(&checked);
}"];

const CHECKED_AND_FAILED: &[&str] = &[
    "\
pthread_mutex_lock(&checked);
if (pthread_mutex_lock(&checked)) {
pthread_mutex_unlock(&checked);
checked_data = 2;
}",
    "\
if (__VERIFIER_nondet_int()) {
pthread_mutex_lock(&checked);
}
if (pthread_mutex_lock(&checked)) {
pthread_mutex_unlock(&checked);
checked_data = 2;
} else {
pthread_mutex_unlock(&checked);
}",
    "\
if (pthread_mutex_unlock(&checked)) {
checked_data = 3;
}",
];
