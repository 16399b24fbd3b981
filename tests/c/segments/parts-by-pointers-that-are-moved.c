// A worker moves the pointer to the part of the next one.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  double *values;
  int length;
};
double values[1000];

void *worker(void *argument) {
  struct part *part = argument;
  part[1].values = values; // RACE
  double *own = part->values; // RACE
  for (int k = 0; k < part->length; k++)
    own[k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  struct part parts[65];
  int chunk = 1000 / count;
  for (int i = 0; i < count; i++) {
    parts[i].values = values + i * chunk; // RACE
    parts[i].length = chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0] > 1;
}
