// A number that was served is waited for again: when it comes to its turn, it is somebody else's.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int data;

static void *patient(void *unused) {
  unsigned char number = atomic_fetch_add(&next, 1);
  for (;;) {
    while (atomic_load(&serving) != number)
      ;
    data++; // RACE
    atomic_fetch_add(&serving, 1);
  }
}

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
  pthread_create(&one, NULL, patient, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
