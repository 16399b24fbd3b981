// A handler may write to any byte of the memory that is its stack.
#include <pthread.h>
#include <signal.h>
#include <string.h>

static char stack[65536];

static void handler(int number) {
  volatile char local[64];
  for (int i = 0; i < 64; i++)
    local[i] = number;
}

static void *worker(void *unused) {
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL); // OBSTACLE
  raise(SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t id;
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&id, NULL, worker, NULL);
  memset(stack, 0, sizeof stack);
  pthread_join(id, NULL);
  return 0;
}
