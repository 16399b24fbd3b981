// pepsin: exploration=off
// The flag is 1 only behind what it hands over.
#include <pthread.h>
int flag = 257, shared;

void *worker(void *unused) {
  long seen = __atomic_load_n(&flag, __ATOMIC_SEQ_CST);
  if (seen == 1)
    shared++; // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++; // NORACE
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&flag, __ATOMIC_SEQ_CST) == 1;
}
