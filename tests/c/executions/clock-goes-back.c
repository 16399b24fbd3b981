// A clock that only goes on never shows an earlier time.
#include <pthread.h>
#include <time.h>
int shared;

void *worker(void *unused) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  clock_gettime(CLOCK_MONOTONIC, &after);
  if (after.tv_sec < before.tv_sec)
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
