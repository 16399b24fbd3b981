// pepsin: exploration=off
// An atomic latch, which main sets before it creates the workers.
#include <pthread.h>
#include <stdatomic.h>
#define WORKERS 3
atomic_int pending;
int results[WORKERS];

void *worker(void *number) {
  results[(long)number] = 1;
  atomic_fetch_sub(&pending, 1);
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
    sum += results[i];
  return sum;
}
