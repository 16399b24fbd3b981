// A trylock gives EBUSY, not EDEADLK, so the loop ends at once.
#include <errno.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void *worker(void *unused) {
  for (int round = 0; round < 1000; round++) {
    while (pthread_mutex_trylock(&mutex) == EDEADLK)
      ;
    shared++; // RACE
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
