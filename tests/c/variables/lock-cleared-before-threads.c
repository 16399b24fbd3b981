// A lock that is cleared before there are threads can be taken again: what is behind is reached.
#include <pthread.h>
#include <stddef.h>
struct { int taken, other; } beside;
int shared;

void *worker(void *unused) {
  shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t id;
  if (__atomic_exchange_n(&beside.taken, 1, __ATOMIC_SEQ_CST) == 0)
    __atomic_store_n(&beside.taken, 0, __ATOMIC_SEQ_CST);
  if (__atomic_exchange_n(&beside.taken, 1, __ATOMIC_SEQ_CST) == 0) {
    pthread_create(&id, NULL, worker, NULL);
    shared++; // RACE CONFIRMED REACHABLE
  }
  return 0;
}
