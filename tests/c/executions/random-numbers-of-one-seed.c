// Equal seeds give equal sequences of numbers, and what they are is an input.
#include <pthread.h>
#include <stdlib.h>
int never, some;

void *worker(void *unused) {
  some += rand() % 7; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  int first = rand(), second = rand();
  srand(1);
  if (rand() != first || random() != second)
    return 0;
  srand(5);
  int third = rand();
  srandom(5);
  int again = rand();
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  some++; // RACE CONFIRMED
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return again - third;
}
