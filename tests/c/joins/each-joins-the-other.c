// Of two threads that join each other one is told so, and goes on.
#include <pthread.h>
int shared;
pthread_t first;

void *helper(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  pthread_create(&id, NULL, helper, NULL);
  pthread_join(first, NULL);
  pthread_join(id, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  first = pthread_self();
  pthread_create(&id, NULL, worker, NULL);
  if (pthread_join(id, NULL))
    shared = 2; // RACE REACHABLE
  return 0;
}
