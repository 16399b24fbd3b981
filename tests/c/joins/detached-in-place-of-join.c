// Detaching is not joining.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_detach(id);
  shared++; // RACE REACHABLE
  return 0;
}
