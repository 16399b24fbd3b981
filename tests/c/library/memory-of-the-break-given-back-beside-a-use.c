// The end of the memory that `sbrk` gave moves back.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
char *memory;

void *worker(void *unused) {
  memory[0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  memory = sbrk(64);
  if (memory == (void *)-1)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  sbrk(-64); // RACE
  pthread_join(id, NULL);
  return 0;
}
