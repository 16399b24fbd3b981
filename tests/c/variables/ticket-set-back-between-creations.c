// pepsin: exploration=off
// The number starts again: two workers get each item.
#include <pthread.h>
int items[100];

void *worker(void *item) {
  items[(long)item]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long i = 0;; i = i + 1) {
    if (i == 100)
      i = 0;
    pthread_create(&id, NULL, worker, (void *)i);
  }
}
