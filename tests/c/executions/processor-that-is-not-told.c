// The kernel need not tell on which processor a thread runs.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  if (sched_getcpu() < 0) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
