// Which label is jumped to depends on whether there is a thread.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  void *labels[] = {&&created, &&failed};
  int error = pthread_create(&two, NULL, idle, NULL);
  goto *labels[error != 0];
  failed:
    shared++; // RACE CONFIRMED REACHABLE
  created:
  pthread_join(one, NULL);
  return 0;
}
