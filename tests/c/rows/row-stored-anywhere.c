// A pointer of which nothing is known may lead into the table, and a row is stored there.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static int *buffers[THREADS];
extern int **somewhere(int **table);

void *worker(void *argument) {
  long id = (long)argument;
  buffers[id][0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  for (int k = 0; k < THREADS; k++) {
    buffers[k] = calloc(16, sizeof(int));
    if (!buffers[k])
      exit(1);
  }
  *somewhere(buffers) = buffers[0]; // OBSTACLE
  for (long k = 0; k < THREADS; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(ids[k], NULL);
  return 0;
}
