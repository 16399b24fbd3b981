// The result of a joined thread points to what another one writes.
#include <pthread.h>
int shared;

void *giver(void *unused) { pthread_exit(&shared); }

void *worker(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  void *result;
  pthread_create(&first, NULL, giver, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, &result);
  *(int *)result = 2; // RACE REACHABLE
  pthread_join(second, NULL);
  return 0;
}
