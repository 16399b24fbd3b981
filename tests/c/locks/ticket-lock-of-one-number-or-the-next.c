// Who waits for its number or the next one may find the turn of somebody else.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long next, serving = 1;
static int data;

static void *worker(void *unused) {
  for (;;) {
    long number = atomic_fetch_add(&next, 1);
    long more = rand() & 1;
    while (atomic_load(&serving) != number + more)
      ;
    data++; // RACE
    atomic_fetch_add(&serving, 1);
  }
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
