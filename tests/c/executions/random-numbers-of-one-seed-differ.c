// What would race is behind two equal seeds with different numbers.
#include <pthread.h>
#include <stdlib.h>
int never;

void *worker(void *unused) {
  never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  srand(3);
  int first = rand();
  srand(3);
  if (rand() != first)
    never++; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
