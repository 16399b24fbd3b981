// A signal may be ignored.
#include <pthread.h>
#include <signal.h>
int shared;

void *worker(void *unused) {
  if (signal(SIGUSR1, SIG_IGN) != SIG_ERR)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
