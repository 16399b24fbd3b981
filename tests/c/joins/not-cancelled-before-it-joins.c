// A thread that is not cancelled joins its child before it ends.
#include <pthread.h>
#include <unistd.h>

int counter;

static void *child(void *argument) {
  counter++; // NORACE
  return NULL;
}

static void *parent(void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, child, NULL);
  sleep(1);
  pthread_join(thread, NULL);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, parent, NULL);
  sleep(1);
  pthread_join(thread, NULL);
  counter++; // NORACE REACHABLE
  return 0;
}
