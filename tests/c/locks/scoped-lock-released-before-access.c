// The `goto` leaves the scope of the lock, and so releases it: what follows races.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

static pthread_mutex_t *locked(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  return m;
}

static void release(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }

void step(int n) {
  {
    __attribute__((cleanup(release))) pthread_mutex_t *guard = locked(&mutex);
    if (n)
      goto out;
    return;
  }
out:
  data++; // RACE
}

void *worker(void *unused) {
  step(1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  step(2);
  return 0;
}
