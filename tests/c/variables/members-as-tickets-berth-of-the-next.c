// Each thread writes to the slot of the one behind it, which the creator clears meanwhile.
#include <pthread.h>
#include <stdlib.h>

long *results;

void *worker(void *argument) {
  int number = *(int *)argument;
  results[number + 1] = number; // RACE
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  pthread_t *ids = malloc(count * sizeof *ids);
  int *numbers = malloc(count * sizeof *numbers);
  results = malloc((count + 1) * sizeof *results);
  for (int i = 0; i < count; i++) {
    results[i] = 0; // RACE
    numbers[i] = i;
    pthread_create(&ids[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
