// The attribute changes when no thread is made any more.
#define _GNU_SOURCE
#include <pthread.h>

pthread_attr_t attribute;
static void *idle(void *unused) { return unused; }

static void *worker(void *unused) {
  pthread_t other;
  pthread_create(&other, &attribute, idle, NULL);
  pthread_join(other, NULL);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_attr_init(&attribute);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_JOINABLE);
  return 0;
}
