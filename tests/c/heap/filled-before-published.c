// An object is filled before others can see it.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *published;

void *worker(void *unused) {
  int *cell = malloc(sizeof *cell);
  *cell = 1; // NORACE
  pthread_mutex_lock(&mutex);
  published = cell; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (published) // NORACE
    *published = 2; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
