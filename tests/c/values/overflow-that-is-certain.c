// A sum that overflows whenever it is computed is undefined, but does not make what follows dead: nobody sees it fail.
#include <limits.h>
#include <pthread.h>

int counter;

void *worker(void *unused) {
  int greatest = INT_MAX;
  int more = greatest + 1;
  counter++; // RACE REACHABLE
  return (void *)(long)more;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  counter = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
