// SPDX-License-Identifier: MIT OR Apache-2.0
// The callback is called with the mutex of the caller held.
#include <pthread.h>

typedef void (*visitor)(int *);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int cells[2];

static void increment(int *cell) { *cell += 1; }

static void clear(int *cell) { *cell = 0; }

static void visit_all(visitor visit) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 2; i++)
    visit(&cells[i]);
  pthread_mutex_unlock(&mutex);
}

void *worker(void *arg) {
  (void)arg;
  visit_all(increment);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  visit_all(clear);
  pthread_join(id, NULL);
  return 0;
}
