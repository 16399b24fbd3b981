// Each worker looks at the first number that a function takes for it, which takes as many others as it is called.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

static unsigned char take(void) { return atomic_fetch_add(&next, 1); }

void *worker(void *unused) {
  unsigned char first = take();
  for (int round = 0; first < 100 && round < 1000; round++) {
    unsigned char i = take();
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
