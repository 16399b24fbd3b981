// Who holds a mutex finds in it that it is locked, not what it was initialised with: the library tells what it stores by no row.
#include <assert.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  assert(own.__data.__lock != 0); // OBSTACLE
  pthread_mutex_unlock(&own);
  shared++; // RACE REACHABLE
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
