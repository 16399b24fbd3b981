// pepsin: predicates=TF exploration=off
// Main is alone when it writes.
#include <pthread.h>
int shared;

void *worker(void *unused) { return (void *)(long)shared; } // NORACE

int main(void) {
  pthread_t id;
  shared = 1; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  return 0;
}
