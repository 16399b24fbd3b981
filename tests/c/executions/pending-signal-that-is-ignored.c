// A signal that waits to be let in is forgotten when it is ignored.
#include <pthread.h>
#include <signal.h>

static int v;
static volatile sig_atomic_t came;

static void handler(int number) { came = number; } // IMPRECISE

static void *worker(void *unused) {
  v++; // IMPRECISE
  return unused;
}

int main(void) {
  pthread_t id;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, handler);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR1, handler);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  if (came) { // IMPRECISE
    pthread_create(&id, NULL, worker, NULL);
    v++; // IMPRECISE
    pthread_join(id, NULL);
  }
  return 0;
}
