// Each worker computes its part from its number; the last one goes on to the end.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
int input(void);

int values[1000], count;

void *worker(void *argument) {
  int number = (int)(intptr_t)argument;
  int chunk = 1000 / count;
  int low = number * chunk;
  int high = low + chunk;
  if (number + 1 == count)
    high = 1000;
  for (int k = low; k < high; k++)
    values[k] = k; // NORACE
  return NULL;
}

int main(void) {
  count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  for (intptr_t i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, (void *)i);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
