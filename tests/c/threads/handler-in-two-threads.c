// Two threads run the handler of a signal at the same time.
#include <pthread.h>
#include <signal.h>
int count;

void handler(int signal) {
  count++; // RACE
}

void *worker(void *unused) {
  raise(SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  signal(SIGUSR1, handler);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
