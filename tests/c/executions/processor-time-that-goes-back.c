// The time that a process has taken does not go back.
#include <pthread.h>
#include <time.h>
int shared;

static void *worker(void *unused) {
  clock_t before = clock(), after = clock();
  if (after < before)
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
