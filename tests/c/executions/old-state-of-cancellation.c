// A thread starts with cancellation enabled.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  int old = 7;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  if (old != PTHREAD_CANCEL_ENABLE)
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
