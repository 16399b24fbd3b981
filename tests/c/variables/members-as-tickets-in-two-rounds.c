// A second loop hands out the same numbers again while the threads of the first are running.
#include <pthread.h>
int input(void);

int results[1000];
int numbers[1000];
pthread_t first[1000], second[1000];

void *worker(void *argument) {
  int *own = argument;
  results[*own] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    numbers[i] = i; // NORACE
    pthread_create(&first[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < count; i++) {
    numbers[i] = i; // RACE
    pthread_create(&second[i], NULL, worker, &numbers[i]);
  }
  return 0;
}
