// Elements are counted backwards, so that where the last worker ends its part begins in the array, before those of the others.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[4000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    values[1500 - k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input(), step = input();
  if (count < 1 || count > 64 || step < 1 || step > 30)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  for (int i = 0; i < count; i++) {
    parts[i].low = 0 - (i + 1) * step;
    parts[i].high = i == count - 1 ? 500 : 0 - i * step;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
