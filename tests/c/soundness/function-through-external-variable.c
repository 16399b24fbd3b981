// A pointer that the program declares and does not define may lead to a function outside, which returns.
#include <pthread.h>

struct operations {
  int (*start)(int);
};
extern struct operations *operations;

int counter;

static void *worker(void *argument) {
  operations->start(1);
  counter++; // RACE REACHABLE
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
