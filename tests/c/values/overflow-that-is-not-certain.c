// Twin of overflow-that-is-certain.c: where a sum need not overflow, it is assumed not to.
#include <pthread.h>

int input(void);
int counter;

void *worker(void *unused) {
  int number = input();
  if (number > 0 && number + 1 < 0)
    counter++;
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  counter = 2; // NORACE
  pthread_join(id, NULL);
  return 0;
}
