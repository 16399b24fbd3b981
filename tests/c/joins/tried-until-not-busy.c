// pthread_tryjoin_np fails because the thread still runs, so behind the loop it has ended; joined or not is not kept apart.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
int shared;

static void *worker(void *unused) {
  shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  while (pthread_tryjoin_np(id, NULL) == EBUSY)
    ;
  return shared; // IMPRECISE REACHABLE
}
