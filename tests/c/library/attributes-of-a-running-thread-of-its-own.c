// The attribute is read when it is made.
#define _GNU_SOURCE
#include <pthread.h>

pthread_attr_t attribute;
size_t size;

static void *worker(void *unused) {
  pthread_getattr_np(pthread_self(), &attribute);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_attr_getstacksize(&attribute, &size);
  return 0;
}
