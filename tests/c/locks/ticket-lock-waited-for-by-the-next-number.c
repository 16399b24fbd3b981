// Some threads wait for their own number, others for the next one, which may be another thread's own: both go on at once.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, serving = 1;
static int shared;

static void *early(void *unused) {
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  shared++; // RACE CONFIRMED
  atomic_fetch_add(&serving, 1);
  return unused;
}

static void *late(void *unused) {
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine + 1)
    ;
  shared++; // RACE CONFIRMED
  atomic_fetch_add(&serving, 1);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, late, NULL);
  pthread_create(&other, NULL, early, NULL);
  return 0;
}
