// pepsin: memory-model=c11 exploration=off
// Who passes the turn on without an order hands over nothing of what it did.
#include <pthread.h>
#include <stdatomic.h>
atomic_ulong next_ticket, now_serving;
int shared;

void *worker(void *unused) {
  unsigned long mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != mine) {
  }
  shared++; // RACE
  atomic_fetch_add_explicit(&now_serving, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
