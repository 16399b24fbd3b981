// A table leads to the function that creates the thread.
#include <pthread.h>
int shared;
void *idle(void *);
int start(pthread_t *id) { return pthread_create(id, NULL, idle, NULL); }
struct { int (*start)(pthread_t *); } table = {start};

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  if (table.start(&two))
    shared++; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
