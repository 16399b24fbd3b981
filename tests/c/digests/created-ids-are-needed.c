// pepsin: predicates=L,TF exploration=off
// The thread flag does not know that the child is not started yet.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  shared = 2; // RACE
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
