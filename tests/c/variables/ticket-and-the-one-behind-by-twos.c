// pepsin: exploration=off
// Each worker uses its item and the next one, and every other item has a worker.
#include <pthread.h>
int items[101];

void *worker(void *item) {
  items[(long)item]++;     // NORACE
  items[(long)item + 1]++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long i = 0; i < 100; i = i + 2)
    pthread_create(&id, NULL, worker, (void *)i);
  return 0;
}
