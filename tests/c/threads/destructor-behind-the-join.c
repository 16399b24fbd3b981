// A destructor runs behind the end of main, which joined its thread.
#include <pthread.h>

int counter;

__attribute__((destructor)) static void last(void) {
  counter++; // NORACE
}

static void *worker(void *argument) {
  counter++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
