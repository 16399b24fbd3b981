// A helper that changes a variable through a pointer changes what its callers know of it.
#include <pthread.h>

static int mode;
static int *where = &mode;
static int data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void reset(void) { *where = 0; }

static void again(void) { reset(); }

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  data++; // RACE
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  mode = 1;
  again();
  pthread_create(&thread, NULL, worker, NULL);
  if (mode != 1)
    data = 5; // RACE
  pthread_join(thread, NULL);
  return 0;
}
