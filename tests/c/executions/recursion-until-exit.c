// Recursion that an exit ends explains that what follows is dead.
#include <pthread.h>
#include <stdlib.h>
int shared;

int forward(int number) {
  if (number > 3)
    exit(0);
  return forward(number + 1);
}

void *worker(void *unused) {
  shared = forward(1);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
