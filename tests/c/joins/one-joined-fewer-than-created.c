// One worker fewer is joined than were created.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  int workers = rand();
  if (workers < 1 || workers > 6)
    return 1;
  pthread_t threads[6];
  for (int i = 0; i < workers; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 1; i < workers; i++)
    pthread_join(threads[i], NULL);
  counter++; // RACE REACHABLE
  return 0;
}
