// The standard streams are never null.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  if (!stdout)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
