// The columns are counted up from below zero to a length that may be negative, where rows lie in each other.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int values[100000], length;

void *worker(void *argument) {
  int first = *(int *)argument;
  for (int row = first; row < first + 10; row++)
    for (int column = -20; column < length; column++)
      values[50000 + row * length + column] = row; // RACE
  return NULL;
}

int main(void) {
  length = input();
  if (length < -5 || length > 0)
    return 1;
  int firsts[2] = {0, 10};
  pthread_t ids[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, worker, &firsts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
