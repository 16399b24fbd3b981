// A thread that had joined another brings the order along.
#include <pthread.h>
int shared;
pthread_t first;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *joiner(void *unused) {
  pthread_join(first, NULL);
  return NULL;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, joiner, NULL);
  pthread_join(second, NULL);
  shared = 2; // NORACE REACHABLE
  return 0;
}
