// SPDX-License-Identifier: MIT OR Apache-2.0
// Locking goes through wrappers that take the mutex as an argument.
#include <pthread.h>

pthread_mutex_t low = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t high = PTHREAD_MUTEX_INITIALIZER;
int low_level, high_level;

static void enter(pthread_mutex_t *mutex) { pthread_mutex_lock(mutex); }

static void leave(pthread_mutex_t *mutex) { pthread_mutex_unlock(mutex); }

static void raise_to(int *level, int value, pthread_mutex_t *mutex) {
  enter(mutex);
  if (*level < value)
    *level = value;
  leave(mutex);
}

void *pump(void *arg) {
  (void)arg;
  raise_to(&low_level, 3, &low);
  raise_to(&high_level, 5, &high);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, pump, NULL);
  raise_to(&low_level, 4, &low);
  raise_to(&high_level, 6, &high);
  pthread_join(id, NULL);
  return 0;
}
