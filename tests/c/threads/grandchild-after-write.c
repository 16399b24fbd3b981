// A worker writes before it creates its child.
#include <pthread.h>
int shared;

void *child(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

void *worker(void *unused) {
  pthread_t id;
  shared = 2; // NORACE
  pthread_create(&id, NULL, child, NULL);
  return NULL;
}

int main(void) {
  pthread_t id;
  shared = 3; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
