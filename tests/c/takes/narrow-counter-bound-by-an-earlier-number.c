// Each worker looks at the first number that it takes, and takes as many others as it wants.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

void *worker(void *unused) {
  unsigned char first = atomic_fetch_add(&next, 1);
  for (int round = 0; first < 100 && round < 1000; round++) {
    unsigned char i = atomic_fetch_add(&next, 1);
    items[i]++; // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
