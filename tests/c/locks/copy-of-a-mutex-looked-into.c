// A copy of a mutex holds what the library stored in that, not what it was initialised with.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, copy;
  pthread_mutex_lock(&own);
  copy = own;
  if (copy.__data.__lock)
    shared++; // RACE REACHABLE
  pthread_mutex_unlock(&own);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
