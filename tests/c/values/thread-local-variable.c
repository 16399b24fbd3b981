// Each thread has its own instance.
#include <pthread.h>
static _Thread_local int own;

void *worker(void *unused) {
  own++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  own++; // NORACE
  return 0;
}
