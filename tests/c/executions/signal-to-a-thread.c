// A handler runs in the thread that is sent the signal, while that waits.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
int shared;
sem_t never;

static void handler(int number) {
  shared += number; // RACE CONFIRMED
}

void *worker(void *unused) {
  sem_wait(&never);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&never, 0, 0);
  signal(SIGUSR1, handler);
  pthread_create(&id, NULL, worker, NULL);
  pthread_kill(id, SIGUSR1);
  shared++; // RACE CONFIRMED
  sem_post(&never);
  pthread_join(id, NULL);
  return 0;
}
