// What a handler blocks is let in again when it returns, and in it its own signal is blocked.
#include <pthread.h>
#include <signal.h>

static int v;
static volatile sig_atomic_t let_in;

static void handler(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, &set);
  let_in = !sigismember(&set, number); // IMPRECISE
}

static void *worker(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  sigset_t set;
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  if (sigismember(&set, SIGUSR2) || sigismember(&set, SIGUSR1) || let_in) { // IMPRECISE
    pthread_create(&id, NULL, worker, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
