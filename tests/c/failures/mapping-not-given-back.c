// The kernel may have no memory to take a mapping apart.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
int shared;

void *worker(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  if (munmap(memory, 4096) != 0) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
