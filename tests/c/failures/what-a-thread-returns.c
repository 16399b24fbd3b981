// A thread returns whether it could create another one.
#include <pthread.h>
int shared;
void *idle(void *);
void *start(void *unused) {
  pthread_t two;
  return (void *)(long)pthread_create(&two, NULL, idle, NULL);
}

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_t starting;
  void *error;
  pthread_create(&starting, NULL, start, NULL);
  pthread_join(starting, &error);
  if (error)
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
