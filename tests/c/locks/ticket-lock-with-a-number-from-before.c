// Both counters hold the same where the threads start, but main waits with an earlier number.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving = 1;
static int data;

static void *worker(void *unused) {
  for (;;) {
    unsigned char number = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != number)
      ;
    data++; // RACE
    atomic_fetch_add(&serving, 1);
  }
}

int main(void) {
  pthread_t one, other;
  unsigned char number = atomic_fetch_add(&next, 1);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  while (atomic_load(&serving) != number)
    ;
  data++; // RACE
  atomic_fetch_add(&serving, 1);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
