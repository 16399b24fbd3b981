// Each part is one element longer than the next one is away.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  double *values;
  int low, length;
};

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = 0; k < part->length; k++)
    part->values[part->low + k] = k; // RACE
  return NULL;
}

int main(void) {
  int size = input(), count = input();
  if (count < 1 || size < 1 || size > 1000000 || size % count == 0)
    return 1;
  double *values = malloc(size * sizeof *values);
  pthread_t *ids = malloc(count * sizeof *ids);
  struct part *parts = malloc(count * sizeof *parts);
  int chunk = size / count;
  for (int i = 0; i < count; i++) {
    parts[i].values = values;
    int low = i * chunk;
    parts[i].low = low;
    parts[i].length = chunk + 1;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0] > 1;
}
