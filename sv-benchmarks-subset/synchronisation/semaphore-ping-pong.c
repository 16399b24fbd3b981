// SPDX-License-Identifier: MIT OR Apache-2.0
// Two semaphores pass the turn to and fro between two threads.
#include <pthread.h>
#include <semaphore.h>

sem_t ping, pong;
int ball;

void *player(void *arg) {
  (void)arg;
  for (int i = 0; i < 3; i++) {
    sem_wait(&ping);
    ball++;
    sem_post(&pong);
  }
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  pthread_create(&id, NULL, player, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait(&pong);
    ball--;
    sem_post(&ping);
  }
  return 0;
}
