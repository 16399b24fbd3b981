// What lies beside a semaphore may be written, and its bytes may be cleared before it is initialised.
#include <pthread.h>
#include <semaphore.h>
struct channel {
  int before;
  sem_t full;
  int behind;
} channel;
int shared;

void *worker(void *unused) {
  shared++; // NORACE
  sem_post(&channel.full);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (unsigned byte = 0; byte < sizeof channel; byte++)
    ((char *)&channel)[byte] = 0;
  sem_init(&channel.full, 0, 0);
  channel.before = 1;
  channel.behind = 2;
  pthread_create(&id, NULL, worker, NULL);
  sem_wait(&channel.full);
  shared++; // NORACE
  pthread_join(id, NULL);
  return 0;
}
