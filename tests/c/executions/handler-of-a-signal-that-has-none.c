// No handler can be set for this signal.
#include <pthread.h>
#include <signal.h>
int shared;

void *worker(void *unused) {
  if (signal(SIGKILL, SIG_IGN) != SIG_ERR) // ENDS
    shared++; // IMPRECISE
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
