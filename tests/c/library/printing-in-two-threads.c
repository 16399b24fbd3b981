// Streams are locked by the library.
#include <pthread.h>
#include <stdio.h>

void *worker(void *unused) {
  printf("worker\n"); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  printf("main\n"); // NORACE
  return 0;
}
