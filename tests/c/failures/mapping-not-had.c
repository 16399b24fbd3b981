// A mapping that is not had is told by an address that is not null.
#include <pthread.h>
#include <sys/mman.h>
int counter;

void *worker(void *unused) {
  counter++; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == NULL)
    counter = 1; // UNREACHABLE
  if (map == MAP_FAILED)
    counter = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return counter; // NORACE
}
