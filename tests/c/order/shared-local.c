// A local variable whose address a thread has is read before or behind the call.
#include <pthread.h>

void *worker(void *shared) {
  (*(int *)shared)++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int shared = 0;
  pthread_create(&id, NULL, worker, &shared);
  return pthread_join(id, NULL) + shared; // RACE REACHABLE
}
