// The turn is passed on to the next but one: in the end to somebody who has the number of another one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int data;

static void *worker(void *unused) {
  for (;;) {
    unsigned char number = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != number)
      ;
    data++; // IMPRECISE
    atomic_fetch_add(&serving, 2);
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
