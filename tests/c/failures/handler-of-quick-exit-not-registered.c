// There may be no memory for a handler of `quick_exit`, either.
#include <pthread.h>
#include <stdlib.h>
int shared;

void handler(void) {}

void *worker(void *unused) {
  if (at_quick_exit(handler) != 0)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
