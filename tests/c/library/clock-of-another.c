// A record of the time that two threads write.
#include <pthread.h>
#include <time.h>

static struct worker {
  struct timespec start, end;
} workers[2];

static void *work(void *argument) {
  struct worker *own = argument;
  clock_gettime(CLOCK_MONOTONIC, &own->start);      // RACE
  clock_gettime(CLOCK_MONOTONIC, &workers[1].start); // RACE CONFIRMED
  clock_gettime(CLOCK_MONOTONIC, &own->end);        // NORACE
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &workers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
