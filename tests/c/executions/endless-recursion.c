// A function that is entered and never returns, for no other reason than recursion, may be taken for another one.
#include <pthread.h>
int shared;

int forward(int number) { return forward(number + 1); }

void *worker(void *unused) {
  shared = forward(1); // OBSTACLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2;
  pthread_join(id, NULL);
  return 0;
}
