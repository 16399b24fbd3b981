// A weak compare-and-exchange may fail although the value is as expected.
#include <pthread.h>
#include <stdatomic.h>
int shared;

void *worker(void *unused) {
  _Atomic int own = 0;
  int expected = 0;
  if (!atomic_compare_exchange_weak(&own, &expected, 1))
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
