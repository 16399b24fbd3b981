// Who finds that it is not its turn takes another number: sooner or later it has the number of the one who is inside.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int data;

static void acquire(void) {
  unsigned char number;
  do
    number = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != number);
}

static void *worker(void *unused) {
  for (;;) {
    acquire();
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
