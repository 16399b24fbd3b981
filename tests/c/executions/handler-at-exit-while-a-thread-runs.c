// Who has registered a handler does not wait for its threads at the end of `main`.
#include <pthread.h>
#include <stdlib.h>
static int stop, shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int seen = stop;
    pthread_mutex_unlock(&lock);
    if (seen)
      break;
  }
  shared++; // RACE CONFIRMED
  return NULL;
}

static void report(void) {
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_mutex_unlock(&lock);
  shared++; // RACE CONFIRMED
}

int main(void) {
  pthread_t thread;
  atexit(report);
  pthread_create(&thread, NULL, run, NULL);
  return 0;
}
