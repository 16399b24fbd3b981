// A time in the past is over at once.
#include <pthread.h>
#include <errno.h>
int shared;

void *worker(void *unused) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  struct timespec time = {0, 0};
  pthread_mutex_lock(&lock);
  int result = pthread_cond_timedwait(&changed, &lock, &time);
  pthread_mutex_unlock(&lock);
  if (result == ETIMEDOUT)
    shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
