// The old handler comes back as an address of the program.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
int shared;

static void handler(int number) {
  shared = number; // RACE
}

static void *worker(void *unused) {
  struct sigaction old;
  sigaction(SIGUSR1, NULL, &old);
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN)
    old.sa_handler(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, worker, NULL);
  shared = 2; // RACE
  pthread_join(thread, NULL);
  return 0;
}
