// C11 has one number for all failures of a join.
#include <pthread.h>
#include <threads.h>
int shared;

void *worker(void *unused) {
  if (thrd_join(thrd_current(), NULL) == thrd_error)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
