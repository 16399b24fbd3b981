// The time that the process has taken is the same by all its clocks, and not negative.
#include <pthread.h>
#include <time.h>
int passed, never;

void *worker(void *unused) {
  struct timespec time;
  clock_t before = clock();
  if (before < 0 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
    return NULL;
  long after = time.tv_sec * 1000000 + time.tv_nsec / 1000;
  if (after > before)
    passed++; // RACE CONFIRMED
  if (after < before)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
