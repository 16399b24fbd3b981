// A thread runs on one of the processors that there are.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
int shared, never;

void *worker(void *unused) {
  if (sched_getcpu() == 0)
    shared++; // RACE CONFIRMED
  if (sched_getcpu() >= sysconf(_SC_NPROCESSORS_CONF))
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
