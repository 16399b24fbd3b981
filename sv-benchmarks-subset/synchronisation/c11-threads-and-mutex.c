// SPDX-License-Identifier: MIT OR Apache-2.0
// The threads and the mutex of the C11 library.
#include <threads.h>

mtx_t mutex;
int counter;

int worker(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t id;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&id, worker, NULL);
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  thrd_join(id, NULL);
  return counter;
}
