// The routine runs in main before it runs as a thread.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  worker(NULL);
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
