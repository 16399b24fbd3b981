// Whether there is a thread is told by a copy that the library makes.
#include <pthread.h>
#include <string.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  int error = pthread_create(&two, NULL, idle, NULL), copy;
  memcpy(&copy, &error, sizeof copy);
  if (copy)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
