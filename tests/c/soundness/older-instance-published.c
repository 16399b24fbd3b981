// The instance of the round before was published; the recent one was not.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *published;

void *worker(void *unused) {
  int *previous = NULL;
  for (int i = 0; i < 3; i++) {
    int *cell = malloc(sizeof *cell);
    *cell = i; // NORACE
    if (previous)
      *previous = 7; // RACE
    pthread_mutex_lock(&mutex);
    published = cell; // NORACE
    pthread_mutex_unlock(&mutex);
    previous = cell;
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  int *seen = published; // NORACE
  pthread_mutex_unlock(&mutex);
  return seen ? *seen : 0; // RACE
}
