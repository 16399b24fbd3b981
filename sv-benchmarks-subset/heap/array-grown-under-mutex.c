// SPDX-License-Identifier: MIT OR Apache-2.0
// A growing array: reallocation, index and elements are all under one mutex.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *values;
int used, capacity;

static void append(int value) {
  pthread_mutex_lock(&mutex);
  if (used == capacity) {
    int *grown = realloc(values, (capacity + 4) * sizeof *values);
    if (grown == NULL)
      abort();
    values = grown;
    capacity += 4;
  }
  values[used++] = value;
  pthread_mutex_unlock(&mutex);
}

void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 6; i++)
    append(i);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  append(100);
  pthread_join(id, NULL);
  int first = values[0];
  free(values);
  return first;
}
