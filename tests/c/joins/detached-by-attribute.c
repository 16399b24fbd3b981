// A thread that is detached from its start cannot be joined.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_attr_t attribute;
  pthread_attr_init(&attribute);
  pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED);
  pthread_create(&id, &attribute, worker, NULL);
  pthread_join(id, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
