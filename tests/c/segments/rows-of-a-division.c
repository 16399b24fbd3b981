// Each worker has rows of its own, whose first and last one a division tells, in a matrix whose rows are as long as the input says.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int *values, length;

void *worker(void *argument) {
  const struct part *part = argument;
  for (int row = part->low; row < part->high; row++)
    for (int column = 0; column < length; column++)
      values[row * length + column] = row; // NORACE
  return NULL;
}

int main(void) {
  int count = input(), rows = input();
  length = input();
  if (count < 1 || count > 64 || length > 1000 || rows < 1 || rows > 64)
    return 1;
  values = malloc(64 * 1000 * sizeof *values);
  if (!values)
    return 1;
  pthread_t ids[64];
  struct part parts[64];
  for (int i = 0; i < count; i++) {
    parts[i] = (struct part){rows * i / count, rows * (i + 1) / count};
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
