// Threads are numbered from one, by value: each has the slot in front of its number, which the creator clears before and reads behind.
#include <pthread.h>
#include <stdlib.h>

long *results;

void *worker(void *argument) {
  int number = (int)(long)argument;
  results[number - 1] = number;
  return NULL;
}

int main(int argc, char **argv) {
  int count = atoi(argv[1]);
  pthread_t *ids = malloc(count * sizeof *ids);
  results = malloc(count * sizeof *results);
  long sum = 0;
  for (int i = 0; i < count; i++) {
    results[i] = 0;
    pthread_create(&ids[i], NULL, worker, (void *)(long)(i + 1));
  }
  for (int i = 0; i < count; i++) {
    pthread_join(ids[i], NULL);
    sum += results[i];
  }
  return sum > 0;
}
