// The check keeps the index away from the element of the worker.
#include <pthread.h>
#include <stdio.h>
int cells[4];

void *worker(void *unused) {
  cells[2] = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  int index = 0;
  if (scanf("%d", &index) != 1 || index < 0 || index > 1)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  cells[index] = 2; // NORACE
  return 0;
}
