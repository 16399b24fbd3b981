// A lock is made robust through a pointer to the function: taking it may fail, and who goes on does not hold it.
#include <pthread.h>
int shared;
pthread_mutex_t lock;
int (*make)(pthread_mutexattr_t *, int) = pthread_mutexattr_setrobust;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  make(&attribute, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attribute);
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  shared = 2; // RACE
  return 0;
}
