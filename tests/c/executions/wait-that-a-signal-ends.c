// A wait for a semaphore fails when a handler runs that was not asked to restart calls.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
int shared;
sem_t permits;

static void handler(int number) {
}

void *worker(void *unused) {
  if (sem_wait(&permits) != 0)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  struct sigaction action = {0};
  action.sa_handler = handler;
  sem_init(&permits, 0, 0);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&id, NULL, worker, NULL);
  pthread_kill(id, SIGUSR1);
  shared++; // RACE CONFIRMED
  return 0;
}
