// The record of the worker that was created before is written once more.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[1000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++) // RACE
    values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[65];
  struct part parts[65];
  int chunk = 1000 / count;
  int i = 0;
  while (i < count) {
    parts[i].high = 1000; // RACE
    i++;
    parts[i].low = i * chunk;
    parts[i].high = (i + 1) * chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int k = 1; k <= count; k++)
    pthread_join(ids[k], NULL);
  return values[0]; // IMPRECISE
}
