// What lies between two objects leads from the one to the other.
#include <pthread.h>
#include <stdint.h>
int here, there;

void *worker(void *unused) {
  uintptr_t between = (uintptr_t)&there - (uintptr_t)&here;
  *(int *)((uintptr_t)&here + between) = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  there = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
