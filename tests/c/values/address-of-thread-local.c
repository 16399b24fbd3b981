// The address of a thread-local variable is published.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Thread_local int own;
int *published;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  published = &own; // NORACE
  pthread_mutex_unlock(&mutex);
  own = 1; // RACE
  pthread_exit(NULL);
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  int *theirs = published; // NORACE
  pthread_mutex_unlock(&mutex);
  if (theirs)
    *theirs = 2; // RACE
  return 0;
}
