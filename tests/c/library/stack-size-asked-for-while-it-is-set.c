// What an attribute tells is read from it.
#define _GNU_SOURCE
#include <pthread.h>

pthread_attr_t attribute;
size_t size;

static void *worker(void *unused) {
  pthread_attr_getstacksize(&attribute, &size); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_attr_init(&attribute);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_attr_setstacksize(&attribute, 1 << 20); // RACE
  pthread_join(thread, NULL);
  return 0;
}
