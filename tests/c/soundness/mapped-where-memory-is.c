// Memory is mapped where other memory is.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
int *again;

void *worker(void *memory) {
  ++*(int *)memory;
  return NULL;
}

int main(void) {
  pthread_t id;
  int *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  again = mmap(memory, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); // OBSTACLE
  pthread_create(&id, NULL, worker, memory);
  ++*again;
  pthread_join(id, NULL);
  return 0;
}
