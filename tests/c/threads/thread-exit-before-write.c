// Nothing behind pthread_exit is executed.
#include <pthread.h>
int shared;

static void finish(void) { pthread_exit(NULL); }

void *worker(void *unused) {
  finish();
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // NORACE
  return 0;
}
