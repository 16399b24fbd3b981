// The loop stops before the element of the worker.
#include <pthread.h>
int cells[8];

void *worker(void *unused) {
  cells[0] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (unsigned i = 8; i-- > 1;)
    cells[i] = 2; // NORACE
  return 0;
}
