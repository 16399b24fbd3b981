// Results that are copied, counted and printed, but never looked at: the threads are there, and so is the memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
union outcome { int code; unsigned char bytes[4]; };
union outcome last;
atomic_int first;

void *worker(void *argument) {
  int *number = argument;
  ++*number; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t *ids = malloc(2 * sizeof *ids);
  int copy, error, *numbers = calloc(2, sizeof *numbers);
  char text[20];
  atomic_store(&first, pthread_create(&ids[0], NULL, worker, &numbers[0]));
  error = pthread_create(&ids[1], NULL, worker, &numbers[1]);
  memcpy(&copy, &error, sizeof copy);
  last.code = copy;
  snprintf(text, sizeof text, "%d %d", copy, last.bytes[0]);
  puts(text);
  if (pthread_equal(ids[0], pthread_self()))
    return 1;
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return numbers[0] + numbers[1]; // NORACE REACHABLE
}
