// SPDX-License-Identifier: MIT OR Apache-2.0
// A recursive walk writes under the mutex that its first caller took.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int cells[4];

static void clear_from(int index) {
  if (index >= 4)
    return;
  cells[index] = 0;
  clear_from(index + 1);
}

void *cleaner(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  clear_from(0);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, cleaner, NULL);
  pthread_mutex_lock(&mutex);
  cells[3] = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return 0;
}
