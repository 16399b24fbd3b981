// Each thread begins in a row of the one before it.
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
static float **image;

static void smooth(float *row) {
  for (int c = 1; c < 32; c++)
    row[c] = (row[c] + row[c - 1]) / 2; // RACE
}

void *worker(void *argument) {
  long id = (long)argument;
  for (long r = id == 0 ? 0 : id * 8 - 1; r < (id + 1) * 8; r++)
    smooth(image[r]);
  return NULL;
}

int main(void) {
  pthread_t ids[THREADS];
  image = malloc(8 * THREADS * sizeof *image);
  for (int r = 0; r < 8 * THREADS; r++)
    image[r] = calloc(32, sizeof **image);
  for (long k = 0; k < THREADS; k++)
    pthread_create(&ids[k], NULL, worker, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(ids[k], NULL);
  return 0;
}
