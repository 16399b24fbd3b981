// What the library copies a text to is memory that the program's own `malloc` gives, which counts without a lock.
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static char pool[4096];
static size_t used;

void *malloc(size_t size) {
  void *memory = pool + used;
  used += (size + 15) & ~15ul;
  return memory;
}

void free(void *memory) {}

void *worker(void *unused) {
  strdup("text"); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  malloc(1);
  pthread_join(id, NULL);
  return 0;
}
