// How many bytes are set depends on whether there is a thread.
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
  int error = pthread_create(&two, NULL, idle, NULL);
  memset(&shared, 0, sizeof shared * (error != 0)); // RACE REACHABLE
  pthread_join(one, NULL);
  return 0;
}
