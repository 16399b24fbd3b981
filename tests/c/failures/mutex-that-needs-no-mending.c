// Only a robust mutex whose owner has ended is made consistent: of others the call tells that it failed.
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

void *worker(void *unused) {
  data++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (pthread_mutex_consistent(&mutex) != 0)
    data++; // RACE
  pthread_join(id, NULL);
  return 0;
}
