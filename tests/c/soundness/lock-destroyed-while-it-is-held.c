// pepsin: releases=ignored exploration=off
// A mutex that is destroyed while it is held does not protect any more.
#include <pthread.h>
struct {
  pthread_mutex_t mutex;
  int data;
} cell = {PTHREAD_MUTEX_INITIALIZER, 0};

void *worker(void *unused) {
  pthread_mutex_lock(&cell.mutex);
  pthread_mutex_destroy(&cell.mutex);
  cell.data++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
