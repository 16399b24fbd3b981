// Two threads make one attribute.
#define _GNU_SOURCE
#include <pthread.h>

pthread_condattr_t attribute;

static void *worker(void *unused) {
  pthread_condattr_init(&attribute); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_condattr_init(&attribute); // RACE
  pthread_join(thread, NULL);
  return 0;
}
