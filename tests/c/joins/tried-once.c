// The thread may still run when it is tried once.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
int shared;

static void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_tryjoin_np(id, NULL);
  return shared; // RACE
}
