// The mutexes of an array are initialised in a loop.
#include <pthread.h>
pthread_mutex_t mutexes[4];
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutexes[3]);
  shared++; // NORACE REACHABLE
  pthread_mutex_unlock(&mutexes[3]);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&mutexes[i], NULL);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
