// Each record is written when the worker of the one before was created: nobody has it yet.
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
    values[k] = k; // NORACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  int chunk = 1000 / count;
  int i = 0;
  while (i < count) {
    parts[i].high = 1000;
    parts[i].low = i * chunk;
    parts[i].high = (i + 1) * chunk;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
    i++;
  }
  for (int k = 0; k < count; k++)
    pthread_join(ids[k], NULL);
  return values[0];
}
