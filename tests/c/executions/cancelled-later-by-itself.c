// Who cancels itself goes on up to the next point at which it tests that.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
  pthread_cancel(pthread_self());
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
