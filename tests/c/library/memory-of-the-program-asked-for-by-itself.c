// Nobody but the program asks for memory that it hands out under a lock.
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *malloc(size_t size) {
  pthread_mutex_lock(&lock);
  void *memory = pool + used; // NORACE
  used += (size + 15) & ~15ul; // NORACE
  pthread_mutex_unlock(&lock);
  return memory;
}

void free(void *memory) {}

void *worker(void *unused) {
  malloc(2);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  malloc(1);
  pthread_join(id, NULL);
  return 0;
}
