// Rows have an odd number of elements, of which two are written at once: the last two reach into the next row.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct pair {
  int x, y;
};
int *values, half;

void *one(void *argument) {
  struct pair pair = {1, 2};
  for (int row = 0; row < 4; row++)
    *(struct pair *)&values[row * (2 * half + 1) + 2 * half] = pair; // RACE
  return argument;
}

void *two(void *argument) {
  struct pair pair = {3, 4};
  for (int row = 4; row < 8; row++)
    *(struct pair *)&values[row * (2 * half + 1)] = pair; // RACE
  return argument;
}

int main(void) {
  half = input();
  if (half < 1 || half > 1000)
    return 1;
  values = malloc((9 * (2 * half + 1) + 2) * sizeof *values);
  if (!values)
    return 1;
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
