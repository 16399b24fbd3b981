// A destructor runs behind the end of main, beside threads that main did not join.
#include <pthread.h>

int counter;

__attribute__((destructor)) static void last(void) {
  counter++; // RACE
}

static void *worker(void *argument) {
  counter++; // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
