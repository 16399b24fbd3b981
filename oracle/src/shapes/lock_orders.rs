//! Orders of locks: pieces that take two or three locks in one order, and pieces that take them in another one.

use super::{Part, Shape};

const LOCKS: &str = "
pthread_mutex_t order_first;
pthread_mutex_t order_second;
pthread_mutex_t order_gate;
pthread_rwlock_t order_shared;
pthread_mutex_t order_row[4];
static void order_enter(pthread_mutex_t *outer, pthread_mutex_t *inner) {
pthread_mutex_lock(outer);
pthread_mutex_lock(inner);
}
static void order_leave(pthread_mutex_t *outer, pthread_mutex_t *inner) {
pthread_mutex_unlock(inner);
pthread_mutex_unlock(outer);
}
static void *order_waiter(void *unused) {
pthread_mutex_lock(&order_second);
pthread_mutex_unlock(&order_second);
return 0;
}";

const UP: &str = "\
pthread_mutex_lock(&order_first);
pthread_mutex_lock(&order_second);
pthread_mutex_unlock(&order_second);
pthread_mutex_unlock(&order_first);";

const DOWN: &str = "\
pthread_mutex_lock(&order_second);
pthread_mutex_lock(&order_first);
pthread_mutex_unlock(&order_second);
pthread_mutex_unlock(&order_first);";

const GATED_UP: &str = "\
pthread_mutex_lock(&order_gate);
pthread_mutex_lock(&order_first);
pthread_mutex_lock(&order_second);
pthread_mutex_unlock(&order_second);
pthread_mutex_unlock(&order_first);
pthread_mutex_unlock(&order_gate);";

const GATED_DOWN: &str = "\
pthread_mutex_lock(&order_gate);
pthread_mutex_lock(&order_second);
pthread_mutex_lock(&order_first);
pthread_mutex_unlock(&order_first);
pthread_mutex_unlock(&order_second);
pthread_mutex_unlock(&order_gate);";

const TRIED_DOWN: &str = "\
pthread_mutex_lock(&order_second);
if (pthread_mutex_trylock(&order_first) == 0) {
pthread_mutex_unlock(&order_first);
}
pthread_mutex_unlock(&order_second);";

const READ: &str = "\
pthread_rwlock_rdlock(&order_shared);
pthread_mutex_lock(&order_first);
pthread_mutex_unlock(&order_first);
pthread_rwlock_unlock(&order_shared);";

const READ_LAST: &str = "\
pthread_mutex_lock(&order_first);
pthread_rwlock_rdlock(&order_shared);
pthread_rwlock_unlock(&order_shared);
pthread_mutex_unlock(&order_first);";

const WRITTEN_LAST: &str = "\
pthread_mutex_lock(&order_first);
pthread_rwlock_wrlock(&order_shared);
pthread_rwlock_unlock(&order_shared);
pthread_mutex_unlock(&order_first);";

const CALLED_UP: &str = "\
order_enter(&order_first, &order_second);
order_leave(&order_first, &order_second);";

const CALLED_DOWN: &str = "\
order_enter(&order_second, &order_first);
order_leave(&order_second, &order_first);";

const ROW_UP: &str = "\
pthread_mutex_lock(&order_row[1]);
pthread_mutex_lock(&order_row[2]);
pthread_mutex_unlock(&order_row[1]);
pthread_mutex_lock(&order_row[3]);
pthread_mutex_unlock(&order_row[3]);
pthread_mutex_unlock(&order_row[2]);";

const ROW_DOWN: &str = "\
for (int seat = 3; seat > 0; seat--) {
pthread_mutex_lock(&order_row[seat]);
pthread_mutex_lock(&order_row[seat - 1]);
pthread_mutex_unlock(&order_row[seat]);
pthread_mutex_unlock(&order_row[seat - 1]);
}";

const JOINED: &str = "\
pthread_t order_thread;
pthread_create(&order_thread, 0, order_waiter, 0);
pthread_mutex_lock(&order_first);
pthread_join(order_thread, 0);
pthread_mutex_unlock(&order_first);";

const JOINED_UNDER: &str = "\
pthread_t order_thread;
pthread_create(&order_thread, 0, order_waiter, 0);
pthread_mutex_lock(&order_second);
pthread_join(order_thread, 0);
pthread_mutex_unlock(&order_second);";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "two mutexes",
        declarations: LOCKS,
        setup: "",
        parts: &[
            Part::anywhere(&[UP, CALLED_UP], &[DOWN, CALLED_DOWN]),
            Part::anywhere(&[UP, TRIED_DOWN], &[DOWN, CALLED_DOWN]),
        ],
    },
    Shape {
        name: "a gate",
        declarations: LOCKS,
        setup: "",
        parts: &[
            Part::anywhere(&[GATED_UP], &[UP]),
            Part::anywhere(&[GATED_DOWN], &[DOWN]),
        ],
    },
    Shape {
        name: "readers",
        declarations: LOCKS,
        setup: "",
        parts: &[
            Part::anywhere(&[READ], &[READ]),
            Part::anywhere(&[READ_LAST], &[WRITTEN_LAST]),
        ],
    },
    Shape {
        name: "a row",
        declarations: LOCKS,
        setup: "",
        parts: &[
            Part::anywhere(&[ROW_UP], &[ROW_DOWN]),
            Part::anywhere(&[ROW_UP], &[ROW_DOWN]),
        ],
    },
    Shape {
        name: "a join",
        declarations: LOCKS,
        setup: "",
        parts: &[Part::once(&[JOINED], &[JOINED_UNDER]), Part::anywhere(&[UP], &[DOWN])],
    },
];
