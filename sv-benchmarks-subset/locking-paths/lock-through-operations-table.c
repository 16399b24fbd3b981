// SPDX-License-Identifier: MIT OR Apache-2.0
// Lock and unlock are called through a table of function pointers.
#include <pthread.h>

struct lock_operations {
  int (*take)(pthread_mutex_t *);
  int (*release)(pthread_mutex_t *);
};

static int no_operation(pthread_mutex_t *mutex) { return mutex == NULL; }

const struct lock_operations threaded = {pthread_mutex_lock, pthread_mutex_unlock};
const struct lock_operations single = {no_operation, no_operation};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int entries;

static void insert(const struct lock_operations *operations) {
  operations->take(&mutex);
  entries++;
  operations->release(&mutex);
}

void *worker(void *arg) {
  (void)arg;
  insert(&threaded);
  return NULL;
}

int main(void) {
  pthread_t id;
  insert(&single);
  pthread_create(&id, NULL, worker, NULL);
  insert(&threaded);
  pthread_join(id, NULL);
  return entries;
}
