// Without memory of its own, `tmpnam` makes names in a place of the library.
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  tmpnam(NULL); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  tmpnam(NULL); // RACE
  pthread_join(id, NULL);
  return 0;
}
