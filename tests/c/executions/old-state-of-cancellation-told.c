// The old state is written where the program wants it.
#include <pthread.h>
int old;

void *worker(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  old = 2; // RACE
  pthread_join(id, NULL);
  return 0;
}
