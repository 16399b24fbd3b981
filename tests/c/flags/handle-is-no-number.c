// The variable that holds the handles of workers changes, and orders nothing.
#include <pthread.h>
#include <stdlib.h>

pthread_t handle;
int data;

static void *worker(void *argument) {
  data = 1; // RACE
  return NULL;
}

int main(void) {
  while (rand()) {
    pthread_create(&handle, NULL, worker, NULL);
    data = 2; // RACE
    pthread_join(handle, NULL);
  }
  return 0;
}
