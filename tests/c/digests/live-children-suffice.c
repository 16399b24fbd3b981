// pepsin: predicates=LC exploration=off
// Only one worker runs at a time.
#include <pthread.h>
int shared;
int input(void);

void *worker(void *unused) {
  shared++; // NORACE
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(id, NULL);
  }
  return 0;
}
