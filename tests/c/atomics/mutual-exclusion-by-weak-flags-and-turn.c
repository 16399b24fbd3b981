// Peterson's algorithm needs more order than release and acquire: a store may be seen late.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants_first, wants_second, turn;
static int shared;

static void *first(void *unused) {
  atomic_store_explicit(&wants_first, 1, memory_order_release);
  atomic_store(&turn, 2);
  while (atomic_load(&wants_second) && atomic_load(&turn) == 2)
    ;
  shared++; // RACE
  atomic_store(&wants_first, 0);
  return NULL;
}

static void *second(void *unused) {
  atomic_store(&wants_second, 1);
  atomic_store(&turn, 1);
  while (atomic_load_explicit(&wants_first, memory_order_acquire) && atomic_load(&turn) == 1)
    ;
  shared--; // RACE
  atomic_store(&wants_second, 0);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return shared; // NORACE
}
