// The attribute changes when no mutex is made any more.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutexattr_t attribute;
pthread_mutex_t mutex;

static void *worker(void *unused) {
  pthread_mutex_init(&mutex, &attribute);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_init(&attribute);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
  return 0;
}
