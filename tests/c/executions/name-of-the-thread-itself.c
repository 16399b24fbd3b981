// A thread gives itself a name.
#define _GNU_SOURCE
#include <pthread.h>
int shared;

void *worker(void *unused) {
  if (pthread_setname_np(pthread_self(), "worker") == 0)
    shared++; // RACE CONFIRMED
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
