// A function that cleans up runs where it is taken back: the lock is free behind that.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void unlock(void *lock) {
  pthread_mutex_unlock(lock);
}

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_cleanup_pop(1);
  shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  shared++; // RACE CONFIRMED
  pthread_mutex_unlock(&mutex);
  return 0;
}
