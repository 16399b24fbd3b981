// The attribute is asked when nobody changes it any more.
#define _GNU_SOURCE
#include <pthread.h>

pthread_attr_t attribute;
size_t size;

static void *worker(void *unused) {
  pthread_attr_getstacksize(&attribute, &size);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_attr_init(&attribute);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_attr_setstacksize(&attribute, 1 << 20);
  return 0;
}
