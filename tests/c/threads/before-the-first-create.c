// While no other thread exists, nothing races.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  shared = 2; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
