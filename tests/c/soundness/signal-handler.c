// A signal handler runs between any two steps, here in main.
#include <pthread.h>
#include <signal.h>
volatile sig_atomic_t shared;

static void handle(int number) { shared = number; } // RACE

void *worker(void *unused) { return (void *)(long)shared; } // RACE

int main(void) {
  pthread_t id;
  signal(SIGUSR1, handle);
  pthread_create(&id, NULL, worker, NULL);
  raise(SIGUSR1);
  return 0;
}
