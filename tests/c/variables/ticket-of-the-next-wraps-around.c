// The number behind the greatest one is 0, which is the first thread's own.
#include <pthread.h>
#include <stdlib.h>

char *bytes;

void *worker(void *argument) {
  unsigned id = (unsigned)(unsigned long)argument;
  bytes[id] = 1;      // RACE
  bytes[id + 1u] = 2; // RACE
  return NULL;
}

int main(void) {
  bytes = calloc(1ul << 32, 1);
  if (!bytes)
    return 1;
  for (unsigned long i = 0; i < 1ul << 32; i += 858993459) {
    pthread_t id;
    pthread_create(&id, NULL, worker, (void *)i);
  }
  return 0;
}
