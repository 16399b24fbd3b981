// pepsin: exploration=off
// Who has the lock for writing is told so when it asks again.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_rwlock_wrlock(&lock);
  int failed = pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  if (failed)
    shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
