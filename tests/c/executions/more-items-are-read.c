// No more items are read than were asked for.
#include <pthread.h>
#include <stdio.h>
int shared;

void *worker(void *unused) {
  int items[2];
  if (fread(items, sizeof *items, 2, stdin) > 2)
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
