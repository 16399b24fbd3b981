// What is stored as one member of a union is looked at as another.
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
  union { int code; unsigned char bytes[4]; } error;
  error.code = pthread_create(&two, NULL, idle, NULL);
  if (error.bytes[0])
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
