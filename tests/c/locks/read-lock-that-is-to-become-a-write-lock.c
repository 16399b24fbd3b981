// Who holds a lock for reading may be told that it cannot have it for writing (POSIX.1-2017, `pthread_rwlock_wrlock`), and goes on.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *worker(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int failed = pthread_rwlock_wrlock(&lock);
  data++; // RACE
  if (!failed)
    pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
