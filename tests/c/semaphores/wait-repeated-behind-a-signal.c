// pepsin: exploration=off
// A signal handler may interrupt the wait, which then is made again.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
sem_t ready;
int shared;

void ignore(int number) {}

void *worker(void *unused) {
  shared = 1; // NORACE
  sem_post(&ready);
  return NULL;
}

int main(void) {
  pthread_t id;
  struct sigaction action = {.sa_handler = ignore};
  sigaction(SIGALRM, &action, NULL);
  sem_init(&ready, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  while (sem_wait(&ready))
    ;
  shared = 2; // NORACE
  return 0;
}
