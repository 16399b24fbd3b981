// The guard of a whole body releases the lock where control falls off the end, and not before.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int guarded, bare;

static pthread_mutex_t *locked(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  return m;
}

static void release(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }

void step(void) {
  __attribute__((cleanup(release))) pthread_mutex_t *guard = locked(&mutex);
  guarded++; // SAFE
}

void *worker(void *unused) {
  step();
  bare++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  step();
  bare++; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
