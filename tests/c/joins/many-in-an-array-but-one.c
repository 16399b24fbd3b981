// The first of many threads is not joined.
#include <pthread.h>
#define THREADS 40
int results[THREADS], sum;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  long number = (long)argument;
  results[number] = 1; // RACE
  pthread_mutex_lock(&mutex);
  sum++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  for (long number = 0; number < THREADS; number++)
    pthread_create(&ids[number], NULL, worker, (void *)number);
  for (int number = 1; number < THREADS; number++)
    pthread_join(ids[number], NULL);
  return results[0] + sum; // RACE
}
