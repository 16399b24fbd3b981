// SPDX-License-Identifier: MIT OR Apache-2.0
// The worker posts before it writes the result.
#include <pthread.h>
#include <semaphore.h>

sem_t finished;
int result;

void *worker(void *arg) {
  (void)arg;
  sem_post(&finished);
  result = 11;
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&finished, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&finished);
  return result;
}
