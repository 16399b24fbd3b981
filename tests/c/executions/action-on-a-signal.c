// What is done on a signal is told to both.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
struct sigaction told;

void *worker(void *unused) {
  sigaction(SIGTERM, NULL, &told); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  sigaction(SIGTERM, NULL, &told); // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
