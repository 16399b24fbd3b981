// One thread makes the attribute behind the other.
#define _GNU_SOURCE
#include <pthread.h>

pthread_condattr_t attribute;

static void *worker(void *unused) {
  pthread_condattr_init(&attribute);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_condattr_init(&attribute);
  return 0;
}
