// A plain store races with an atomic builtin.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  __sync_fetch_and_add(&shared, 1); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 1; // RACE
  return 0;
}
