// A constructor runs before main, before there is any thread.
#include <pthread.h>

int counter;

static void *worker(void *argument) {
  counter++; // NORACE
  return NULL;
}

__attribute__((constructor)) static void first(void) {
  counter = 1; // NORACE
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
