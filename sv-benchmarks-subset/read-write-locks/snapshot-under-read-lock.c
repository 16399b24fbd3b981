// SPDX-License-Identifier: MIT OR Apache-2.0
// The snapshot is taken in read mode, so that a writer may run at the same time.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
int entries;

void *writer(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  pthread_mutex_lock(&writers);
  entries++;
  pthread_mutex_unlock(&writers);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, writer, NULL);
  pthread_create(&ids[1], NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  int snapshot = entries;
  pthread_rwlock_unlock(&lock);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return snapshot;
}
