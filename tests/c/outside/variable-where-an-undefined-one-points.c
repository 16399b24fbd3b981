// An undefined variable may point to one with external linkage.
#include <pthread.h>
extern int *somewhere;
int shared;

void *worker(void *unused) {
  *somewhere = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
