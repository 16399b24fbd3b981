// Each new row is stored in two places.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static int **buffers;

void *worker(void *argument) {
  long id = (long)argument;
  buffers[id][0] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  int **table = malloc(THREADS * sizeof *table);
  if (!table)
    exit(1);
  for (int k = 0; k < THREADS; k += 2) {
    int *made = calloc(16, sizeof(int));
    if (!made)
      exit(1);
    table[k] = made;
    table[k + 1] = made;
  }
  buffers = table;
  for (long k = 0; k < THREADS; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(ids[k], NULL);
  return 0;
}
