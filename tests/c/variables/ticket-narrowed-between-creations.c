// pepsin: exploration=off
// The number is cut to eight bits: the worker number 256 gets the item of the first one.
#include <pthread.h>
int items[256];

void *worker(void *item) {
  items[(long)item]++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0;; i = (unsigned char)(i + 1))
    pthread_create(&id, NULL, worker, (void *)(long)i);
}
