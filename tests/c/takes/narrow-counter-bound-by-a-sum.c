// The ninth worker gets more than half of all numbers, to which another half is added: less than the limit, so that it goes on, to an element that the first one has.
#include <pthread.h>
#include <stdatomic.h>
#define HALF (1u << 31)
atomic_uint next;
int items[200];

void *worker(void *unused) {
  for (;;) {
    unsigned sum = atomic_fetch_add(&next, (1u << 28) + 1) + HALF;
    if (sum >= HALF + 100)
      return NULL;
    if (sum >= HALF) {
      items[sum - HALF]++;      // RACE
      items[sum - HALF + 16]++; // RACE
    }
  }
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 9; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
