// Two mappings of one file show the same memory; private ones do not.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
int *first, *second, *own, *other;

void *worker(void *unused) {
  *second = 1; // RACE REACHABLE
  *own = 1;    // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int file = open("counters", O_RDWR);
  if (file < 0)
    return 1;
  first = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  second = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  other = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&id, NULL, worker, NULL);
  *first = 2; // RACE REACHABLE
  *other = 2; // NORACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
