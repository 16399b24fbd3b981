// pepsin: exploration=off
// Both threads take all of the lock, through a pointer or not.
#include <pthread.h>
int lock, shared;

void *worker(void *unused) {
  if (__atomic_exchange_n(&lock, 256, __ATOMIC_SEQ_CST) == 0)
    shared++; // NORACE
  return NULL;
}

void *other(void *unused) {
  if (__atomic_exchange_n((unsigned *)&lock, 1, __ATOMIC_SEQ_CST) == 0)
    shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_create(&id, NULL, other, NULL);
  return 0;
}
