// A function outside may return the address of a variable with external linkage.
#include <pthread.h>
int shared;
int *find(void);

void *worker(void *unused) {
  *find() = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
