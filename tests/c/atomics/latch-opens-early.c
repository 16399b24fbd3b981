// Main does not wait for the last worker.
#include <pthread.h>
#include <stdatomic.h>
#define WORKERS 3
atomic_int pending;
int results[WORKERS];

void *worker(void *number) {
  results[(long)number] = 1; // RACE
  atomic_fetch_sub(&pending, 1);
  return NULL;
}

int main(void) {
  pthread_t id;
  atomic_store(&pending, WORKERS);
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&id, NULL, worker, (void *)i);
  while (atomic_load(&pending) > 1)
    ;
  int sum = 0;
  for (int i = 0; i < WORKERS; i++)
    sum += results[i]; // RACE
  return sum;
}
