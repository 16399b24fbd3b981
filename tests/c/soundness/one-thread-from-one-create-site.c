// One create site that is reached once makes one thread.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

static void spawn(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
}

int main(void) {
  spawn();
  return 0;
}
