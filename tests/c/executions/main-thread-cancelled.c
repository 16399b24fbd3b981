// What runs at exit runs behind the last thread, if the main thread is cancelled.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int v;
static atomic_int done;
static pthread_key_t key;

static void destroy(void *unused) {}

static void at_exit(void) {
  if (!atomic_load(&done))
    v++; // IMPRECISE
}

static void *worker(void *unused) {
  v++; // IMPRECISE
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &v);
  atexit(at_exit);
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  return 0;
}
