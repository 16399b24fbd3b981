// A variable of the environment does not change.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  if ((getenv("MODE") == NULL) != (getenv("MODE") == NULL))
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
