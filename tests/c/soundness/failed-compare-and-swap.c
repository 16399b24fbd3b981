// The branch of failure of a compare-and-swap does not own the lock.
#include <pthread.h>
int lock_word, shared;

void *worker(void *unused) {
  if (!__sync_bool_compare_and_swap(&lock_word, 0, 1))
    shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  if (__sync_bool_compare_and_swap(&lock_word, 0, 1))
    shared++; // RACE
  return 0;
}
