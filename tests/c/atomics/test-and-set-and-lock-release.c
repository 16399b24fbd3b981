// pepsin: memory-model=c11 exploration=off
// A spin lock by the functions that are made for it.
#include <pthread.h>
int lock, shared;

void *worker(void *unused) {
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  shared++; // NORACE
  __sync_lock_release(&lock);
  return NULL;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 10; i++)
    pthread_create(&id, NULL, worker, NULL);
  return 0;
}
