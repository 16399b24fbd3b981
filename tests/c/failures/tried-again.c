// However often the creation fails, there is one thread in the end.
#include <errno.h>
#include <pthread.h>
int counter;

void *worker(void *unused) {
  counter++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int error;
  while ((error = pthread_create(&id, NULL, worker, NULL)) != 0)
    if (error != EAGAIN)
      return 1;
  pthread_join(id, NULL);
  counter++; // NORACE REACHABLE
  return 0;
}
