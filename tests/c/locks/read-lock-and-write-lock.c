// The writer holds the lock in write mode.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = value; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  value++; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  return 0;
}
