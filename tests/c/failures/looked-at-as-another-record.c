// What is stored in a record is looked at through a pointer to another one.
#include <pthread.h>
int shared;
struct outcome { int error; };
struct reply { int status; };

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  struct outcome outcome;
  outcome.error = pthread_create(&two, NULL, idle, NULL);
  if (((struct reply *)&outcome)->status)
    shared++; // RACE REACHABLE
  pthread_join(one, NULL);
  return 0;
}
