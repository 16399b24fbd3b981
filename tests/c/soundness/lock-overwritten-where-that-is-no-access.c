// pepsin: releases=ignored
// A mutex that is overwritten while it is held does not protect any more, even where that is no access of its own.
#include <pthread.h>
#include <string.h>
struct {
  pthread_mutex_t mutex;
  int data;
} cell = {PTHREAD_MUTEX_INITIALIZER, 0};

void *worker(void *unused) {
  pthread_mutex_lock(&cell.mutex);
  memset(&cell.mutex, 0, sizeof cell.mutex);
  cell.data++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
