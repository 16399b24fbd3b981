// Which lock a thread takes depends on whether there is another one.
#include <pthread.h>
pthread_mutex_t locks[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int shared;

void *worker(void *argument) {
  int lock = *(int *)argument;
  pthread_mutex_lock(&locks[lock]);
  shared++; // RACE CONFIRMED REACHABLE
  pthread_mutex_unlock(&locks[lock]);
  return NULL;
}

void *idle(void *unused) { return NULL; }

int main(void) {
  pthread_t one, two, three;
  int zero = 0, error = pthread_create(&three, NULL, idle, NULL) != 0;
  pthread_create(&one, NULL, worker, &error);
  pthread_create(&two, NULL, worker, &zero);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
