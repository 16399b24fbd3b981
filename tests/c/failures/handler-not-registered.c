// The library has memory for 32 handlers of its own, and asks for more behind them.
#include <pthread.h>
#include <stdlib.h>
int shared;

void handler(void) {}

void *worker(void *unused) {
  if (atexit(handler) != 0)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
