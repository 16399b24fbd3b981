//! Small programs with two threads, each with what their executions are expected to show.

/// Declarations that the programs share.
pub const HEADER: &str = "
typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[56]; long align; } pthread_rwlock_t; typedef union { char size[48]; long align; } pthread_cond_t;
typedef union { char size[32]; long align; } pthread_barrier_t; typedef union { char size[32]; long align; } sem_t;
typedef int pthread_once_t; typedef unsigned pthread_key_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); int pthread_join(pthread_t, void **);
void pthread_exit(void *) __attribute__((noreturn)); pthread_t pthread_self(void);
int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_trylock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_init(pthread_mutex_t *, const void *); int pthread_mutexattr_init(void *); int pthread_mutexattr_settype(void *, int);
int pthread_rwlock_rdlock(pthread_rwlock_t *); int pthread_rwlock_wrlock(pthread_rwlock_t *); int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *); int pthread_cond_signal(pthread_cond_t *);
int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned); int pthread_barrier_wait(pthread_barrier_t *);
int pthread_once(pthread_once_t *, void (*)(void)); int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *); void *pthread_getspecific(pthread_key_t);
int sem_init(sem_t *, int, unsigned); int sem_wait(sem_t *); int sem_post(sem_t *);
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long); int printf(const char *, ...);
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); _Bool __VERIFIER_nondet_bool(void); int __VERIFIER_nondet_int(void); void abort(void);
int pthread_cancel(pthread_t); void pthread_testcancel(void); void (*signal(int, void (*)(int)))(int); int raise(int);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int x, y; pthread_mutex_t m, n; pthread_t t, u;
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Race,
    NoRace,
}
use Expected::{NoRace, Race};

/// What a program shows, what to expect, the code of its thread and of `main` after the creation and before the join, and globals.
pub struct Case {
    pub name: &'static str,
    pub expected: Expected,
    pub globals: &'static str,
    pub thread: &'static str,
    pub main: &'static str,
}

pub const fn case(
    name: &'static str,
    expected: Expected,
    globals: &'static str,
    thread: &'static str,
    main: &'static str,
) -> Case {
    Case {
        name,
        expected,
        globals,
        thread,
        main,
    }
}

pub const CASES: &[Case] = &[
    case("two writes", Race, "", "x = 1;", "x = 2;"),
    case("a write and a read", Race, "", "x = 1;", "y = x;"),
    case("two reads", NoRace, "", "y = x;", "int z = x;"),
    case(
        "a release of memory behind a read of it",
        NoRace,
        "int *p; sem_t s; __attribute__((constructor)) void prepare(void) { p = malloc(4); *p = 1; }",
        "y = *p; sem_post(&s);",
        "sem_wait(&s); free(p);",
    ),
    case("one seed", Race, "int rand_r(unsigned *); unsigned seed;", "rand_r(&seed);", "rand_r(&seed);"),
    case(
        "two seeds",
        NoRace,
        "int rand_r(unsigned *); unsigned seed, other;",
        "rand_r(&seed);",
        "rand_r(&other);",
    ),
    case("different variables", NoRace, "", "x = 1;", "y = 1;"),
    case(
        "one mutex",
        NoRace,
        "",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    ),
    case(
        "two mutexes",
        Race,
        "",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);",
    ),
    case(
        "a recursive mutex is free only after the last unlock",
        NoRace,
        "pthread_mutex_t r;
        __attribute__((constructor)) void prepare(void) { int kind; pthread_mutexattr_settype(&kind, 1); pthread_mutex_init(&r, &kind); }",
        "pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r); x++; pthread_mutex_unlock(&r);",
        "pthread_mutex_lock(&r); x++; pthread_mutex_unlock(&r);",
    ),
    case(
        "trylock that succeeds",
        NoRace,
        "",
        "if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }",
        "if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }",
    ),
    case(
        "trylock that is ignored",
        Race,
        "",
        "pthread_mutex_trylock(&m); x++;",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    ),
    case(
        "readers and a writer",
        NoRace,
        "pthread_rwlock_t rw;",
        "pthread_rwlock_rdlock(&rw); y = x; pthread_rwlock_unlock(&rw);",
        "pthread_rwlock_wrlock(&rw); x = 1; pthread_rwlock_unlock(&rw);",
    ),
    case(
        "a writer under a read lock",
        Race,
        "pthread_rwlock_t rw;",
        "pthread_rwlock_rdlock(&rw); x = 1; pthread_rwlock_unlock(&rw);",
        "pthread_rwlock_rdlock(&rw); x = 2; pthread_rwlock_unlock(&rw);",
    ),
    case(
        "waiting for a flag under a condition",
        NoRace,
        "pthread_cond_t c; int ready;",
        "x = 1; pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); x = 2;",
    ),
    case(
        "a barrier separates phases",
        NoRace,
        "pthread_barrier_t b; __attribute__((constructor)) void prepare(void) { pthread_barrier_init(&b, 0, 2); }",
        "x = 1; pthread_barrier_wait(&b); y = 1;",
        "y = 2; pthread_barrier_wait(&b); x = 2;",
    ),
    case(
        "behind a barrier both are concurrent",
        Race,
        "pthread_barrier_t b; __attribute__((constructor)) void prepare(void) { pthread_barrier_init(&b, 0, 2); }",
        "pthread_barrier_wait(&b); x = 1;",
        "pthread_barrier_wait(&b); x = 2;",
    ),
    case(
        "a semaphore hands over",
        NoRace,
        "sem_t s;",
        "x = 1; sem_post(&s);",
        "sem_wait(&s); x = 2;",
    ),
    case(
        "a semaphore in the wrong direction",
        Race,
        "sem_t s;",
        "sem_post(&s); x = 1;",
        "sem_wait(&s); x = 2;",
    ),
    case(
        "once",
        NoRace,
        "pthread_once_t o; void first(void) { x = 1; }",
        "pthread_once(&o, first); int z = x;",
        "pthread_once(&o, first); int z = x;",
    ),
    case(
        "before once is not ordered",
        Race,
        "pthread_once_t o; void first(void) { x = 1; }",
        "y = 1; pthread_once(&o, first);",
        "pthread_once(&o, first); y = 2;",
    ),
    case("atomics", NoRace, "_Atomic int a;", "a++;", "a = 2;"),
    case(
        "an atomic and a plain access",
        Race,
        "",
        "__atomic_fetch_add(&x, 1, 5);",
        "y = x;",
    ),
    case(
        "an atomic flag hands over",
        NoRace,
        "_Atomic int f;",
        "x = 1; f = 1;",
        "if (f) x = 2;",
    ),
    case(
        "Peterson's algorithm with atomics",
        NoRace,
        "_Atomic int want[2]; _Atomic int turn;",
        "want[0] = 1; turn = 1; while (want[1] && turn == 1); x++; want[0] = 0;",
        "want[1] = 1; turn = 0; while (want[0] && turn == 0); x++; want[1] = 0;",
    ),
    case(
        "Peterson's algorithm with the turn taken first",
        Race,
        "_Atomic int want[2]; _Atomic int turn;",
        "turn = 1; want[0] = 1; while (want[1] && turn == 1); x++; want[0] = 0;",
        "turn = 0; want[1] = 1; while (want[0] && turn == 0); x++; want[1] = 0;",
    ),
    case(
        "atomic blocks",
        NoRace,
        "",
        "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
    ),
    case(
        "an atomic block and a plain access",
        Race,
        "",
        "__VERIFIER_atomic_begin(); y++; x++; __VERIFIER_atomic_end();",
        "x = 2;",
    ),
    case(
        "a lock inside an atomic block",
        NoRace,
        "",
        "__VERIFIER_atomic_begin(); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); __VERIFIER_atomic_end();",
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    ),
    case(
        "bytes of a union overlap",
        Race,
        "union { int whole; char byte[4]; } w;",
        "w.whole = 1;",
        "w.byte[3] = 1;",
    ),
    case(
        "different bytes of a union",
        NoRace,
        "union { int whole; char byte[4]; } w;",
        "w.byte[0] = 1;",
        "w.byte[3] = 1;",
    ),
    case(
        "adjacent bit-fields are one location",
        Race,
        "struct { unsigned a : 3, b : 5; } s;",
        "s.a = 1;",
        "s.b = 1;",
    ),
    case(
        "a zero-width field separates bit-fields",
        NoRace,
        "struct { unsigned a : 3; unsigned : 0; unsigned b : 5; } s;",
        "s.a = 1;",
        "s.b = 1;",
    ),
    case(
        "memcpy reads and writes",
        Race,
        "int a[2], b[2];",
        "memcpy(a, b, sizeof a);",
        "b[1] = 1;",
    ),
    case(
        "printf reads its strings",
        Race,
        "char s[4];",
        "printf(\"%s\", s);",
        "s[0] = 'a';",
    ),
    case(
        "thread-local memory",
        NoRace,
        "_Thread_local int own;",
        "own = 1;",
        "own = 2;",
    ),
    case(
        "an input decides",
        Race,
        "",
        "if (__VERIFIER_nondet_bool()) x = 1;",
        "x = 2;",
    ),
    case(
        "an input picks an element",
        Race,
        "int a[10];",
        "int i = __VERIFIER_nondet_int(); if (0 <= i && i < 10) a[i] = 1;",
        "a[7] = 2;",
    ),
    case(
        "an input picks an element and its lock",
        NoRace,
        "int a[10]; pthread_mutex_t l[10]; int f(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 9) abort(); return i; }",
        "int i = f(); pthread_mutex_lock(&l[i]); a[i] = 1; pthread_mutex_unlock(&l[i]);",
        "int i = f(); pthread_mutex_lock(&l[i]); a[i] = 2; pthread_mutex_unlock(&l[i]);",
    ),
    case(
        "an input picks an element and the lock of another one",
        Race,
        "int a[10]; pthread_mutex_t l[10]; int f(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 9) abort(); return i; }",
        "int i = f(); pthread_mutex_lock(&l[i]); a[i] = 1; pthread_mutex_unlock(&l[i]);",
        "int i = f(); pthread_mutex_lock(&l[9 - i]); a[i] = 2; pthread_mutex_unlock(&l[9 - i]);",
    ),
    case(
        "an input switches",
        Race,
        "",
        "switch (__VERIFIER_nondet_int()) { case 1: case 2: y = 1; break; case 77: x = 1; break; default: break; }",
        "x = 2;",
    ),
    case(
        "an input is compared on both sides",
        NoRace,
        "",
        "int i = __VERIFIER_nondet_int(); if (i > 5) { if (i < 3) x = 1; }",
        "x = 2;",
    ),
    case(
        "an input is stored",
        NoRace,
        "int a;",
        "a = __VERIFIER_nondet_int();",
        "x = 2;",
    ),
    case(
        "an input is stored and bounds a loop later",
        NoRace,
        "int a, b[3];",
        "a = __VERIFIER_nondet_int(); if (0 <= a && a < 3) b[a] = 1;",
        "x = 2;",
    ),
    case(
        "memory without a value is copied",
        NoRace,
        "int a[4];",
        "int b[4]; b[1] = 1; for (int i = 0; i < 4; i++) a[i] = b[i];",
        "x = 2;",
    ),
    case(
        "locals of a loop",
        NoRace,
        "_Atomic int f; int read(int *p) { *p = f; return *p; }",
        "int v; do { int w; v = read(&w); } while (!v); x = 1;",
        "x = 2; f = 1;",
    ),
    case(
        "a function pointer",
        Race,
        "void f(void) { x = 1; } void (*p)(void) = f;",
        "p();",
        "x = 2;",
    ),
    case(
        "pthread_exit at depth",
        NoRace,
        "void deep(int n) { if (n) deep(n - 1); else pthread_exit(0); }",
        "deep(3); x = 1;",
        "x = 2;",
    ),
];

/// What is executed, but open in a search of all states: call-backs of the library, and cancellation.
pub const ONLY_EXECUTED: &[Case] = &[
    case(
        "a destructor of thread-specific data runs before the join",
        Race,
        "pthread_key_t k; void end(void *p) { x = 1; } __attribute__((constructor)) void prepare(void) { pthread_key_create(&k, end); }",
        "pthread_setspecific(k, &y);",
        "x = 2;",
    ),
    case(
        "a sorted array is read",
        Race,
        "int a[3] = {3, 1, 2}; int less(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }",
        "qsort(a, 3, sizeof(int), less);",
        "y = a[1];",
    ),
    case(
        "a sorted array is in order",
        NoRace,
        "int a[5] = {3, 1, 5, 4, 2}; int less(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }",
        "x = 1;",
        "qsort(a, 5, sizeof(int), less); for (int i = 0; i < 5; i++) if (a[i] != i + 1) x = 2;",
    ),
    case(
        "comparisons count",
        Race,
        "int a[3]; int less(const void *p, const void *q) { x++; return 0; }",
        "qsort(a, 3, sizeof(int), less);",
        "y = x;",
    ),
    case(
        "a handler writes",
        Race,
        "void handle(int number) { x = number; }",
        "signal(10, handle); raise(10);",
        "y = x;",
    ),
    case(
        "an ignored signal",
        NoRace,
        "void handle(int number) { x = number; }",
        "signal(10, (void (*)(int))1); raise(10);",
        "y = x;",
    ),
    case(
        "a cancelled thread goes on up to a test",
        Race,
        "",
        "x = 1; pthread_testcancel();",
        "pthread_cancel(t); y = x;",
    ),
    case(
        "a cancelled thread ends at a test",
        NoRace,
        "",
        "for (;;) pthread_testcancel(); x = 1;",
        "pthread_cancel(t); y = x;",
    ),
];
