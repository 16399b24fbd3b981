// Where nothing was read, nothing was written to the array.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
char buffer[4];
atomic_int empty;

void *reader(void *unused) {
  if (read(0, buffer, sizeof buffer) <= 0) // IMPRECISE
    atomic_store_explicit(&empty, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, reader, NULL);
  if (atomic_load_explicit(&empty, memory_order_relaxed))
    buffer[0] = 1; // IMPRECISE
  return 0;
}
