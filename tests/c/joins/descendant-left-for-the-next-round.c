// The helper outlives the worker that is joined, and meets the next one.
#include <pthread.h>
int shared;
int input(void);

void *helper(void *unused) {
  shared++; // RACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, helper, NULL);
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(id, NULL);
    shared = 0; // RACE
  }
  return 0;
}
