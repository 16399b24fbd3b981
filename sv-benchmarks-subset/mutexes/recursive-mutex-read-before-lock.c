// SPDX-License-Identifier: MIT OR Apache-2.0
// The recursive function reads the counter before it takes the mutex.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t mutex;
int visited;

static void visit(int depth) {
  if (visited > 100)
    return;
  pthread_mutex_lock(&mutex);
  visited++;
  if (depth > 0)
    visit(depth - 1);
  visited--;
  pthread_mutex_unlock(&mutex);
}

void *walker(void *arg) {
  (void)arg;
  visit(3);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t id;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&id, NULL, walker, NULL);
  visit(2);
  pthread_join(id, NULL);
  return 0;
}
