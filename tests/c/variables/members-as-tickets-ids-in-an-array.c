// The classic: an array of numbers, of which each thread gets a pointer to its own.
#include <pthread.h>
#include <stdlib.h>

long *partial;

void *worker(void *argument) {
  int id = *(int *)argument;
  for (int i = 0; i < 100; i++)
    partial[id] += i;
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  pthread_t ids[count];
  int numbers[count];
  partial = calloc(count, sizeof *partial);
  for (int i = 0; i < count; i++) {
    numbers[i] = i;
    pthread_create(&ids[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
