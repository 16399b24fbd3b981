// A lock that the attribute `cleanup` releases: `goto`, `return` and `continue` out of its scope release it, too.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data, rounds;

static pthread_mutex_t *locked(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  return m;
}

static void release(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }

#define SCOPED(m) __attribute__((cleanup(release))) pthread_mutex_t *guard = locked(m)

int step(int n) {
  if (n > 2) {
    SCOPED(&mutex);
    data++; // NORACE REACHABLE
    if (n > 3)
      goto out;
    return data; // NORACE
  }
out:
  for (int i = 0; i < n; i++) {
    SCOPED(&mutex);
    if (i == 1)
      continue;
    data--; // NORACE REACHABLE
  }
  SCOPED(&mutex);
  return ++data; // NORACE REACHABLE
}

void *worker(void *unused) {
  step(4);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  for (int n = 0; n < 5; n++)
    rounds += step(n);
  return 0;
}
