// The length of rows is greater than a number that may be less than zero, where rows lie before the first one.
#include <pthread.h>
int input(void);

int values[100000], length, chunk;

void *one(void *argument) {
  for (int k = chunk; k < 2000; k++) {
    int row = input() & 3, column = input();
    if (column < length)
      values[k + row * length] = 1; // RACE
  }
  return argument;
}

void *two(void *argument) {
  for (int k = 0; k < chunk; k++)
    values[k] = 2; // RACE
  return argument;
}

int main(void) {
  chunk = input();
  length = input();
  if (chunk < 10 || chunk > 100 || length < -3 || length > 1000)
    return 1;
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
