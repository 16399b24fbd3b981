// SPDX-License-Identifier: MIT OR Apache-2.0
// The refresher asks for the lock in read mode and then writes.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int cache;

void *refresher(void *arg) {
  (void)arg;
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    cache = 42;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, refresher, NULL);
  pthread_rwlock_rdlock(&lock);
  int seen = cache;
  pthread_rwlock_unlock(&lock);
  pthread_join(id, NULL);
  return seen;
}
