// Without the storage class the threads share one instance.
#include <pthread.h>
static int own;

void *worker(void *unused) {
  own++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  own++; // RACE
  return 0;
}
