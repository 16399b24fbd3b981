// What a library function writes of a record is that record, and nothing of the one behind it.
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define WORKERS 4

static struct worker {
  struct timespec start, end;
  struct timeval day;
  time_t second;
  unsigned seed;
  long sum;
} workers[WORKERS];

static void *work(void *argument) {
  struct worker *own = argument;
  clock_gettime(CLOCK_MONOTONIC, &own->start); // NORACE
  gettimeofday(&own->day, NULL);               // NORACE
  time(&own->second);                          // NORACE
  own->sum += rand_r(&own->seed) % 10;         // NORACE
  clock_gettime(CLOCK_MONOTONIC, &own->end);   // NORACE
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], NULL, work, &workers[i]);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
