//! Objects of synchronisation that are initialised again, or overwritten.

use super::{Part, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "a barrier for two",
        declarations: "
pthread_barrier_t again_barrier;
pthread_barrier_t again_other;
int again_data;
static void *again_worker(void *unused) {
again_data = 1;
pthread_barrier_wait(&again_barrier);
return 0;
}",
        setup: "\
pthread_barrier_init(&again_barrier, 0, 2);
pthread_barrier_init(&again_other, 0, 2);",
        parts: &[Part::once(
            &[
                "\
pthread_t id;
pthread_create(&id, 0, again_worker, 0);
pthread_barrier_wait(&again_barrier);
again_data = 2;
pthread_join(id, 0);",
                "\
pthread_barrier_destroy(&again_other);
pthread_barrier_init(&again_other, 0, 1);
pthread_t id;
pthread_create(&id, 0, again_worker, 0);
pthread_barrier_wait(&again_barrier);
again_data = 2;
pthread_join(id, 0);",
            ],
            &[
                "\
pthread_barrier_t *chosen = __VERIFIER_nondet_int() ? &again_other : &again_barrier;
pthread_barrier_destroy(chosen);
pthread_barrier_init(chosen, 0, 1);
pthread_t id;
pthread_create(&id, 0, again_worker, 0);
pthread_barrier_wait(&again_barrier);
again_data = 2;
pthread_join(id, 0);",
                "\
pthread_barrier_destroy(&again_barrier);
pthread_barrier_init(&again_barrier, 0, 1);
pthread_t id;
pthread_create(&id, 0, again_worker, 0);
pthread_barrier_wait(&again_barrier);
again_data = 2;
pthread_join(id, 0);",
            ],
        )],
    },
    Shape {
        name: "a mutex that others use",
        declarations: "
pthread_mutex_t fresh_lock;
pthread_mutex_t fresh_other;
int fresh_data;",
        setup: "",
        parts: &[
            Part::anywhere(FRESH, &[]),
            Part::anywhere(
                FRESH,
                &[
                    "\
pthread_mutex_t *chosen = __VERIFIER_nondet_int() ? &fresh_lock : &fresh_other;
pthread_mutex_init(chosen, 0);",
                    "\
pthread_mutex_lock(&fresh_lock);
memset(&fresh_lock, 0, sizeof fresh_lock);
fresh_data = 1;",
                    "\
pthread_mutex_lock(&fresh_lock);
pthread_mutex_init(&fresh_lock, 0);
fresh_data = 1;",
                ],
            ),
        ],
    },
    Shape {
        name: "a mutex that is initialised before others know it",
        declarations: "
struct { pthread_mutex_t lock; int data; } renewed[2];
static void *renewed_worker(void *argument) {
int at = (int)(long)argument;
pthread_mutex_lock(&renewed[at].lock);
renewed[at].data = 1;
pthread_mutex_unlock(&renewed[at].lock);
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
for (int i = 0; i < 2; i++) {
pthread_mutex_init(&renewed[i].lock, 0);
}
pthread_t id;
pthread_create(&id, 0, renewed_worker, 0);
pthread_mutex_lock(&renewed[0].lock);
renewed[0].data = 2;
pthread_mutex_unlock(&renewed[0].lock);
pthread_join(id, 0);"],
            &["\
pthread_t id;
pthread_create(&id, 0, renewed_worker, 0);
for (int i = 0; i < 2; i++) {
pthread_mutex_init(&renewed[i].lock, 0);
}
pthread_mutex_lock(&renewed[0].lock);
renewed[0].data = 2;
pthread_mutex_unlock(&renewed[0].lock);
pthread_join(id, 0);"],
        )],
    },
    Shape {
        name: "a semaphore that is zero at first",
        declarations: "
sem_t anew;
int anew_data;
static void *anew_worker(void *unused) {
anew_data = 1;
sem_post(&anew);
return 0;
}",
        setup: "sem_init(&anew, 0, 0);",
        parts: &[Part::once(
            &["\
pthread_t id;
pthread_create(&id, 0, anew_worker, 0);
sem_wait(&anew);
anew_data = 2;
pthread_join(id, 0);"],
            &[
                "\
sem_t *chosen = &anew;
sem_init(chosen, 0, 1);
pthread_t id;
pthread_create(&id, 0, anew_worker, 0);
sem_wait(&anew);
anew_data = 2;
pthread_join(id, 0);",
                "\
pthread_t id;
sem_post(&anew);
pthread_create(&id, 0, anew_worker, 0);
sem_wait(&anew);
anew_data = 2;
pthread_join(id, 0);",
            ],
        )],
    },
    Shape {
        name: "a control of a single call",
        declarations: "
pthread_once_t renewed_control;
pthread_mutex_t control_lock;
int control_data;
static void control_routine(void) {
control_data = 1;
}
static void *control_worker(void *control) {
pthread_mutex_lock(&control_lock);
pthread_once((pthread_once_t *)control, control_routine);
pthread_mutex_unlock(&control_lock);
int seen = control_data;
return 0;
}
static void *control_known(void *unused) {
pthread_once(&renewed_control, control_routine);
int seen = control_data;
return 0;
}",
        setup: "",
        parts: &[Part::once(
            &["\
pthread_t first;
pthread_t second;
pthread_create(&first, 0, control_known, 0);
pthread_create(&second, 0, control_known, 0);
pthread_join(first, 0);
pthread_join(second, 0);"],
            &["\
pthread_t first;
pthread_t second;
pthread_once_t *control = malloc(sizeof(pthread_once_t));
*control = 0;
pthread_create(&first, 0, control_worker, control);
pthread_mutex_lock(&control_lock);
*control = 0;
pthread_mutex_unlock(&control_lock);
pthread_create(&second, 0, control_worker, control);
pthread_join(first, 0);
pthread_join(second, 0);"],
        )],
    },
];

const FRESH: &[&str] = &["\
pthread_mutex_lock(&fresh_lock);
fresh_data = 1;
pthread_mutex_unlock(&fresh_lock);"];
