// pepsin: predicates=SL,TF exploration=off
// The lock stands at a constant distance from the data, in whichever object.
#include <pthread.h>
#include <stdlib.h>
struct cell {
  pthread_mutex_t mutex;
  int data;
} *cells[2];

void *worker(void *arg) {
  struct cell *cell = cells[(long)arg % 2];
  pthread_mutex_lock(&cell->mutex);
  cell->data++; // NORACE REACHABLE
  pthread_mutex_unlock(&cell->mutex);
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  for (int i = 0; i < 2; i++) {
    cells[i] = calloc(1, sizeof *cells[i]);      // NORACE
    pthread_mutex_init(&cells[i]->mutex, NULL); // NORACE
  }
  for (long i = 0; i < 3; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  return 0;
}
