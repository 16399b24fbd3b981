// SPDX-License-Identifier: MIT OR Apache-2.0
// Each two of the three threads have one mutex in common, though no mutex is common to all.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *with_a_and_b(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  shared = 1;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

void *with_b_and_c(void *arg) {
  (void)arg;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&c);
  shared = 2;
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, with_a_and_b, NULL);
  pthread_create(&second, NULL, with_b_and_c, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&c);
  shared = 3;
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&a);
  return 0;
}
