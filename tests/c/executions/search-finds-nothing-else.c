// A search finds nothing where there is no such element.
#include <pthread.h>
#include <stdlib.h>
int numbers[] = {1, 3, 5, 7, 9};
int shared;

int compare(const void *one, const void *other) {
  return *(const int *)one - *(const int *)other;
}

void *worker(void *unused) {
  int key = 6;
  int *found = bsearch(&key, numbers, 5, sizeof(int), compare);
  if (found != NULL)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
