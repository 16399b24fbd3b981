// Each worker has rows of its own in a matrix whose rows are as long as the input says.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int *values, length;

void *worker(void *argument) {
  struct part *part = argument;
  for (int row = part->low; row < part->high; row++)
    for (int column = 0; column < length; column++)
      values[row * length + column] = row; // NORACE
  return NULL;
}

int main(void) {
  int count = input();
  length = input();
  if (count < 1 || count > 64 || length > 1000)
    return 1;
  values = malloc(64 * 1000 * sizeof *values);
  if (!values)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  int rows = 64 / count;
  for (int i = 0; i < count; i++) {
    parts[i].low = i * rows;
    parts[i].high = (i + 1) * rows;
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
