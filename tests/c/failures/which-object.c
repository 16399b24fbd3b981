// Which object is changed depends on whether there is a thread.
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
  int other = 0, *objects[] = {&other, &shared};
  int error = pthread_create(&two, NULL, idle, NULL);
  ++*objects[error != 0]; // RACE CONFIRMED REACHABLE
  pthread_join(one, NULL);
  return 0;
}
