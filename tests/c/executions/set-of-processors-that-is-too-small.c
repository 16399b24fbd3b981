// A set without room for any processor is left as it is.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
cpu_set_t set;

void *worker(void *unused) {
  sched_getaffinity(0, 1, &set); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  sched_getaffinity(0, 1, &set); // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
