// A handler may run twice, so there may be two of the threads that it creates.
#include <pthread.h>
#include <signal.h>
int count;

void *worker(void *unused) {
  count++; // RACE
  return NULL;
}

void handler(int signal) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
}

int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  raise(SIGUSR1);
  return 0;
}
