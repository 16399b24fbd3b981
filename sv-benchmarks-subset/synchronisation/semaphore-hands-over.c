// SPDX-License-Identifier: MIT OR Apache-2.0
// The result is written before the only post and read after the wait.
#include <pthread.h>
#include <semaphore.h>

sem_t finished;
int result;

void *worker(void *arg) {
  (void)arg;
  result = 11;
  sem_post(&finished);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&finished, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&finished);
  return result;
}
