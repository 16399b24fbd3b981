// The rows of numbers begin elsewhere each time, so that a later row is written over an earlier one.
#include <pthread.h>
#include <stdlib.h>
int input(void);

int results[1000];

void *worker(void *argument) {
  int *own = argument;
  if (input())
    results[*own] = 1; // RACE
  return NULL;
}

int main(void) {
  int *numbers = calloc(1000, sizeof *numbers);
  int count = input();
  if (count > 500)
    return 1;
  for (int i = 0; i < count; i++) {
    int *row = numbers + (input() ? 0 : 1);
    pthread_t id;
    row[i] = i; // RACE
    pthread_create(&id, NULL, worker, &row[i]);
  }
  return 0;
}
