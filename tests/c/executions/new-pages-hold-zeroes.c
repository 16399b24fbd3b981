// Memory that belongs to no file holds zeroes.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
int shared;

void *worker(void *unused) {
  int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED && page[7])
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
