// The first number is never served before the numbers begin anew: then it is somebody else's as well.
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
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
