// pepsin: exploration=off
// One worker counts a byte of the counter up, which makes it zero.
#include <pthread.h>
int pending = 255, shared;

void *worker(void *unused) {
  shared = 1; // RACE
  __atomic_fetch_sub(&pending, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  __atomic_fetch_add((unsigned char *)&pending, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&pending, __ATOMIC_SEQ_CST) <= 0)
    shared = 2; // RACE
  return 0;
}
