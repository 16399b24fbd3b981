// pepsin: exploration=off
// What is freed may still be used.
#include <pthread.h>
#include <stdlib.h>
int *record, users = 3;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void leave(void) {
  pthread_mutex_lock(&mutex);
  int left = --users;
  pthread_mutex_unlock(&mutex);
  if (left == 1) {
    *record = 0; // RACE
    free(record); // RACE
  }
}

void *worker(void *unused) {
  int value = *record; // RACE
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
