// pepsin: exploration=off
// That the flag's truth value is 1 does not say that the flag is.
#include <pthread.h>
#include <stdbool.h>
unsigned char flag = 2;
int shared;

void *worker(void *unused) {
  bool seen = __atomic_load_n(&flag, __ATOMIC_SEQ_CST);
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
