// Once the worker was created, main races with it.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  shared = 2; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  shared = 3; // RACE
  return 0;
}
