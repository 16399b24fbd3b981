// SPDX-License-Identifier: MIT OR Apache-2.0
// The semaphore has two permits, which both workers may hold at once.
#include <pthread.h>
#include <semaphore.h>

sem_t permit;
int counter;

void *worker(void *arg) {
  (void)arg;
  sem_wait(&permit);
  counter++;
  sem_post(&permit);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permit, 0, 2);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return counter;
}
