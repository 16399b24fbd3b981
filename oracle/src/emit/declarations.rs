//! The declarations of programs: of the system, of types, of the data.

/// The declarations of the system, as far as programs use them.
pub(super) const SYSTEM: &str = "\
typedef unsigned long size_t;
typedef unsigned long pthread_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[56]; long __align; } pthread_attr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[56]; long __align; } pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[32]; long __align; } pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef union { char __size[32]; long __align; } sem_t;
typedef unsigned pthread_key_t;
typedef unsigned long thrd_t;
typedef union { char __size[40]; long __align; } mtx_t;
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void pthread_exit(void *) __attribute__((__noreturn__));
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_post(sem_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_unlock(mtx_t *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *memcpy(void *, const void *, size_t);
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

pub(super) const INCLUDED: &str = "\
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

pub(super) const RECORD: &str = "\
struct inner { int x; int y; };
union parts { int whole; short halves[2]; char bytes[4]; };
struct record {
  pthread_mutex_t lock;
  struct inner d;
  int a : 3;
  int b : 5;
  int : 0;
  int c : 4;
  union parts u;
};
";

/// The destructor of what threads attach.
const ATTACHED: &str = "\
static void attached(void *argument) {
  struct record *q = (struct record *)argument;
  pthread_mutex_lock(&q->lock);
  q->d.x = 4;
  pthread_mutex_unlock(&q->lock);
}";

/// From a part to the whole.
const CONTAINED: &str = "\
static void contained(struct inner *part) {
  struct record *q = (struct record *)((char *)part - (unsigned long)&((struct record *)0)->d);
  pthread_mutex_lock(&q->lock);
  part->x = 5;
  pthread_mutex_unlock(&q->lock);
}";

const BUNDLE: &str = "\
struct bundle { pthread_mutex_t *lock; int *target; int number; };
union punned { int *pointer; unsigned long word; };
static void apply(struct bundle b) {
  pthread_mutex_lock(b.lock);
  *b.target = b.number;
  pthread_mutex_unlock(b.lock);
}
static struct bundle bundled(pthread_mutex_t *lock, int *target, int number) {
  struct bundle b;
  b.lock = lock;
  b.target = target;
  b.number = number;
  return b;
}";

const LISTS: &str = "\
struct node { struct node *next; pthread_mutex_t lock; int data; };
struct node *heads[4];
pthread_mutex_t headlocks[4];";

/// Declarations of single things, which are written if the word stands in the program.
pub(super) const DECLARATIONS: &[(&str, &str)] = &[
    ("m0", "pthread_mutex_t m0;"),
    ("m1", "pthread_mutex_t m1;"),
    ("m2", "pthread_mutex_t m2;"),
    ("mutexes", "pthread_mutex_t mutexes[4];"),
    ("recursive", "pthread_mutex_t recursive;"),
    ("rw0", "pthread_rwlock_t rw0;"),
    ("rw1", "pthread_rwlock_t rw1;"),
    ("spin0", "pthread_spinlock_t spin0;"),
    ("once0", "pthread_once_t once0;"),
    ("once1", "pthread_once_t once1;"),
    ("barrier", "pthread_barrier_t barrier;"),
    ("sem0", "sem_t sem0;"),
    ("sem1", "sem_t sem1;"),
    ("condm0", "pthread_cond_t condm0;"),
    ("condm1", "pthread_cond_t condm1;"),
    ("condm2", "pthread_cond_t condm2;"),
    ("gl0", "pthread_mutex_t *gl0 = &m0;"),
    ("gl1", "pthread_mutex_t *gl1 = &m1;"),
    ("cond0", "pthread_cond_t cond0;"),
    ("cond1", "pthread_cond_t cond1;"),
    ("cm0", "pthread_mutex_t cm0;"),
    ("cm1", "pthread_mutex_t cm1;"),
    ("ready0", "int ready0;"),
    ("ready1", "int ready1;"),
    ("g0", "int g0;"),
    ("g1", "int g1;"),
    ("g2", "int g2;"),
    ("g3", "int g3;"),
    ("g4", "int g4;"),
    ("g5", "int g5;"),
    ("numbers", "int numbers[4];"),
    ("at0", "_Atomic int at0;"),
    ("at1", "_Atomic int at1;"),
    ("own", "static __thread int own;"),
    ("s0", "struct record s0;"),
    ("s1", "struct record s1;"),
    ("records", "struct record records[4];"),
    ("h0", "struct record *h0 = &s0;"),
    ("h1", "struct record *h1 = &s1;"),
    ("standard0", "mtx_t standard0;"),
    ("standard1", "mtx_t standard1;"),
    ("permit", "sem_t permit;"),
    ("word", "int word;"),
    ("flag0", "int flag0;"),
    ("flag1", "int flag1;"),
    ("ticket0", "int ticket0;"),
    ("ticket1", "int ticket1;"),
    ("key0", "pthread_key_t key0;"),
    ("key0", ATTACHED),
    ("contained", CONTAINED),
    ("bundle", BUNDLE),
    ("heads", LISTS),
    (
        "installed0",
        "struct { void (*run)(struct record *, int *, pthread_mutex_t *, int); } installed0;",
    ),
    ("installing0", "pthread_mutex_t installing0;"),
    (
        "installed1",
        "struct { void (*run)(struct record *, int *, pthread_mutex_t *, int); } installed1;",
    ),
    ("installing1", "pthread_mutex_t installing1;"),
    ("gp0", "int *gp0 = &g0;"),
    ("gp1", "int *gp1 = &g1;"),
    (
        "take",
        "static void take(pthread_mutex_t *k) {\n  pthread_mutex_lock(k);\n}",
    ),
    (
        "give",
        "static void give(pthread_mutex_t *k) {\n  pthread_mutex_unlock(k);\n}",
    ),
];

/// What is called at the beginning of `main` if the word stands in the program.
pub(super) const INITIALISATIONS: &[(&str, &str)] = &[
    ("barrier", "pthread_barrier_init(&barrier, 0, 2);"),
    ("sem0", "sem_init(&sem0, 0, 0);"),
    ("sem1", "sem_init(&sem1, 0, 1);"),
    ("spin0", "pthread_spin_init(&spin0, 0);"),
    ("standard0", "mtx_init(&standard0, 0);"),
    ("standard1", "mtx_init(&standard1, 0);"),
    ("permit", "sem_init(&permit, 0, 1);"),
    ("key0", "pthread_key_create(&key0, attached);"),
    (
        "recursive",
        "pthread_mutexattr_t kind;\npthread_mutexattr_init(&kind);\npthread_mutexattr_settype(&kind, 1);\npthread_mutex_init(&recursive, &kind);",
    ),
];
