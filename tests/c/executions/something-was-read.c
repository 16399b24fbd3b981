// Where something was read, the array was written to.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
char buffer[4];
atomic_int full;

void *reader(void *unused) {
  if (read(0, buffer, sizeof buffer) > 0) // RACE CONFIRMED
    atomic_store_explicit(&full, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, reader, NULL);
  if (atomic_load_explicit(&full, memory_order_relaxed))
    buffer[0] = 1; // RACE CONFIRMED
  return 0;
}
