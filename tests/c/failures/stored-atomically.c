// The error is stored and looked at by the functions of C11.
#include <pthread.h>
#include <stdatomic.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  atomic_int error;
  atomic_store(&error, pthread_create(&two, NULL, idle, NULL));
  if (atomic_load(&error))
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
