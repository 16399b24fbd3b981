// Each thread has a buffer of its own in a table of them.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static int *buffers[THREADS];

static void fill(int *buffer, int by) {
  for (int k = 0; k < 16; k++)
    buffer[k] += by; // NORACE REACHABLE
}

void *worker(void *argument) {
  long id = (long)argument;
  int *mine = buffers[id];
  mine[0] = 1; // NORACE REACHABLE
  fill(mine, 2);
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  for (int k = 0; k < THREADS; k++) {
    buffers[k] = calloc(16, sizeof(int));
    if (!buffers[k])
      exit(1);
  }
  for (long k = 0; k < THREADS; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(ids[k], NULL);
  return 0;
}
