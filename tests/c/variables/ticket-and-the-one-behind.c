// pepsin: exploration=off
// Each worker uses its item and the next one.
#include <pthread.h>
int items[101];

void *worker(void *item) {
  items[(long)item]++;     // RACE
  items[(long)item + 1]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long i = 0; i < 100; i = i + 1)
    pthread_create(&id, NULL, worker, (void *)i);
  return 0;
}
