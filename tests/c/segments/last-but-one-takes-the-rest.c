// The last but one of the workers goes on to the end, beside the last one.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[1000];

void *worker(void *argument) {
  struct part *part = argument;
  for (int k = part->low; k < part->high; k++)
    values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  int chunk = 1000 / count;
  for (int i = 0; i < count; i++) {
    parts[i].low = i * chunk;
    parts[i].high = i == count - 2 ? 1000 : (i + 1) * chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
