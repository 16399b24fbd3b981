// A constructor runs before main, and its thread beside main.
#include <pthread.h>

int counter;

static void *worker(void *argument) {
  counter++; // RACE
  return NULL;
}

__attribute__((constructor)) static void first(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
}

int main(void) {
  counter++; // RACE
  return 0;
}
