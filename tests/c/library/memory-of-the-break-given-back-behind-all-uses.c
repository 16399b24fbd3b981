// More memory takes none back, and what is taken back is not used any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
char *memory;

void *worker(void *unused) {
  memory[0] = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  memory = sbrk(64);
  if (memory == (void *)-1)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  sbrk(64);
  pthread_join(id, NULL);
  sbrk(-64);
  return 0;
}
