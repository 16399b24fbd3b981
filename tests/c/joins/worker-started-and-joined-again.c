// A worker is started and joined in each round: main and one worker take turns.
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
    shared = 0; // NORACE
  }
  return shared; // NORACE
}
