// Between a release and a new acquisition in read mode the value may change, and another writer may write.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *worker(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  value++; // RACE REACHABLE
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
