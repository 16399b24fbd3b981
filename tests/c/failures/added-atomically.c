// Errors are counted by a function of the compiler.
#include <pthread.h>
int shared;
int errors;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  __sync_fetch_and_add(&errors, pthread_create(&two, NULL, idle, NULL));
  if (errors)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
