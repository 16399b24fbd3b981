// SPDX-License-Identifier: MIT OR Apache-2.0
// The writer is joined only after the reader was started.
#include <pthread.h>

int cell;

static void start(pthread_t *id, void *(*routine)(void *)) {
  pthread_create(id, NULL, routine, NULL);
}

static void start_logged(pthread_t *id, void *(*routine)(void *), int *log) {
  *log += 1;
  start(id, routine);
}

void *writer(void *arg) {
  (void)arg;
  cell = 1;
  return NULL;
}

void *reader(void *arg) {
  (void)arg;
  return (void *)(long)cell;
}

int main(void) {
  pthread_t first, second;
  int log = 0;
  start_logged(&first, writer, &log);
  start_logged(&second, reader, &log);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return log;
}
