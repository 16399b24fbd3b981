// The handler may run in the other thread, too.
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t caught;

static void on(int signal) {
  caught = signal; // RACE
}

static void *run(void *unused) { return NULL; }

int main(void) {
  pthread_t thread;
  signal(SIGINT, on);
  pthread_create(&thread, NULL, run, NULL);
  while (!caught) // RACE
    ;
  return 0;
}
