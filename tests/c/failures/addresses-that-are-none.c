// `sbrk` and `shmat` tell by the address -1 that there is no memory.
#include <pthread.h>
#include <sys/shm.h>
#include <unistd.h>

int counter;

void *worker(void *unused) {
  if (sbrk(16) == (void *)-1) // RACE
    counter = 1; // RACE
  if (shmat(0, NULL, 0) == (void *)-1)
    counter = 2; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
