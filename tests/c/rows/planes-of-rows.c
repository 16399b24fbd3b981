// Each thread has a plane of rows of its own.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static int ***planes;

void *worker(void *argument) {
  long id = (long)argument;
  for (int r = 0; r < 8; r++)
    for (int c = 0; c < 8; c++)
      planes[id][r][c] = r; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  planes = malloc(THREADS * sizeof *planes);
  for (int k = 0; k < THREADS; k++) {
    planes[k] = malloc(8 * sizeof **planes);
    for (int r = 0; r < 8; r++)
      planes[k][r] = calloc(8, sizeof(int));
  }
  for (long k = 0; k < THREADS; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(ids[k], NULL);
  return 0;
}
