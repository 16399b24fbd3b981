// pepsin: exploration=off
// The first byte of the flag is 1 before the flag is.
#include <pthread.h>
int flag = 257, shared;

void *worker(void *unused) {
  char seen = __atomic_load_n((char *)&flag, __ATOMIC_SEQ_CST);
  if (seen == 1)
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // RACE
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&flag, __ATOMIC_SEQ_CST) == 1;
}
