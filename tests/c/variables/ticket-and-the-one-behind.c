// pepsin: exploration=off
// Each worker uses its item and the next one.
#include <pthread.h>
int items[100001];

void *worker(void *item) {
  int *own = &items[(long)item];
  own[0]++; // RACE
  own[1]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long i = 0; i < 100000; i = i + 1)
    pthread_create(&id, NULL, worker, (void *)i);
  return 0;
}
