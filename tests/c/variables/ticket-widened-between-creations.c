// pepsin: exploration=off
// The number grows as a wider one: each worker has an item of its own.
#include <pthread.h>
int items[256];

void *worker(void *item) {
  items[(int)(long)item]++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  for (long wide = 0; wide < 256; wide = wide + 1)
    pthread_create(&id, NULL, worker, (void *)wide);
}
