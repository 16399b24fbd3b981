// No worker looks at the numbers that it takes from eight bits, so it takes all of them many times.
#include <pthread.h>
#include <stdatomic.h>
atomic_uchar next;
int items[256];

void *worker(void *unused) {
  for (int round = 0; round < 1000; round++) {
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
