// Who asks again for a lock that it holds for writing is refused, and gives it back once: again would be undefined.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int shared;

void *worker(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = shared; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  return seen ? &shared : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  shared = 1; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  return 0;
}
