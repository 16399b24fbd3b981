// A time with so many nanoseconds is refused at once, and is not over.
#include <pthread.h>
#include <errno.h>
int shared;

void *worker(void *unused) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  struct timespec time = {0, 1000000000};
  pthread_mutex_lock(&lock);
  int result = pthread_cond_timedwait(&changed, &lock, &time);
  pthread_mutex_unlock(&lock);
  if (result == ETIMEDOUT)
    shared++; // IMPRECISE
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
