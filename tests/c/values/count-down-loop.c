// The loop counts down to the element of the worker.
#include <pthread.h>
int cells[8];

void *worker(void *unused) {
  cells[0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (unsigned i = 8; i-- > 0;)
    cells[i] = 2; // RACE
  return 0;
}
