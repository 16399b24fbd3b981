// Another worker makes the length that the parts are computed from shorter.
#include <pthread.h>
#include <stdlib.h>
int input(void);

static int size;

struct part {
  double *values;
  int low, high;
};

void *worker(void *argument) {
  struct part *part = argument;
  size--; // RACE
  for (int k = part->low; k < part->high; k++)
    part->values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  size = input();
  if (count < 1 || size < 1 || size > 1000000)
    return 1;
  double *values = malloc(size * sizeof *values);
  pthread_t *ids = malloc(count * sizeof *ids);
  struct part *parts = malloc(count * sizeof *parts);
  for (int i = 0; i < count; i++) {
    parts[i].values = values;
    parts[i].low = i * (size / count); // RACE
    parts[i].high = (i + 1) * (size / count); // RACE
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0] > 1;
}
// LONG
