// As many workers are joined as were created, whatever their number turns out to be.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++; // NORACE
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
  for (int i = 0; i < workers; i++)
    pthread_join(threads[i], NULL);
  counter++; // NORACE REACHABLE
  return 0;
}
