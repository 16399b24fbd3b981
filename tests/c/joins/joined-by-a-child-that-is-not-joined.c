// The thread that joins the worker is itself not joined.
#include <pthread.h>
int shared;
pthread_t first;

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

void *joiner(void *unused) {
  pthread_join(first, NULL);
  return NULL;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, joiner, NULL);
  shared = 2; // RACE REACHABLE
  return 0;
}
