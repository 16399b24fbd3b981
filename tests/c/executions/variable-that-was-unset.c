// A variable that was unset is not there.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *unused) {
  unsetenv("MODE");
  if (getenv("MODE") != NULL)
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
