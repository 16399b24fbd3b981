// SPDX-License-Identifier: MIT OR Apache-2.0
// The writer takes the lock in read mode, which excludes no reader.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int setting = 1;

void *reader(void *arg) {
  int *seen = arg;
  pthread_rwlock_rdlock(&lock);
  *seen = setting;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int seen_first, seen_second;
  pthread_create(&first, NULL, reader, &seen_first);
  pthread_create(&second, NULL, reader, &seen_second);
  pthread_rwlock_rdlock(&lock);
  setting = 2;
  pthread_rwlock_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return seen_first + seen_second;
}
