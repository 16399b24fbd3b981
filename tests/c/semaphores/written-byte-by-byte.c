// A semaphore whose bytes the program sets in a loop has the permits that these say.
#include <pthread.h>
#include <semaphore.h>
sem_t none, one;
int shared;

void *worker(void *unused) {
  shared++;
  sem_post(&none);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&none, 0, 0);
  sem_init(&one, 0, 1);
  for (unsigned byte = 0; byte < sizeof none; byte++)
    ((char *)&none)[byte] = ((char *)&one)[byte]; // OBSTACLE
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&none);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
