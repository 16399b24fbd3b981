// SPDX-License-Identifier: MIT OR Apache-2.0
// The handler stores to a volatile object; that is safe towards its own thread only.
#include <pthread.h>
#include <signal.h>

volatile sig_atomic_t interrupted;

static void on_signal(int number) { interrupted = number; }

void *worker(void *arg) {
  (void)arg;
  return (void *)(long)interrupted;
}

int main(void) {
  pthread_t id;
  signal(SIGUSR1, on_signal);
  pthread_create(&id, NULL, worker, NULL);
  raise(SIGUSR1);
  pthread_join(id, NULL);
  return 0;
}
