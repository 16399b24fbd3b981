// Bands of rows, as a division makes them: each worker is told in a record where its own begins and ends.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct band {
  int first, end;
};
unsigned char *rows;

void *worker(void *argument) {
  struct band *band = argument;
  for (int k = band->first; k < band->end; k++)
    rows[k] = 1; // NORACE
  return NULL;
}

int main(void) {
  int height = input(), count = input();
  if (count < 1 || height < 1 || height > 10000)
    return 1;
  rows = calloc(height, 1);
  for (int i = 0; i < count; i++) {
    struct band *band = malloc(sizeof *band);
    band->first = height * i / count;
    band->end = height * (i + 1) / count;
    pthread_t id;
    pthread_create(&id, NULL, worker, band);
  }
  return 0;
}
