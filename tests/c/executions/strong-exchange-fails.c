// A strong compare-and-exchange fails only if the value is another one.
#include <pthread.h>
#include <stdatomic.h>
int shared;

void *worker(void *unused) {
  _Atomic int own = 0;
  int expected = 0;
  if (!atomic_compare_exchange_strong(&own, &expected, 1))
    shared++; // IMPRECISE
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
