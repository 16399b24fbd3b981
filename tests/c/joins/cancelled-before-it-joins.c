// A thread that is cancelled leaves behind those whom it would have joined.
#include <pthread.h>
#include <unistd.h>

int counter;

static void *child(void *argument) {
  counter++; // RACE
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
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  counter++; // RACE REACHABLE
  return 0;
}
