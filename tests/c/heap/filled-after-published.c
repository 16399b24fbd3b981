// An object is filled when others see it already.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *published;

void *worker(void *unused) {
  int *cell = malloc(sizeof *cell);
  pthread_mutex_lock(&mutex);
  published = cell; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  *cell = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (published) // NORACE
    *published = 2; // RACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
