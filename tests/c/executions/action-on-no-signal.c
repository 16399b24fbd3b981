// There is no signal with such a number, so that nothing is told of it.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
struct sigaction told;

void *worker(void *unused) {
  sigaction(99, NULL, &told); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  sigaction(99, NULL, &told); // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
