// The number of the process is the same at each call, whatever it is.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  if (getpid() != getpid())
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
