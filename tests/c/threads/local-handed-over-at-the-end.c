// A local variable is handed over and not touched any more before the join.
#include <pthread.h>

void *worker(void *cell) {
  *(int *)cell = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int local = 0;
  local++; // NORACE
  pthread_create(&id, NULL, worker, &local);
  pthread_join(id, NULL);
  return local; // NORACE REACHABLE
}
