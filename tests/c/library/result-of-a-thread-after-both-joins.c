// The result is used when both threads were joined.
#include <pthread.h>
int shared;

void *giver(void *unused) { pthread_exit(&shared); }

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  void *result;
  pthread_create(&first, NULL, giver, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, &result);
  pthread_join(second, NULL);
  *(int *)result = 2; // NORACE REACHABLE
  return 0;
}
