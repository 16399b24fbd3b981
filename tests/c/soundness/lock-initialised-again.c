// A mutex that is initialised while it is held does not protect any more.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex); // RACE
  pthread_mutex_init(&mutex, NULL); // RACE
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
