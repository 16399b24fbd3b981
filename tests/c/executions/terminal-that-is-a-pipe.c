// A pipe is no terminal.
#include <pthread.h>
#include <unistd.h>
int shared;

void *worker(void *unused) {
  shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  if (isatty(ends[0]))
    shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
