// "Concurrent access to the variable being initialized, even via an atomic operation, constitutes a data race" (C17 7.17.2.2).
#include <pthread.h>
#include <stdatomic.h>
atomic_int value;

void *worker(void *unused) {
  atomic_load(&value); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  atomic_init(&value, 1); // RACE
  pthread_join(id, NULL);
  return 0;
}
