// A search finds the element that is there.
#include <pthread.h>
#include <stdlib.h>
int numbers[] = {1, 3, 5, 7, 9};
int shared;

int compare(const void *one, const void *other) {
  return *(const int *)one - *(const int *)other;
}

void *worker(void *unused) {
  int key = 7;
  int *found = bsearch(&key, numbers, 5, sizeof(int), compare);
  if (found == &numbers[3])
    shared = 1; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
