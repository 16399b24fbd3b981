// The number of a thread is an address in practice: its bits are not those of one execution.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  if ((unsigned long)pthread_self() % 16 == 1)
    shared = 1; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
