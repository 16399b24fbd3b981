// A reader that releases and writes has nothing.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *worker(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = value; // NORACE REACHABLE
  pthread_rwlock_unlock(&lock);
  if (seen < 10)
    value = seen + 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_rwlock_rdlock(&lock);
  int seen = value; // RACE
  pthread_rwlock_unlock(&lock);
  return seen;
}
