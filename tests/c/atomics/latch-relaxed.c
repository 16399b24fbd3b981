// pepsin: exploration=off memory-model=c11
// A latch that is counted down without order: zero says nothing of what came before.
#include <pthread.h>
#include <stdatomic.h>
#define WORKERS 3
atomic_int pending;
int results[WORKERS];

void *worker(void *number) {
  results[(long)number] = 1; // RACE
  atomic_fetch_sub_explicit(&pending, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  atomic_store(&pending, WORKERS);
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&id, NULL, worker, (void *)i);
  while (atomic_load(&pending) > 0)
    ;
  int sum = 0;
  for (int i = 0; i < WORKERS; i++)
    sum += results[i]; // RACE
  return sum;
}
