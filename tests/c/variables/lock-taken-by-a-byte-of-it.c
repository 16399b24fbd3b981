// pepsin: exploration=off
// One thread takes the first byte of the lock for the lock.
#include <pthread.h>
int lock, shared;

void *worker(void *unused) {
  if (__atomic_exchange_n(&lock, 256, __ATOMIC_SEQ_CST) == 0)
    shared++; // RACE
  return NULL;
}

void *other(void *unused) {
  if (__atomic_exchange_n((char *)&lock, 1, __ATOMIC_SEQ_CST) == 0)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, other, NULL);
  return 0;
}
