// pepsin: exploration=off
// One release for each acquisition for reading.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  if (shared) // NORACE
    return NULL;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  shared = 1; // NORACE
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, writer, NULL);
  return 0;
}
