// A set with room for all processors is filled.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
cpu_set_t set;

void *worker(void *unused) {
  sched_getaffinity(0, sizeof set, &set); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  sched_getaffinity(0, sizeof set, &set); // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
