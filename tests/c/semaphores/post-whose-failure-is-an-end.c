// Who ends where a post fails does not wait for it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t posted;
int data;

void *worker(void *unused) {
  data = 1;
  if (sem_post(&posted) != 0)
    abort();
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&posted, 0, 0);
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&posted);
  data = 2;
  pthread_join(id, NULL);
  return 0;
}
