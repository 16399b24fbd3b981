// A set of processors takes memory, which may not be had.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
int shared;

void *worker(void *unused) {
  pthread_attr_t attribute;
  cpu_set_t set;
  CPU_ZERO(&set);
  pthread_attr_init(&attribute);
  if (pthread_attr_setaffinity_np(&attribute, sizeof set, &set) == ENOMEM)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
