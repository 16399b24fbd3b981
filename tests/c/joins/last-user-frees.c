// pepsin: exploration=off
// Users are counted under a mutex; the last one frees what they used.
#include <pthread.h>
#include <stdlib.h>
int *record, users = 3;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void leave(void) {
  pthread_mutex_lock(&mutex);
  int left = --users;
  pthread_mutex_unlock(&mutex);
  if (left == 0) {
    *record = 0;
    free(record);
  }
}

void *worker(void *unused) {
  int value = *record;
  leave();
  return NULL;
}

int main(void) {
  pthread_t id;
  record = malloc(sizeof *record);
  *record = 1;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, worker, NULL);
  leave();
  return 0;
}
