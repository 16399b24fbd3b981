// What is not open has no copy.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  if (dup2(-1, 2) == 2)
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
