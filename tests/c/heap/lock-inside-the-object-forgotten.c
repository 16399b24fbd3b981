// One side forgets the mutex inside the object.
#include <pthread.h>
#include <stdlib.h>
struct cell {
  pthread_mutex_t mutex;
  int data;
} *cell;

void *worker(void *unused) {
  pthread_mutex_lock(&cell->mutex);
  cell->data++; // RACE REACHABLE
  pthread_mutex_unlock(&cell->mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  cell = malloc(sizeof *cell);
  pthread_mutex_init(&cell->mutex, NULL);
  cell->data = 0; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  cell->data--; // RACE REACHABLE
  return 0;
}
