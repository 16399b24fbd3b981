// A thread that may not be cancelled is not, until it may be again.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>
int before, behind;

void *worker(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sleep(1);
  before++; // RACE CONFIRMED
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  pthread_testcancel();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_cancel(id);
  before++; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
