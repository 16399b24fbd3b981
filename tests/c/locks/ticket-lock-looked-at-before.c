// The turn is looked at before the number is taken: in between, the numbers may have begun anew.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int data;

static void *worker(void *unused) {
  for (;;) {
    unsigned char seen = atomic_load(&serving);
    unsigned char number = atomic_fetch_add(&next, 1);
    if (seen != number)
      while (atomic_load(&serving) != number)
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
