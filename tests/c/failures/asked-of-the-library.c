// The library tells what kind of number the error is.
#include <ctype.h>
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
  int error = pthread_create(&two, NULL, idle, NULL);
  if (!isdigit(error + '0'))
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
