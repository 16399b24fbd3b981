// A local variable is read while the worker may write it.
#include <pthread.h>

void *worker(void *cell) {
  *(int *)cell = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int local = 0;
  local++; // NORACE
  pthread_create(&id, NULL, worker, &local);
  if (local) // RACE
    return 1;
  pthread_join(id, NULL);
  return local; // NORACE REACHABLE
}
