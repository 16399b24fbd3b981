// Two undefined variables may point to the same memory.
#include <pthread.h>
extern int *here, *there;

void *worker(void *unused) {
  *here = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  *there = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
